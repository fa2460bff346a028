//! Tokens and nonces: randomness of the system, as text.

use std::fmt::Write as _;
use std::io;

use super::Token;
use crate::exit::Failure;

const TOKEN_BYTES: usize = 32;
const NONCE_BYTES: usize = 8;
/// The alphabet that is safe in addresses and file names.
const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// What opens a node. Nobody guesses it.
pub(super) fn token() -> Result<Token, Failure> {
    Ok(Token::new(base64(&random::<TOKEN_BYTES>()?)))
}

/// What tells one start of a node from another: 16 hexadecimal digits. No secret.
pub(super) fn nonce() -> Result<String, Failure> {
    let mut text = String::new();
    for byte in random::<NONCE_BYTES>()? {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

fn random<const N: usize>() -> Result<[u8; N], Failure> {
    let mut bytes = [0; N];
    let failed = |error| Failure::environment("get random bytes from the system", error);
    getrandom::fill(&mut bytes).map_err(|error| failed(io::Error::other(error.to_string())))?;
    Ok(bytes)
}

/// Without padding.
fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let whole = chunk.iter().fold(0u32, |sum, byte| sum << 8 | u32::from(*byte));
        let whole = whole << (8 * (3 - chunk.len()));
        for place in 0..=chunk.len() {
            let sextet = (whole >> (18 - 6 * place)) & 0x3f;
            text.push(char::from(BASE64.get(sextet as usize).copied().unwrap_or(b'_')));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_the_url_safe_alphabet() {
        let cases: [(&[u8], &str); 7] = [
            (b"", ""),
            (b"t", "dA"),
            (b"te", "dGU"),
            (b"tea", "dGVh"),
            (b"teas", "dGVhcw"),
            (&[0xff; 3], "____"),
            (&[0xfb, 0xef, 0xbe], "----"),
        ];
        for (bytes, expected) in cases {
            assert_eq!(base64(bytes), expected);
        }
    }

    #[test]
    fn no_two_tokens_are_alike() {
        let (one, other) = (token().unwrap(), token().unwrap());
        assert_eq!(one.secret().len(), 43);
        assert_ne!(one, other);
        assert_eq!(nonce().unwrap().len(), 16);
    }

    #[test]
    fn a_token_does_not_show_itself() {
        let token = Token::new("s3cret");
        assert!(!format!("{token:?}").contains("s3cret"));
    }
}
