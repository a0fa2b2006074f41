//! Sorting of what is not sorted often: one piece of code for things of all kinds, where the standard
//! library has one for each, of which a page would load thirty.

/// Sorts `items` by their keys; those with the same key stay in their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    let mut order = order_of(items.len(), &|one, other| key(&items[one]) < key(&items[other]));
    // Each circle of places that give to each other what stands there.
    for start in 0..items.len() {
        let mut place = start;
        loop {
            let from = std::mem::replace(&mut order[place], place);
            if from == start {
                break;
            }
            items.swap(place, from);
            place = from;
        }
    }
}

/// The places of so many things in the order that they are to have: those that are `less` come first.
fn order_of(count: usize, less: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut merged = Vec::with_capacity(count);
    let mut length = 1;
    while length < count {
        merged.clear();
        for pair in order.chunks(2 * length) {
            let (mut left, mut right) = pair.split_at(length.min(pair.len()));
            while let ([one, left_rest @ ..], [other, right_rest @ ..]) = (left, right) {
                if less(*other, *one) {
                    merged.push(*other);
                    right = right_rest;
                } else {
                    merged.push(*one);
                    left = left_rest;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(&mut order, &mut merged);
        length *= 2;
    }
    order
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn it_is_the_order_of_the_standard_library(keys in proptest::collection::vec(0..20_u8, 0..70)) {
            let mut expected: Vec<(u8, usize)> = keys.into_iter().zip(0..).collect();
            let mut sorted = expected.clone();
            expected.sort_by_key(|(key, _)| *key);
            super::sort_by_key(&mut sorted, |(key, _)| *key);
            prop_assert_eq!(sorted, expected);
        }
    }
}
