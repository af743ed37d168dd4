//! Where a text breaks: the words around it.

/// A token of a text, with those around it.
pub struct Place<'t> {
    pub text: &'t str,
    /// Each with its place in the text.
    pub tokens: &'t [(usize, &'t str)],
    /// Which of them.
    pub here: usize,
}

impl<'t> Place<'t> {
    /// The token that begins at this place of a text, or behind it.
    pub fn at(text: &'t str, tokens: &'t [(usize, &'t str)], at: usize) -> Option<Self> {
        let here = tokens.iter().position(|(start, _)| *start >= at)?;
        Some(Self { text, tokens, here })
    }

    fn token(&self, at: Option<usize>) -> &'t str {
        let token = at.and_then(|at| self.tokens.get(at));
        token.map_or("", |(_, token)| *token)
    }

    /// The token so many steps before.
    pub fn before(&self, steps: usize) -> &'t str {
        self.token(self.here.checked_sub(steps))
    }

    /// The token so many steps on; that of none is the one itself.
    pub fn after(&self, steps: usize) -> &'t str {
        self.token(self.here.checked_add(steps))
    }

    /// The text before it.
    pub fn until(&self) -> &'t str {
        let start = self.tokens.get(self.here).map(|(start, _)| *start);
        let until = start.and_then(|start| self.text.get(..start));
        until.unwrap_or_default().trim()
    }

    /// The text from so many steps on.
    pub fn from(&self, steps: usize) -> Option<&'t str> {
        let (start, _) = self.tokens.get(self.here + steps)?;
        self.text.get(*start..).map(str::trim)
    }
}

pub fn begins_number(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_digit())
}

pub fn is_unit(token: &str) -> bool {
    is_word(token) || (token.len() > 1 && token.chars().all(char::is_alphabetic))
}

pub fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() && !c.is_uppercase())
        && !matches!(token, "and" | "or" | "is" | "in" | "not" | "if")
}
