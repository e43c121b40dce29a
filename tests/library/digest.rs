use countersign::digest::{Digest, InvalidDigest, Piece, pae};
use serde::Deserialize;

use crate::vectors;

#[test]
fn pae_gives_the_known_answers() {
    #[derive(Deserialize)]
    struct File {
        tests: Vec<Answer>,
    }
    #[derive(Deserialize)]
    struct Answer {
        pieces_hex: Vec<String>,
        out_hex: String,
    }

    let file: File = serde_json::from_str(&vectors::text("kat/pae.json")).unwrap();
    assert_eq!(file.tests.len(), 8);
    let mut outputs = Vec::new();
    for answer in file.tests {
        let pieces: Vec<Vec<u8>> = answer.pieces_hex.iter().map(|hex| vectors::hex(hex)).collect();
        let pieces: Vec<&[u8]> = pieces.iter().map(Vec::as_slice).collect();
        let output = pae(&pieces);
        assert_eq!(output, vectors::hex(&answer.out_hex), "{:?}", answer.pieces_hex);
        outputs.push(output);
    }
    outputs.sort();
    outputs.dedup();
    assert_eq!(outputs.len(), 8, "two lists of pieces have one encoding");
}

#[test]
fn a_digest_is_sha_256_over_label_and_pieces() {
    // From Python's hashlib, over the encoding written out by hand.
    let inner = Digest::from_bytes([0xab; 32]);
    let digest = Digest::of(
        "countersign.test/v1",
        &[
            Piece::Bytes(b"\x00\xff"),
            Piece::Text("\u{e9}"),
            Piece::Number(258),
            Piece::Digest(&inner),
        ],
    );
    assert_eq!(
        digest.to_string(),
        "b80163e1588f6e6a9f61ae294b80eeab2c7779707db5cc01e16038d5e921de1e"
    );
}

#[test]
fn labels_and_the_cuts_between_pieces_count() {
    let digests = [
        Digest::of("a", &[Piece::Text("bc")]),
        Digest::of("ab", &[Piece::Text("c")]),
        Digest::of("a", &[Piece::Text("b"), Piece::Text("c")]),
        Digest::of("a", &[Piece::Text("bc"), Piece::Text("")]),
        Digest::of("abc", &[]),
    ];
    for (at, one) in digests.iter().enumerate() {
        assert!(digests[at + 1..].iter().all(|other| other != one), "number {at} comes twice");
    }
}

#[test]
fn a_digest_has_one_spelling() {
    let digest = Digest::of("countersign.test/v1", &[]);
    let text = digest.to_string();
    assert_eq!(text.parse(), Ok(digest));
    assert_eq!(format!("{digest:?}"), text);
    assert_eq!(Digest::ZERO.to_string(), "0".repeat(64));
    for wrong in [
        text.to_uppercase(),
        text[1..].to_owned(),
        format!("{text}0"),
        format!("{text}00"),
        format!(" {text}"),
        format!("{text}\n"),
        format!("0x{}", &text[2..]),
        format!("+{}", &text[1..]),
        format!("{}g", &text[1..]),
        format!("{}\u{e9}", &text[2..]),
        String::new(),
    ] {
        assert_eq!(wrong.parse::<Digest>(), Err(InvalidDigest), "{wrong:?}");
    }
}

#[test]
fn in_json_a_digest_is_its_text() {
    let digest = Digest::of("countersign.test/v1", &[]);
    let json = serde_json::to_string(&digest).unwrap();
    assert_eq!(json, format!("\"{digest}\""));
    assert_eq!(serde_json::from_str::<Digest>(&json).unwrap(), digest);
    let error = serde_json::from_str::<Digest>(&json.to_uppercase()).unwrap_err();
    assert!(error.to_string().contains("64 digits of 0-9 a-f"), "{error}");
}
