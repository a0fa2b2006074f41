//! `tengen openings`: balanced openings, made by the engine itself.
