use std::time::Duration;

use qaissa_store::{Store, StoreError};

use crate::bench::{Bench, PASSWORD, START, address, later, name, password, person, stories};

stories!(
    the_right_password_lets_in,
    unknown_names_look_like_wrong_passwords,
    failures_make_everybody_wait_longer,
    success_clears_the_count,
    one_address_cannot_try_all_names,
    attempts_at_once_count_each_other,
    failures_are_forgotten_after_a_day,
    changing_a_password_ends_other_sessions,
    resetting_a_password_needs_no_old_one,
);

const DAY: Duration = Duration::from_secs(86_400);

async fn fail(store: &Store, called: &str, from: u8, seconds: u64) -> Result<(), Duration> {
    match store
        .login(called, "not the password", address(from), later(seconds))
        .await
    {
        Err(StoreError::WrongPassword) => Ok(()),
        Err(StoreError::TooManyAttempts { wait }) => Err(wait),
        other => panic!("{other:?}"),
    }
}

async fn the_right_password_lets_in(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let entered = store
        .login("aNNa", PASSWORD, address(1), START)
        .await
        .unwrap();
    assert_eq!(entered.id, anna.id);
    for wrong in [
        "",
        "knight takes BOTH",
        &"x".repeat(10_000),
        "knight takes both\0",
    ] {
        let refused = store.login("Anna", wrong, address(1), START).await;
        assert_eq!(refused, Err(StoreError::WrongPassword));
    }
}

async fn unknown_names_look_like_wrong_passwords(bench: &Bench) {
    let store = bench.store().await;
    person(&store, "Anna").await;
    let guest = store.create_guest(START).await.unwrap();
    let guest = guest.name.unwrap();
    for called in [
        "Anna",
        "Nobody",
        &guest,
        "",
        "'; DROP TABLE accounts; --",
        "\u{0}\u{7}",
    ] {
        let before = store.password_checks();
        let refused = store
            .login(called, "not the password", address(1), START)
            .await;
        assert_eq!(refused, Err(StoreError::WrongPassword), "{called}");
        assert_eq!(
            store.password_checks(),
            before + 1,
            "{called}: the work is the same"
        );
    }
}

async fn failures_make_everybody_wait_longer(bench: &Bench) {
    let store = bench.store().await;
    person(&store, "Anna").await;
    for attempt in 0..6 {
        // Wherever they come from.
        assert_eq!(fail(&store, "anna", attempt, 0).await, Ok(()));
    }
    assert_eq!(
        fail(&store, "ANNA", 77, 0).await,
        Err(Duration::from_secs(1))
    );
    let wait = store.login_wait("Anna", address(78), START).await.unwrap();
    assert_eq!(wait, Duration::from_secs(1));
    assert_eq!(fail(&store, "Anna", 77, 1).await, Ok(()));
    assert_eq!(
        fail(&store, "Anna", 77, 1).await,
        Err(Duration::from_secs(2))
    );
    // Nor does the right password help.
    let right = store.login("Anna", PASSWORD, address(1), later(2)).await;
    assert_eq!(
        right,
        Err(StoreError::TooManyAttempts {
            wait: Duration::from_secs(1)
        })
    );
    // Others are not concerned.
    assert_eq!(
        store.login_wait("Bruno", address(78), START).await,
        Ok(Duration::ZERO)
    );
}

async fn success_clears_the_count(bench: &Bench) {
    let store = bench.store().await;
    person(&store, "Anna").await;
    for _ in 0..6 {
        fail(&store, "Anna", 1, 0).await.unwrap();
    }
    assert!(
        store
            .login("Anna", PASSWORD, address(1), later(1))
            .await
            .is_ok()
    );
    for _ in 0..6 {
        fail(&store, "Anna", 1, 1).await.unwrap();
    }
    assert!(fail(&store, "Anna", 1, 1).await.is_err());
}

async fn one_address_cannot_try_all_names(bench: &Bench) {
    let store = bench.store().await;
    person(&store, "Mallory").await;
    for n in 0..21 {
        fail(&store, &format!("victim{n}"), 1, 0).await.unwrap();
    }
    assert_eq!(
        fail(&store, "victim21", 1, 0).await,
        Err(Duration::from_secs(1))
    );
    assert_eq!(
        fail(&store, "victim21", 2, 0).await,
        Ok(()),
        "from another address"
    );
    // An account of one's own does not wipe it out.
    assert!(
        store
            .login("Mallory", PASSWORD, address(1), later(1))
            .await
            .is_ok()
    );
    assert_eq!(fail(&store, "victim22", 1, 1).await, Ok(()));
    assert_eq!(
        fail(&store, "victim23", 1, 1).await,
        Err(Duration::from_secs(2))
    );
}

async fn attempts_at_once_count_each_other(bench: &Bench) {
    let store = bench.store().await;
    person(&store, "Anna").await;
    // One name from many addresses, and many names from one address.
    for (one_name, most) in [(true, 6), (false, 21)] {
        let tries: Vec<_> = (0..30)
            .map(|n| {
                let store = store.clone();
                tokio::spawn(async move {
                    match one_name {
                        true => fail(&store, "Anna", 100 + n, 0).await,
                        false => fail(&store, &format!("victim{n}"), 1, 0).await,
                    }
                })
            })
            .collect();
        let mut through = 0;
        for attempt in tries {
            through += usize::from(attempt.await.unwrap().is_ok());
        }
        assert_eq!(through, most);
    }
}

async fn failures_are_forgotten_after_a_day(bench: &Bench) {
    let store = bench.store().await;
    for _ in 0..6 {
        fail(&store, "Anna", 1, 0).await.unwrap();
    }
    let tomorrow = START.after(DAY);
    assert_eq!(
        store.login_wait("Anna", address(1), tomorrow).await,
        Ok(Duration::ZERO)
    );
    for _ in 0..6 {
        fail(&store, "Anna", 1, 86_400).await.unwrap();
    }
    assert_eq!(
        fail(&store, "Anna", 1, 86_400).await,
        Err(Duration::from_secs(1))
    );
    assert_eq!(store.prune(tomorrow.after(DAY)).await.unwrap().failures, 1);
}

async fn changing_a_password_ends_other_sessions(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let (here, access) = store
        .open_session(anna.id, "", address(1), DAY, START)
        .await
        .unwrap();
    let (there, _) = store
        .open_session(anna.id, "", address(2), DAY, START)
        .await
        .unwrap();
    let (script, _) = store
        .create_api_token(anna.id, "", None, START)
        .await
        .unwrap();
    let new = password("bishop to the corner");
    let wrong = store.change_password(
        anna.id,
        "not the password",
        &new,
        Some(access.id),
        address(1),
        START,
    );
    assert_eq!(wrong.await, Err(StoreError::WrongPassword));
    let right = store.change_password(anna.id, PASSWORD, &new, Some(access.id), address(1), START);
    right.await.unwrap();
    assert!(store.authenticate(here.as_str(), later(1)).await.is_ok());
    for ended in [there, script] {
        assert!(store.authenticate(ended.as_str(), later(1)).await.is_err());
    }
    let old = store.login("Anna", PASSWORD, address(1), later(1)).await;
    assert_eq!(old, Err(StoreError::WrongPassword));
    assert!(
        store
            .login("Anna", "bishop to the corner", address(1), later(1))
            .await
            .is_ok()
    );
}

async fn resetting_a_password_needs_no_old_one(bench: &Bench) {
    let store = bench.store().await;
    let anna = person(&store, "Anna").await;
    let (token, _) = store
        .open_session(anna.id, "", address(1), DAY, START)
        .await
        .unwrap();
    for _ in 0..6 {
        fail(&store, "Anna", 1, 0).await.unwrap();
    }
    store
        .reset_password(anna.id, &password("bishop to the corner"))
        .await
        .unwrap();
    assert!(store.authenticate(token.as_str(), later(1)).await.is_err());
    assert!(
        store
            .login("Anna", "bishop to the corner", address(1), START)
            .await
            .is_ok()
    );
    let guest = store.create_guest(START).await.unwrap();
    assert!(
        store
            .reset_password(guest.id, &password("bishop to the corner"))
            .await
            .is_err()
    );
    let bot = store
        .register_bot(anna.id, &name("AnnaBot"), "", &[], START)
        .await
        .unwrap();
    assert!(
        store
            .reset_password(bot.id, &password("bishop to the corner"))
            .await
            .is_err()
    );
}
