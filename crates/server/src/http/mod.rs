//! What all requests go through: who asks, from where, how often, and what every answer carries.

mod address;
mod body;
mod headers;
mod origin;
mod rate;
mod visitor;

pub(crate) use self::{
    body::{Asked, Body, Named},
    headers::{no_store, observe, protect, speak},
    origin::refuse_strangers,
    rate::{Gates, Pace, refuse_fast},
    visitor::{LIFETIME, Visitor, end_cookie, renewed_cookie, session_cookie},
};
