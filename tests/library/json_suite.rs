//! The suite of `JSONTestSuite`, on an ordinary stack and on a small one.

use base64ct::{Base64, Encoding};
use countersign::Code;
use countersign::json::{Canonical, Json, Loose, rfc8785};
use serde::Deserialize;

use crate::support::with_flaw;
use crate::vectors;

#[derive(Deserialize)]
struct Case {
    path: String,
    expect: String,
    b64: String,
}

fn cases() -> Vec<(Case, Vec<u8>)> {
    let file = vectors::text("jsontestsuite/jsontestsuite.jsonl");
    let cases = file.lines().map(|line| {
        let case: Case = serde_json::from_str(line).unwrap();
        let bytes = Base64::decode_vec(&case.b64).unwrap();
        (case, bytes)
    });
    cases.collect()
}

fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(64 * 1024).spawn(work).unwrap().join().unwrap();
}

/// Refused codes that say the text is JSON, yet nothing to hash.
fn is_profile(code: &Code) -> bool {
    [
        Code::DUPLICATE_KEY,
        Code::NUMBER_OUT_OF_RANGE,
        Code::AMBIGUOUS_NUMBER,
        Code::LONE_SURROGATE,
        Code::NESTING_TOO_DEEP,
    ]
    .contains(code)
}

fn whole_suite() {
    let (mut rejected, mut accepted, mut transform) = (0, 0, 0);
    for (case, bytes) in cases() {
        let read = Json::parse_bytes(&bytes);
        match case.expect.as_str() {
            "must_reject" => {
                rejected += 1;
                assert!(read.is_err(), "{}", case.path);
            }
            "must_accept" => {
                accepted += 1;
                if let Err(error) = &read {
                    assert!(is_profile(&error.code()), "{}: {error}", case.path);
                }
            }
            "transform" => transform += 1,
            other => assert_eq!(other, "implementation_defined"),
        }
        if let Ok(text) = str::from_utf8(&bytes) {
            // The two readers do not differ on what they accept.
            let through_serde = serde_json::from_str::<Json>(text);
            assert_eq!(through_serde.ok(), read.clone().ok(), "{}", case.path);
            assert_eq!(with_flaw(text).is_ok_and(|(_, flaw)| flaw.is_none()), read.is_ok());
            drop(rfc8785(text));
            drop(serde_json::from_str::<Loose>(text));
        }
        if let Ok(json) = read {
            let canonical = Canonical::of(&json).unwrap();
            assert_eq!(canonical.json(), &json, "{}", case.path);
            assert_eq!(Canonical::parse(canonical.as_str()), Ok(canonical));
        }
    }
    assert_eq!((rejected, accepted, transform), (188, 95, 22));
}

#[test]
fn nothing_that_is_no_json_is_read() {
    whole_suite();
}

#[test]
fn nor_does_a_small_stack_overflow() {
    on_a_small_stack(whole_suite);
}

#[test]
fn the_deepest_json_there_is_fits_a_small_stack() {
    on_a_small_stack(|| {
        for (open, inner, close) in [("[", "1", "]"), ("{\"k\":", "1", "}")] {
            let deep = |levels| format!("{}{inner}{}", open.repeat(levels), close.repeat(levels));
            let json = Json::parse(&deep(32)).unwrap();
            assert_eq!(serde_json::from_str::<Json>(&deep(32)).unwrap(), json);
            assert_eq!(Canonical::of(&json).unwrap().as_str(), deep(32));

            for levels in [33, 100, 100_000] {
                let refused = Json::parse(&deep(levels)).unwrap_err();
                assert_eq!(refused.code(), Code::NESTING_TOO_DEEP);
                assert!(with_flaw(&deep(levels)).is_err());
                assert!(rfc8785(&deep(levels)).is_err());
                assert!(serde_json::from_str::<Json>(&deep(levels)).is_err());
                assert!(serde_json::from_str::<Loose>(&deep(levels)).is_err());
            }
            let over = match json {
                Json::Array(_) => Json::Array(vec![json]),
                json => Json::Object([("k".to_owned(), json)].into()),
            };
            assert_eq!(Canonical::of(&over).unwrap_err().code(), Code::NESTING_TOO_DEEP);
        }
    });
}

#[test]
fn wide_is_not_deep() {
    let inner = format!("{}{}", "[".repeat(31), "]".repeat(31));
    let wide = format!("[{},{{\"k\":{{}}}}]", vec![inner; 40].join(","));
    let json = Json::parse(&wide).unwrap();
    assert_eq!(serde_json::from_str::<Json>(&wide).unwrap(), json);
    assert_eq!(Canonical::of(&json).unwrap().as_str(), wide);
}

#[test]
fn twice_the_same_key_and_half_a_pair_are_refused() {
    let mut seen = (0, 0);
    for (case, bytes) in cases().into_iter().filter(|(case, _)| case.expect == "transform") {
        let read = Json::parse_bytes(&bytes);
        if case.path.contains("object_same_key") {
            seen.0 += 1;
            assert_eq!(read.unwrap_err().code(), Code::DUPLICATE_KEY, "{}", case.path);
        } else if case.path.contains("escaped_invalid_codepoint") {
            seen.1 += 1;
            assert_eq!(read.unwrap_err().code(), Code::LONE_SURROGATE, "{}", case.path);
        } else if case.path.contains("invalid_codepoint") {
            seen.1 += 1;
            assert_eq!(read.unwrap_err().code(), Code::INVALID_JSON, "{}", case.path);
        } else if case.path.contains("object_key_nf") {
            assert!(matches!(read, Ok(Json::Object(members)) if members.len() == 2));
        }
    }
    assert_eq!(seen, (3, 6));
}
