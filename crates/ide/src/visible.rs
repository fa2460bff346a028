//! Source text as a message may show it: short, on one line, nothing hidden.
//!
//! In goes any text; out comes one that is safe for a terminal. Knows characters,
//! not tokens.

/// How much of a piece of text a message repeats.
const WIDTH: usize = 40;
/// How long a message gets when a text has absurdly long names.
const LONGEST: usize = 400;

/// A message as it reaches a reader, whatever the text was that it quotes.
pub(crate) fn sentence(words: impl Into<String>) -> String {
    let words = words.into();
    match words.contains(is_hidden) || words.len() > LONGEST {
        true => cut(&words, LONGEST),
        false => words,
    }
}

/// The first line of a text, cut when long, with hidden characters by number.
pub(crate) fn shown(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    let mut shown = cut(line, WIDTH);
    if line.len() < text.trim_end().len() && !shown.ends_with('…') {
        shown.push('…');
    }
    shown
}

fn cut(text: &str, width: usize) -> String {
    let mut shown = String::new();
    for character in text.chars().take(width) {
        match is_hidden(character) {
            true => shown.push_str(&number(character)),
            false => shown.push(character),
        }
    }
    if text.chars().nth(width).is_some() {
        shown.push('…');
    }
    shown
}

/// A piece of code inside a sentence.
pub(crate) fn code(text: &str) -> String {
    if text.contains('`') { format!("'{text}'") } else { format!("`{text}`") }
}

/// `U+FEFF`
pub(crate) fn number(character: char) -> String {
    format!("U+{:04X}", u32::from(character))
}

/// Whether a character shows as nothing, as blank, or moves what is around it.
pub(crate) fn is_hidden(character: char) -> bool {
    match character {
        ' ' | '\t' => false,
        _ => character.is_control() || character.is_whitespace() || is_format(character),
    }
}

/// The characters that only tell how others are shown.
fn is_format(character: char) -> bool {
    matches!(
        character,
        '\u{AD}'
            | '\u{34F}'
            | '\u{61C}'
            | '\u{115F}'..='\u{1160}'
            | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF9}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// What people call a hidden character.
pub(crate) fn name(character: char) -> Option<&'static str> {
    Some(match character {
        '\0' => "null",
        '\u{8}' => "backspace",
        '\u{B}' => "vertical tab",
        '\u{C}' => "form feed",
        '\r' => "carriage return",
        '\u{1B}' => "escape",
        '\u{7F}' => "delete",
        '\u{A0}' => "no-break space",
        '\u{AD}' => "soft hyphen",
        '\u{200B}' => "zero width space",
        '\u{200C}' => "zero width non-joiner",
        '\u{200D}' => "zero width joiner",
        '\u{2028}' => "line separator",
        '\u{2029}' => "paragraph separator",
        '\u{3000}' => "ideographic space",
        '\u{FEFF}' => "byte order mark",
        '\u{61C}' | '\u{200E}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            "text direction control"
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn short_text_is_shown_as_it_is() {
        assert_eq!(shown("pier + 1"), "pier + 1");
    }

    #[test]
    fn long_text_is_cut() {
        assert_eq!(shown(&"x".repeat(41)), format!("{}…", "x".repeat(40)));
        assert_eq!(shown("one\ntwo"), "one…");
        assert_eq!(shown("one\r\n"), "one");
    }

    #[test]
    fn nothing_hidden_reaches_a_message() {
        assert_eq!(shown("a\0b\u{202E}c\u{FEFF}"), "aU+0000bU+202EcU+FEFF");
    }
}
