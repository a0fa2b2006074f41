//! What people prove that chairs and games are their own by.

use sha2::{Digest, Sha256};

use tengen_engine::game::Problem;

/// What a key is known by: its hash, from which it cannot be found again. Keys are made
/// by chance and long, so that no salt is needed.
pub(crate) fn hashed(key: &str) -> String {
    let digest = Sha256::digest(key.as_bytes());
    let half = digest.first_chunk().copied().unwrap_or_default();
    format!("{:032x}", u128::from_be_bytes(half))
}

/// Reads a key, which a page makes and which has to be hard to guess and easy to keep. Gives
/// what the key is known by.
///
/// # Errors
/// One line, when it is none.
pub(crate) fn identity(key: &str) -> Result<String, Problem> {
    let is_key = (16..=64).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_alphanumeric());
    is_key
        .then(|| hashed(key))
        .ok_or_else(|| Problem::new("key", "this one", "16 to 64 letters and digits"))
}

/// Letters of codes: without those that look like others.
const LETTERS: &[u8; 32] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
/// Letters of a code: 30 bits, of which a few wrong ones a minute find none.
const CODE: usize = 6;

/// The code of the chair number `chair` of a table that belongs to `identity`. It follows from the
/// key, which nobody else has, so that it cannot be guessed and need not be kept; another owner has
/// another code.
pub(crate) fn seat_code(identity: &str, table: &str, chair: usize) -> String {
    let digest = Sha256::digest(format!("{identity} {table} {chair}").as_bytes());
    digest.iter().take(CODE).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_and_every_owner_has_another_code() {
        let codes: Vec<String> = [("a", "t", 0), ("a", "t", 1), ("a", "u", 0), ("b", "t", 0)]
            .map(|(identity, table, chair)| seat_code(identity, table, chair))
            .to_vec();
        for (at, code) in codes.iter().enumerate() {
            assert!(code.len() == CODE && code.bytes().all(|letter| LETTERS.contains(&letter)));
            assert!(!codes[..at].contains(code), "{codes:?}");
        }
        assert_eq!(seat_code("a", "t", 0), codes[0]);
    }

    #[test]
    fn keys_are_checked_and_do_not_show() {
        let one = identity("annannannannann1").unwrap();
        assert_eq!(one.len(), 32);
        assert_ne!(one, identity("annannannannann2").unwrap());
        let long = "x".repeat(65);
        for key in ["", "short", "with a blank inside it", "with-signs-that-are-not", &long] {
            let refusal = identity(key).unwrap_err().to_string();
            assert!(
                refusal.contains("expected 16 to 64") && !refusal.contains("short"),
                "{refusal}"
            );
        }
    }
}
