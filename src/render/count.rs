//! Counts and shares in words, without floats.

/// `1,234,567`
#[must_use]
pub fn thousands(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 situation`, `1,234 situations`
#[must_use]
pub fn situations(number: u128) -> String {
    format!(
        "{} situation{}",
        thousands(number),
        if number == 1 { "" } else { "s" }
    )
}

/// `7.7%`, `<0.1%`, `all`: how many of how many.
#[must_use]
pub fn share(part: u128, of: u128) -> String {
    if part == of {
        return "all".to_owned();
    }
    let tenths = if of > u128::MAX / 1000 {
        part / (of / 1000).max(1)
    } else {
        part * 1000 / of.max(1)
    };
    match tenths {
        0 if part > 0 => "<0.1%".to_owned(),
        1000.. => ">99.9%".to_owned(),
        _ => format!("{}.{}%", tenths / 10, tenths % 10),
    }
}

/// `12 of 143 situations (8.3%)`, `all 143 situations`
#[must_use]
pub fn of_situations(part: u128, of: u128) -> String {
    if part == of {
        return if of == 1 {
            "its one situation".to_owned()
        } else {
            format!("all {}", situations(of))
        };
    }
    format!(
        "{} of {} ({})",
        thousands(part),
        situations(of),
        share(part, of)
    )
}
