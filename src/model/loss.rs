//! What is lost or wrong in the sources.

use super::PackId;
use crate::source::Span;

/// Something that a source lost.
#[derive(Debug, Clone)]
pub struct Gap {
    /// What is lost.
    pub lost: String,
    /// In which paragraph.
    pub cite: String,
    /// Where it is written.
    pub span: Span,
}

/// A misprint or loss in the source.
#[derive(Debug, Clone)]
pub struct Defect {
    /// Its name.
    pub name: String,
    /// Its paragraphs.
    pub cite: Vec<String>,
    /// What is wrong.
    pub says: String,
    /// How it is read.
    pub read_as: String,
    /// Its pack.
    pub pack: PackId,
    /// Where it is written.
    pub span: Span,
}
