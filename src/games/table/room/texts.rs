//! How the plain types of the game are kept as text or numbers.

/// A variant, part by part.
pub(super) mod variant {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use tengen_engine::game::{Size, Variant};

    #[derive(Serialize, Deserialize)]
    struct Parts {
        rule: String,
        width: usize,
        height: usize,
        k: u8,
        destroy: u8,
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it like this")]
    pub fn serialize<S: Serializer>(variant: &Variant, serializer: S) -> Result<S::Ok, S::Error> {
        let Variant { rule, size, k, destroy } = *variant;
        let (width, height) = (size.width(), size.height());
        Parts { rule: rule.name().to_owned(), width, height, k, destroy }.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Variant, D::Error> {
        let Parts { rule, width, height, k, destroy } = Parts::deserialize(deserializer)?;
        let rule = rule.parse().map_err(D::Error::custom)?;
        let size = Size::new(width, height).map_err(D::Error::custom)?;
        Variant { rule, size, k, destroy }.validate().map_err(D::Error::custom)
    }
}

/// A move as it is written.
pub(super) mod mv {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use tengen_engine::game::Move;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it like this")]
    pub fn serialize<S: Serializer>(mv: &Move, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(mv)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// A player as a letter, `x` or `o`.
pub(super) mod color {
    use serde::{Serialize, Serializer};

    use tengen_engine::game::Color;

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it like this")]
    pub fn serialize<S: Serializer>(color: &Color, serializer: S) -> Result<S::Ok, S::Error> {
        color.letter().serialize(serializer)
    }
}
