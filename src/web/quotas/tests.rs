use std::net::Ipv4Addr;

use super::*;

fn at(text: &str) -> IpAddr {
    text.parse().unwrap()
}

fn quotas(what: Resource, all: u64, each: u64) -> Arc<Quotas> {
    let mut limits = LimitTable::default();
    *limits.of_mut(what) = Limit { all, each };
    Quotas::new(limits)
}

#[test]
fn the_table_has_the_order_of_its_rows() {
    for (row, spec) in LIMITS.iter().enumerate() {
        assert_eq!(spec.resource as usize, row, "{}", spec.name);
        assert!(spec.each > 0 && spec.each <= spec.all, "{}", spec.name);
    }
}

#[test]
fn the_manual_has_the_table() {
    let manual = include_str!("../README.md");
    for LimitSpec { name, all, each, meaning, is_hourly, .. } in &LIMITS {
        let span = if *is_hourly { ", in an hour" } else { "" };
        let row = format!("| `{name}` | {all} | {each} | {meaning}{span} |\n");
        assert!(manual.contains(&row), "{row}");
    }
}

#[test]
fn no_address_has_all_and_all_come_back() {
    let engines = Resource::Engines;
    let quotas = quotas(engines, 3, 2);
    let take = |address| quotas.take(engines, at(address), 1);
    let first = take("10.0.0.1").unwrap();
    let second = take("::ffff:10.0.0.1").unwrap();
    let refusal = take("10.0.0.1").unwrap_err();
    assert_eq!(refusal.to_string(), "at most 2 at a time of one address");
    let other = take("10.0.0.2").unwrap();
    assert_eq!(take("10.0.0.3").unwrap_err().to_string(), "at most 3 at a time");
    drop(first);
    let again = take("10.0.0.1").unwrap();
    drop((second, other, again));
    assert!(quotas.lock().each.is_empty() && quotas.lock().all[engines as usize].amount == 0);
}

#[test]
fn a_few_addresses_leave_something_for_one_more() {
    let requests = Resource::Requests;
    let quotas = quotas(requests, 32, 20);
    let mut held = Vec::new();
    for last in 1..=5 {
        let address = at(&format!("10.0.0.{last}"));
        let before = held.len();
        held.extend(std::iter::from_fn(|| quotas.take(requests, address, 1).ok()));
        assert!(held.len() > before, "nothing was left for {address}");
    }
    assert!(held.len() <= 32);
    // What is said is a limit of the table.
    let refusal = |address| quotas.take(requests, at(address), 1).unwrap_err().to_string();
    assert_eq!(refusal("10.0.0.1"), "at most 32 at a time");
    // The first one had as much as all others could still get.
    assert_eq!(held.iter().filter(|it| it.client_prefix == at("10.0.0.1")).count(), 16);
    drop(held);
    let alone: Vec<_> = (0..16).map(|_| quotas.take(requests, at("10.0.0.1"), 1)).collect();
    assert!(alone.iter().all(Result::is_ok), "half of what is there");
    // Where one address may have everything, as behind a proxy, it has.
    let quotas = Quotas::new({
        let mut limits = LimitTable::default();
        *limits.of_mut(requests) = Limit { all: 5, each: 5 };
        limits
    });
    let all: Vec<_> =
        std::iter::from_fn(|| quotas.take(requests, at("10.0.0.1"), 1).ok()).collect();
    assert_eq!(all.len(), 5);
}

#[test]
fn bytes_are_given_back_in_parts() {
    let quotas = quotas(Resource::Answers, 200, 60);
    let mut share = quotas.take(Resource::Answers, at("10.0.0.1"), 60).unwrap();
    let refusal = quotas.take(Resource::Answers, at("10.0.0.1"), 1).unwrap_err();
    assert_eq!(refusal.to_string(), "at most 60 bytes at a time of one address");
    share.shrink(10);
    drop(quotas.take(Resource::Answers, at("10.0.0.1"), 50).unwrap());
    drop(share);
    assert!(quotas.lock().each.is_empty());
}

#[test]
fn what_is_used_up_comes_back_after_an_hour() {
    let quotas = quotas(Resource::Founded, 3, 2);
    let begin = Instant::now();
    let spend = |address, now| quotas.add(Resource::Founded, at(address), 1, Some(now));
    spend("10.0.0.1", begin).unwrap();
    spend("10.0.0.1", begin + HOUR / 2).unwrap();
    let refusal = spend("10.0.0.1", begin + HOUR / 2).unwrap_err();
    assert_eq!(refusal.to_string(), "at most 2 an hour of one address");
    spend("10.0.0.2", begin).unwrap();
    assert_eq!(spend("10.0.0.3", begin).unwrap_err().to_string(), "at most 3 an hour");
    spend("10.0.0.1", begin + HOUR).unwrap();
}

#[test]
fn a_client_prefix_is_one_client() {
    assert_eq!(client_prefix(at("2001:db8:1:2:3::4")), client_prefix(at("2001:db8:1:2:ffff::")));
    assert_ne!(client_prefix(at("2001:db8:1:2::")), client_prefix(at("2001:db8:1:3::")));
    assert_eq!(client_prefix(at("::1")), at("::1"));
}

#[test]
fn addresses_whose_hour_is_over_are_forgotten() {
    let founded = Resource::Founded;
    let quotas = quotas(founded, 1 << 20, 1);
    let begin = Instant::now();
    for number in 0..ENTRIES as u32 {
        quotas.add(founded, Ipv4Addr::from(number).into(), 1, Some(begin)).unwrap();
    }
    let (soon, later) = (begin + HOUR / 2, begin + HOUR);
    quotas.add(founded, at("192.0.2.1"), 1, Some(soon)).unwrap();
    assert_eq!(quotas.lock().each.len(), ENTRIES + 1);
    quotas.add(founded, at("192.0.2.2"), 1, Some(later)).unwrap();
    assert_eq!(quotas.lock().each.len(), 2);
    assert!(quotas.add(founded, at("192.0.2.1"), 1, Some(later)).is_err(), "its hour goes on");
}
