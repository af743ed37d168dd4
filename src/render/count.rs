//! Counts and shares in words, without floats.

/// Where counting ends: so many, or more.
pub const UNCOUNTED: u128 = u128::MAX;

/// `1,234,567`
pub fn thousands(number: u128) -> String {
    if number == UNCOUNTED {
        return "more than 10^38".to_owned();
    }
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
pub fn situations(number: u128) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} situation{plural}", thousands(number))
}

/// `7.7%`, `<0.1%`, `all`: how many of how many, where these were counted.
pub fn share(part: u128, of: u128) -> String {
    if part == of {
        return "all".to_owned();
    }
    let tenths = match part.checked_mul(1000) {
        Some(thousandfold) => thousandfold / of.max(1),
        None => part / (of / 1000).max(1),
    };
    match tenths {
        0 if part > 0 => "<0.1%".to_owned(),
        1000.. => ">99.9%".to_owned(),
        _ => format!("{}.{}%", tenths / 10, tenths % 10),
    }
}

/// `12 of 143 situations (8.3%)`, `all 143 situations`
pub fn of_situations(part: u128, of: u128) -> String {
    match part == of {
        _ if of == UNCOUNTED => format!("{} of {}", thousands(part), situations(of)),
        true if of == 1 => "its one situation".to_owned(),
        true => format!("all {}", situations(of)),
        false => {
            let share = share(part, of);
            format!("{} of {} ({share})", thousands(part), situations(of))
        }
    }
}
