//! Who is connected.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Mutex, MutexGuard, PoisonError},
};

use qaissa_store::{Account, AccountId, AccountKind};
use serde::Serialize;

use super::client::{Client, written};
use crate::error::ApiError;

/// Names that are told at most.
const MOST_NAMES: usize = 500;

/// Somebody who is connected, perhaps several times.
struct Person {
    name: Option<String>,
    clients: Vec<Client>,
}

/// All connections.
#[derive(Default)]
pub(crate) struct Hub {
    people: Mutex<HashMap<AccountId, Person>>,
    /// Everybody who watches without an account.
    strangers: Mutex<Vec<Client>>,
    addresses: Mutex<HashMap<IpAddr, usize>>,
}

fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A connection that is counted for its address as long as this is held.
pub(crate) struct Place<'h> {
    hub: &'h Hub,
    address: IpAddr,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut addresses = open(&self.hub.addresses);
        if let Some(count) = addresses.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                addresses.remove(&self.address);
            }
        }
    }
}

impl Hub {
    /// A place for one more connection from an address.
    pub(crate) fn place(&self, address: IpAddr, most: usize) -> Result<Place<'_>, ApiError> {
        let mut addresses = open(&self.addresses);
        let count = addresses.entry(address).or_default();
        if *count >= most {
            return Err(ApiError::TooFast(std::time::Duration::from_secs(60)));
        }
        *count += 1;
        Ok(Place { hub: self, address })
    }

    pub(crate) fn enter(&self, client: &Client, account: Option<&Account>) {
        match account {
            Some(account) => {
                let mut people = open(&self.people);
                let shown = account.name.clone();
                let name = shown.filter(|_| account.kind != AccountKind::Guest);
                let person = people.entry(account.id).or_insert_with(|| Person {
                    name: None,
                    clients: Vec::new(),
                });
                person.name = name;
                person.clients.push(client.clone());
            }
            None => open(&self.strangers).push(client.clone()),
        }
    }

    pub(crate) fn leave(&self, client: &Client) {
        match client.account() {
            Some(account) => {
                let mut people = open(&self.people);
                if let Some(person) = people.get_mut(&account) {
                    person.clients.retain(|other| other != client);
                    if person.clients.is_empty() {
                        people.remove(&account);
                    }
                }
            }
            None => open(&self.strangers).retain(|other| other != client),
        }
    }

    pub(crate) fn clients_of(&self, account: AccountId) -> Vec<Client> {
        let people = open(&self.people);
        let person = people.get(&account);
        person
            .map(|person| person.clients.clone())
            .unwrap_or_default()
    }

    /// Tells somebody something, on all of their connections.
    pub(crate) fn tell(&self, account: AccountId, event: &impl Serialize) {
        let clients = self.clients_of(account);
        if clients.is_empty() {
            return;
        }
        if let Some(text) = written(event) {
            for client in clients {
                client.tell_text(text.clone());
            }
        }
    }

    /// Tells everybody something.
    pub(crate) fn tell_all(&self, event: &impl Serialize) {
        let Some(text) = written(event) else { return };
        for client in self.all() {
            client.tell_text(text.clone());
        }
    }

    pub(crate) fn all(&self) -> Vec<Client> {
        let people = open(&self.people);
        let known = people.values().flat_map(|person| person.clients.clone());
        let mut all: Vec<Client> = known.collect();
        all.extend(open(&self.strangers).iter().cloned());
        all
    }

    pub(crate) fn is_online(&self, account: AccountId) -> bool {
        open(&self.people).contains_key(&account)
    }

    /// How many accounts are connected, and some of their names.
    pub(crate) fn online(&self) -> (usize, Vec<String>) {
        let people = open(&self.people);
        let names = people.values().filter_map(|person| person.name.clone());
        let mut names: Vec<String> = names.take(MOST_NAMES).collect();
        names.sort();
        (people.len(), names)
    }
}
