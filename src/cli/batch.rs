//! `chartroom ask --batch`: JSON Lines in, JSON Lines out, in order, on all cores.

use super::seat::Seat;
use super::{Outcome, Output};
use crate::diagnostic::{Code, Diagnostic};
use crate::render::told;
use crate::rulebook::Rulebook;
use crate::rulebook::lines::Lines;
use crate::source::{MARK, open_bytes};
use rayon::prelude::*;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::Range;
use std::path::Path;

/// The longest line that is read.
const MAX_LINE_BYTES: usize = 1 << 20;

/// How much is read ahead.
const BLOCK_BYTES: usize = 1 << 20;

/// Fewer lines than these are not worth another thread.
const FEW_LINES: usize = 64;

/// How all lines are answered.
#[derive(Clone, Copy)]
pub struct Settings<'s> {
    /// The readings taken another way than their defaults.
    pub readings: &'s [String],
    /// Whether the reasons are added.
    pub why: bool,
    /// Whether nothing is taken as usual, whatever a line says.
    pub strict: bool,
    /// The table at which all lines are asked, if they are at one.
    pub seat: Option<&'s Seat>,
}

/// Runs the batch.
pub fn run(
    rulebook: &Rulebook,
    file: &str,
    settings: Settings<'_>,
    output: &mut Output,
) -> Result<Outcome, Diagnostic> {
    let unread = |error| Diagnostic::request(format!("the input cannot be read: {error}"));
    let input: Box<dyn Read> = if file == "-" {
        Box::new(io::stdin().lock())
    } else {
        let closed = |error| Diagnostic::request(format!("`{file}` cannot be read: {error}"));
        Box::new(open_bytes(Path::new(file)).map_err(closed)?)
    };
    let mut input = BufReader::with_capacity(BLOCK_BYTES, input);
    skip_mark(&mut input).map_err(unread)?;
    let mut lines = Lines::new(rulebook);
    lines.why = settings.why;
    lines.strict = settings.strict;
    lines.options = output.options().to_owned();
    if let Some(seat) = settings.seat {
        lines.know(|model, known| drop(seat.fill(model, known, output)));
    }
    lines.read_so(settings.readings)?;
    let mut workers = vec![lines];
    let mut outcome = Outcome::Clean;
    let mut block = Block::default();
    loop {
        block.read(&mut input).map_err(unread)?;
        if block.lines.is_empty() {
            return Ok(outcome);
        }
        for (answers, is_whole) in answered(&mut workers, &block) {
            if !is_whole {
                outcome = Outcome::Findings;
            }
            output.exact(&answers);
        }
        if output.is_broken() {
            return Ok(outcome);
        }
        output.flush();
    }
}

/// Some lines that follow each other.
#[derive(Default)]
struct Block {
    bytes: Vec<u8>,
    /// Where each line stands that is not blank.
    lines: Vec<Range<usize>>,
}

impl Block {
    /// Reads the next lines that are at hand; it waits for the first of them alone, so that whoever asks one by one is answered one
    /// by one. Of a line that is too long there is as much as shows it.
    fn read(&mut self, input: &mut BufReader<Box<dyn Read>>) -> io::Result<()> {
        self.bytes.clear();
        self.lines.clear();
        while self.lines.is_empty() || input.buffer().contains(&b'\n') {
            let start = self.bytes.len();
            let mut limited = input.by_ref().take(MAX_LINE_BYTES as u64);
            if limited.read_until(b'\n', &mut self.bytes)? == 0 {
                break;
            }
            let line = self.bytes.get(start..).unwrap_or_default();
            if is_too_long(line) {
                skip_line(input)?;
            }
            if line.iter().all(u8::is_ascii_whitespace) {
                self.bytes.truncate(start);
            } else {
                self.lines.push(start..self.bytes.len());
            }
        }
        Ok(())
    }

    fn line(&self, place: &Range<usize>) -> &[u8] {
        self.bytes.get(place.clone()).unwrap_or_default()
    }
}

/// Skips the mark that some editors put before a text.
fn skip_mark(input: &mut impl BufRead) -> io::Result<()> {
    if input.fill_buf()?.starts_with(MARK.as_bytes()) {
        input.consume(MARK.len());
    }
    Ok(())
}

fn is_too_long(line: &[u8]) -> bool {
    line.len() == MAX_LINE_BYTES && line.last() != Some(&b'\n')
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let at_hand = input.fill_buf()?;
        let (read, is_end) = match at_hand.iter().position(|byte| *byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (at_hand.len(), at_hand.is_empty()),
        };
        input.consume(read);
        if is_end {
            return Ok(());
        }
    }
}

/// The answers to some lines, in order, as texts of some lines each, with whether all of them are whole ones.
fn answered(workers: &mut Vec<Lines<'_>>, block: &Block) -> Vec<(String, bool)> {
    let wanted = rayon::current_num_threads().min(block.lines.len() / FEW_LINES);
    while let Some(first) = workers.first()
        && workers.len() < wanted
    {
        workers.push(first.another());
    }
    let each = block.lines.len().div_ceil(wanted.max(1));
    let parts = workers.par_iter_mut().zip(block.lines.par_chunks(each));
    let parts = parts.map(|(worker, part)| {
        let (mut answers, mut is_whole) = (String::new(), true);
        for line in part {
            is_whole &= answer(worker, block.line(line), &mut answers);
        }
        (answers, is_whole)
    });
    parts.collect()
}

fn answer(lines: &mut Lines<'_>, line: &[u8], out: &mut String) -> bool {
    if !is_too_long(line) {
        return lines.answer(line, out);
    }
    let message = format!("the line is longer than {MAX_LINE_BYTES} bytes");
    let failed = lines.failed(&Diagnostic::error_nowhere(Code::OverLimit, message));
    out.push_str(&told::line(&failed));
    false
}
