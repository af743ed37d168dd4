//! Data as they stand in the page: JSON, deflated, in letters that mean nothing to HTML.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use miniz_oxide::deflate::compress_to_vec_zlib;
use sha2::{Digest, Sha256};

/// How hard it is tried to make the data small, from 0 to 10.
const LEVEL: u8 = 7;

/// The data, to be unpacked by the page's script.
pub fn packed(data: &str) -> String {
    STANDARD.encode(compress_to_vec_zlib(data.as_bytes(), LEVEL))
}

/// The source by which a page's policy allows a script or style of this text, and no other.
pub fn source(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}
