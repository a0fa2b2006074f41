//! The language of what is said to people. Codes, numbers and names of the protocols stay as they are.

/// The language of a reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese.
    Chinese,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::English, Language::Chinese];

    /// Its name in English, as the option `Language` has it.
    pub const fn name(self) -> &'static str {
        self.either("English", "Chinese")
    }

    /// The first in English, the second in Chinese.
    pub const fn either<T: Copy>(self, english: T, chinese: T) -> T {
        match self {
            Language::English => english,
            Language::Chinese => chinese,
        }
    }
}
