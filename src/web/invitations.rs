//! Links of tables that others can follow, also as QR codes.

use std::net::{IpAddr, SocketAddr};

use qrcode::{Color, EcLevel, QrCode};

use tengen_engine::game::{Code, Problem};
use tengen_page::envelope::InvitationLink;

/// Most links that are offered: nobody reads more.
const MOST: usize = 4;

/// Longest place of a page, in bytes: a name has 253.
const LONGEST: usize = 300;

/// Where the page can be reached.
#[derive(Clone, Debug)]
pub(crate) struct Invitations {
    listens: SocketAddr,
    /// The names that the page goes by besides.
    names: Vec<String>,
}

impl Invitations {
    /// Of a page that `listens` there and goes by these names besides.
    pub fn new(listens: SocketAddr, names: &[String]) -> Invitations {
        Invitations { listens, names: names.to_vec() }
    }

    /// The port of the page.
    pub const fn port(&self) -> u16 {
        self.listens.port()
    }

    /// The links of the table called `table` that others can follow, the best first, for a page at
    /// `origin` whose browser is at `address`. There is none where only this machine reaches the
    /// server.
    ///
    /// # Errors
    /// When that is no name of a table.
    pub fn links(
        &self,
        table: &str,
        origin: Option<&str>,
        address: IpAddr,
    ) -> Result<Vec<InvitationLink>, Problem> {
        if table.len() != 32 || !table.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            let shown: String = table.chars().take(40).filter(|c| !c.is_control()).collect();
            let refusal = Problem::new("table", shown, "the name of a table");
            return Err(refusal.coded(Code::NoTable));
        }
        // The place that has brought one visitor here brings another one, unless it means the machine
        // of the visitor.
        let places = match origin.filter(|origin| origin.len() <= LONGEST && !is_own(origin)) {
            Some(origin) => vec![origin.to_owned()],
            // What else the machine is called is told on the machine alone.
            None if address.to_canonical().is_loopback() => self.places(&own_addresses()),
            None => Vec::new(),
        };
        let links = places.iter().take(MOST).map(|place| format!("{place}/#play?table={table}"));
        Ok(links.filter_map(|link| Some(InvitationLink { code: rows(&link)?, link })).collect())
    }

    /// The places of the page that are not those of this machine alone, where it has `addresses`.
    fn places(&self, addresses: &[IpAddr]) -> Vec<String> {
        let listens = self.listens.ip().to_canonical();
        if listens.is_loopback() {
            return Vec::new();
        }
        let fits = |address: &&IpAddr| listens.is_ipv6() || address.is_ipv4();
        let addresses: Vec<IpAddr> = if listens.is_unspecified() {
            addresses.iter().filter(fits).copied().collect()
        } else {
            vec![listens]
        };
        let port = self.port();
        let of_names = self.names.iter().map(|name| format!("http://{name}:{port}"));
        let at = |address: IpAddr| format!("http://{}", SocketAddr::new(address, port));
        let places = of_names.chain(addresses.into_iter().map(at));
        places.map(|place| place.strip_suffix(":80").map_or(place.clone(), str::to_owned)).collect()
    }
}

/// Whether a place is that of whoever asks, as `http://localhost:8080`.
fn is_own(origin: &str) -> bool {
    let (_, host) = origin.split_once("://").unwrap_or(("", origin));
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => host.split_once(':').map_or(host, |(name, _)| name),
    };
    let is_loopback = name.parse::<IpAddr>().is_ok_and(|it| it.to_canonical().is_loopback());
    is_loopback || name.eq_ignore_ascii_case("localhost") || name.is_empty()
}

/// The addresses of this machine by which others may reach it: those of local networks first, IPv4
/// before IPv6, none that needs the name of an interface.
fn own_addresses() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let mut addresses: Vec<IpAddr> = interfaces.iter().map(if_addrs::Interface::ip).collect();
    addresses.retain(|address| match address {
        IpAddr::V4(address) => !address.is_loopback() && !address.is_link_local(),
        IpAddr::V6(address) => !address.is_loopback() && !address.is_unicast_link_local(),
    });
    let is_far = |address: &IpAddr| match address {
        IpAddr::V4(address) => (0, !address.is_private()),
        IpAddr::V6(_) => (1, false),
    };
    addresses.sort_by_key(is_far);
    addresses.dedup();
    addresses
}

/// A text as the rows of a QR code: `1` is dark.
fn rows(text: &str) -> Option<Vec<String>> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let row = |row: &[Color]| row.iter().map(|dot| dot.select('1', '0')).collect();
    Some(code.to_colors().chunks(code.width()).map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "0123456789abcdef0123456789abcdef";

    fn links(listens: &str, origin: Option<&str>, address: &str) -> Vec<String> {
        let invitations = Invitations::new(listens.parse().unwrap(), &[]);
        let links = invitations.links(TABLE, origin, address.parse().unwrap()).unwrap();
        links.into_iter().map(|link| link.link).collect()
    }

    #[test]
    fn the_place_of_the_page_is_offered_to_others_where_it_is_not_the_visitors_own() {
        let table = format!("/#play?table={TABLE}");
        let board = "https://board.example";
        assert_eq!(links("127.0.0.1:80", Some(board), "127.0.0.1"), [format!("{board}{table}")]);
        let lan = "http://192.168.1.7:8080";
        assert_eq!(links("0.0.0.0:8080", Some(lan), "192.168.1.9"), [format!("{lan}{table}")]);
        for own in ["http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080"] {
            assert!(links("127.0.0.1:8080", Some(own), "127.0.0.1").is_empty(), "{own}");
            let one = links("10.0.0.7:8080", Some(own), "127.0.0.1");
            assert_eq!(one, [format!("http://10.0.0.7:8080{table}")], "{own}");
            // Nobody else learns how the machine is called.
            assert!(links("10.0.0.7:8080", Some(own), "10.0.0.9").is_empty(), "{own}");
        }
    }

    #[test]
    fn a_server_for_all_networks_has_the_addresses_of_its_machine() {
        let addresses: Vec<IpAddr> =
            ["192.168.1.7", "fd00::7"].map(|text| text.parse().unwrap()).to_vec();
        let places = |listens: &str, names: &[String]| {
            Invitations::new(listens.parse().unwrap(), names).places(&addresses)
        };
        assert_eq!(places("0.0.0.0:8080", &[]), ["http://192.168.1.7:8080"]);
        let both = ["http://192.168.1.7", "http://[fd00::7]"];
        assert_eq!(places("[::]:80", &[]), both);
        let named = ["http://board.example:81", "http://192.168.1.7:81"];
        assert_eq!(places("0.0.0.0:81", &["board.example".to_owned()]), named);
        assert!(places("127.0.0.1:80", &["board.example".to_owned()]).is_empty());
    }

    #[test]
    fn a_code_has_its_three_corners() {
        let rows = rows("http://192.168.178.20:8080/#play?table=0123").unwrap();
        assert!(rows.iter().all(|row| row.len() == rows.len()));
        let corner = "1111111";
        assert!(rows[0].starts_with(corner) && rows[0].ends_with(corner));
        assert!(rows[rows.len() - 1].starts_with(corner));
        assert!(!rows[rows.len() - 1].ends_with(corner));
    }

    #[test]
    fn only_tables_have_links() {
        let invitations = Invitations::new("0.0.0.0:80".parse().unwrap(), &[]);
        for table in ["", "table", &format!("{TABLE}0"), "0123456789abcdef0123456789abcde\n"] {
            let refusal = invitations.links(table, None, "127.0.0.1".parse().unwrap());
            assert_eq!(refusal.unwrap_err().code, Code::NoTable, "{table}");
        }
    }
}
