//! Games in files: every format there and back, under noise, and the tool that
//! turns one into the other.

mod convert;
mod games;
mod noise;
mod round_trips;
