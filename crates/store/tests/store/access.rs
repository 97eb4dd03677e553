use std::time::Duration;

use qaissa_store::{AccessKind, Store, StoreError, Thing};
use sqlx::Row as _;

use crate::bench::{Bench, START, address, later, person, rows, stories};

stories!(
    tokens_stand_for_accounts,
    only_digests_are_stored,
    sessions_end_when_they_are_not_used,
    of_too_many_sessions_the_oldest_end,
    api_tokens_have_names_and_an_end,
    everybody_ends_their_own,
    a_ban_ends_them_all,
    what_has_expired_is_removed,
);

const DAY: Duration = Duration::from_secs(86_400);
const GONE: StoreError = StoreError::NotFound(Thing::Access);

async fn tokens_stand_for_accounts(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let (token, session) = store
        .open_session(anna.id, "Firefox", address(7), DAY, START)
        .await
        .unwrap();
    assert_eq!(token.as_str().len(), 47, "256 bits behind a front of four");
    assert_eq!(
        (session.kind, session.label.as_str()),
        (AccessKind::Session, "Firefox")
    );
    assert_eq!(
        (session.address.as_str(), session.expires_at),
        ("192.0.2.7", Some(START.after(DAY)))
    );
    let signed_in = store.authenticate(token.as_str(), later(1)).await.unwrap();
    assert_eq!((signed_in.account.id, signed_in.access), (anna.id, session));
    let mut wrong = token.as_str().to_owned();
    let last = wrong.pop();
    wrong.push(if last == Some('x') { 'y' } else { 'x' });
    for wrong in [wrong.as_str(), "", "qas_", "' OR 1=1 --"] {
        assert_eq!(store.authenticate(wrong, later(1)).await, Err(GONE));
    }
    assert_eq!(format!("{token:?}"), "Token(…)");
}

async fn only_digests_are_stored(bench: &Bench) {
    let url = bench.url();
    let store = Store::open(&url).await.unwrap();
    let anna = person(&store, "Anna").await;
    let (token, _) = store
        .open_session(anna.id, "", address(7), DAY, START)
        .await
        .unwrap();
    let all = rows(&url, "SELECT digest, label, address FROM accesses").await;
    let digest: Vec<u8> = all[0].try_get("digest").unwrap();
    assert_eq!(digest.len(), 32);
    assert!(
        !token
            .as_str()
            .as_bytes()
            .windows(32)
            .any(|part| part == digest)
    );
    let hash = rows(&url, "SELECT password_hash FROM accounts").await;
    let hash: String = hash[0].try_get("password_hash").unwrap();
    assert!(hash.starts_with("$argon2id$"), "{hash}");
}

async fn sessions_end_when_they_are_not_used(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let (token, _) = store
        .open_session(anna.id, "", address(7), DAY, START)
        .await
        .unwrap();
    let mut now = START;
    for _ in 0..3 {
        now = now.after(DAY / 2);
        let signed_in = store.authenticate(token.as_str(), now).await.unwrap();
        assert_eq!(signed_in.access.expires_at, Some(now.after(DAY)));
        assert_eq!(store.account(anna.id).await.unwrap().last_seen_at, now);
    }
    let ended = store.authenticate(token.as_str(), now.after(DAY)).await;
    assert_eq!(ended, Err(GONE));
}

async fn of_too_many_sessions_the_oldest_end(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let mut tokens = Vec::new();
    for n in 0..52 {
        let opened = store
            .open_session(anna.id, "", address(7), DAY, later(n))
            .await;
        tokens.push(opened.unwrap().0);
    }
    assert_eq!(store.accesses(anna.id, later(60)).await.unwrap().len(), 50);
    assert_eq!(
        store.authenticate(tokens[1].as_str(), later(60)).await,
        Err(GONE)
    );
    assert!(
        store
            .authenticate(tokens[2].as_str(), later(60))
            .await
            .is_ok()
    );
}

async fn api_tokens_have_names_and_an_end(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let (lasting, access) = store
        .create_api_token(anna.id, "my script", None, START)
        .await
        .unwrap();
    assert_eq!(
        (access.kind, access.label.as_str()),
        (AccessKind::Api, "my script")
    );
    let (short, _) = store
        .create_api_token(anna.id, "a try", Some(later(60)), START)
        .await
        .unwrap();
    let years = START.after(DAY * 4000);
    assert_eq!(
        store
            .authenticate(lasting.as_str(), years)
            .await
            .unwrap()
            .account
            .id,
        anna.id
    );
    assert!(store.authenticate(short.as_str(), later(59)).await.is_ok());
    assert_eq!(
        store.authenticate(short.as_str(), later(60)).await,
        Err(GONE)
    );
    let long = "x".repeat(101);
    let refused = store.create_api_token(anna.id, &long, None, START).await;
    assert_eq!(refused, Err(StoreError::Text { longest: 100 }));
    for _ in 0..18 {
        store
            .create_api_token(anna.id, "more", None, START)
            .await
            .unwrap();
    }
    let many = store.create_api_token(anna.id, "more", None, START).await;
    assert_eq!(many, Err(StoreError::TooMany { most: 20 }));
    let guest = store.create_guest(START).await.unwrap();
    let refused = store.create_api_token(guest.id, "", None, START).await;
    assert_eq!(refused, Err(StoreError::NotFound(Thing::Account)));
}

async fn everybody_ends_their_own(bench: &Bench) {
    let store = bench.store().await;
    let (anna, bruno) = (person(&store, "Anna").await, person(&store, "Bruno").await);
    let open = |id| store.open_session(id, "", address(7), DAY, START);
    let (first, first_access) = open(anna.id).await.unwrap();
    let (second, second_access) = open(anna.id).await.unwrap();
    let (third, _) = open(anna.id).await.unwrap();
    let (other, _) = open(bruno.id).await.unwrap();
    assert_eq!(
        store.revoke(bruno.id, first_access.id).await,
        Err(GONE),
        "not one's own"
    );
    store.revoke(anna.id, first_access.id).await.unwrap();
    assert_eq!(store.revoke(anna.id, first_access.id).await, Err(GONE));
    assert_eq!(store.authenticate(first.as_str(), START).await, Err(GONE));
    store
        .revoke_all(anna.id, Some(second_access.id))
        .await
        .unwrap();
    assert!(store.authenticate(second.as_str(), START).await.is_ok());
    assert_eq!(store.authenticate(third.as_str(), START).await, Err(GONE));
    assert!(store.authenticate(other.as_str(), START).await.is_ok());
    assert_eq!(
        store.accesses(anna.id, START).await.unwrap(),
        [second_access]
    );
}

async fn a_ban_ends_them_all(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let (session, _) = store
        .open_session(anna.id, "", address(7), DAY, START)
        .await
        .unwrap();
    let (token, _) = store
        .create_api_token(anna.id, "", None, START)
        .await
        .unwrap();
    store.ban(anna.id, "for spam", later(1)).await.unwrap();
    for token in [session, token] {
        assert_eq!(
            store.authenticate(token.as_str(), later(2)).await,
            Err(GONE)
        );
    }
    // One that was opened at the same moment is of no use either.
    let (late, _) = store
        .open_session(anna.id, "", address(7), DAY, later(2))
        .await
        .unwrap();
    let refused = store.authenticate(late.as_str(), later(3)).await;
    assert!(matches!(refused, Err(StoreError::Banned { .. })));
}

async fn what_has_expired_is_removed(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    store
        .open_session(anna.id, "", address(7), DAY, START)
        .await
        .unwrap();
    store
        .create_api_token(anna.id, "", None, START)
        .await
        .unwrap();
    let _ = store
        .login("Anna", "not the password", address(7), START)
        .await;
    let pruned = store.prune(START.after(DAY)).await.unwrap();
    assert_eq!(
        (pruned.accesses, pruned.failures, pruned.challenges),
        (1, 1, 0)
    );
    assert_eq!(store.accesses(anna.id, START).await.unwrap().len(), 1);
}
