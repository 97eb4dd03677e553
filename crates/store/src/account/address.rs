//! Where somebody comes from, as far as it is kept.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
};

/// An address for counting failed log-ins: that of a computer in IPv4, that of a whole network in IPv6, where one customer
/// has as many addresses as they like.
///
/// ```
/// use qaissa_store::Address;
/// let address = |text: &str| text.parse().map(Address::of);
/// assert_eq!(address("2001:db8:1:2:3:4:5:6")?.to_string(), "2001:db8:1:2::/64");
/// assert_eq!(address("::ffff:10.0.0.1")?, address("10.0.0.1")?);
/// # Ok::<_, std::net::AddrParseError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Address(IpAddr);

impl Address {
    /// The address that an internet address counts as.
    pub fn of(address: IpAddr) -> Address {
        Address(match address.to_canonical() {
            IpAddr::V6(v6) => {
                let network = u128::from(v6) & !u128::from(u64::MAX);
                Ipv6Addr::from(network).into()
            }
            v4 => v4,
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(v4) => v4.fmt(f),
            IpAddr::V6(v6) => write!(f, "{v6}/64"),
        }
    }
}
