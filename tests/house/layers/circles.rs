//! Circles among files that name each other (Tarjan, 1972).

use std::collections::BTreeMap;

/// Every set of more than one file in which each reaches each, sorted.
pub fn circles(edges: &BTreeMap<String, Vec<String>>) -> Vec<Vec<String>> {
    let mut walk = Walk { edges, seen: BTreeMap::new(), open: Vec::new(), found: Vec::new() };
    for file in edges.keys() {
        walk.visit(file);
    }
    walk.found.sort();
    walk.found
}

struct Walk<'a> {
    edges: &'a BTreeMap<String, Vec<String>>,
    /// In which order each file was met, and the first one that it reaches among those
    /// that are still open.
    seen: BTreeMap<&'a str, (usize, usize)>,
    open: Vec<&'a str>,
    found: Vec<Vec<String>>,
}

impl<'a> Walk<'a> {
    /// The first open file that this one reaches; nothing if its circle is closed.
    fn visit(&mut self, file: &'a str) -> Option<usize> {
        if let Some(&(_, first)) = self.seen.get(file) {
            return self.open.contains(&file).then_some(first);
        }
        let number = self.seen.len();
        let mut first = number;
        self.seen.insert(file, (number, first));
        self.open.push(file);
        for next in self.edges.get(file).into_iter().flatten() {
            if let Some(reached) = self.visit(next) {
                first = first.min(reached);
                self.seen.insert(file, (number, first));
            }
        }
        if first < number {
            return Some(first);
        }
        let begin = self.open.iter().position(|&open| open == file).unwrap_or(self.open.len());
        let mut circle: Vec<String> = self.open.drain(begin..).map(str::to_owned).collect();
        if circle.len() > 1 {
            circle.sort();
            self.found.push(circle);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(edges: &[(&str, &str)]) -> Vec<String> {
        let mut map: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (from, to) in edges {
            map.entry((*from).to_owned()).or_default().push((*to).to_owned());
        }
        circles(&map).into_iter().map(|circle| circle.concat()).collect()
    }

    #[test]
    fn circles_are_found_and_nothing_else() {
        assert!(found(&[("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")]).is_empty());
        assert_eq!(found(&[("a", "b"), ("b", "a")]), ["ab"]);
        assert_eq!(found(&[("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e")]), ["abc"]);
        assert_eq!(
            found(&[("z", "a"), ("a", "b"), ("b", "a"), ("b", "c"), ("c", "d"), ("d", "c")]),
            ["ab", "cd"]
        );
        assert_eq!(found(&[("a", "b"), ("b", "c"), ("c", "b"), ("c", "d"), ("d", "a")]), ["abcd"]);
    }
}
