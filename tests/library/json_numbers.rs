//! Numbers: the vectors of RFC 8785, and what the profile on top of it refuses.

use std::collections::BTreeMap;

use countersign::Code;
use countersign::json::{Canonical, Json, JsonError, MAX_INTEGER, rfc8785};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::vectors;

fn code(text: &str) -> Option<Code> {
    let codes = [text.to_owned(), format!("[{text}]"), format!("{{\"a\":[null,{text}]}}")]
        .map(|text| Json::parse(&text).err().map(|error| error.code()));
    assert!(codes.iter().all(|code| *code == codes[0]), "{text}: the depth makes a difference");
    codes[0].clone()
}

#[test]
fn ten_thousand_floats_print_as_in_ecmascript() {
    #[derive(Deserialize)]
    struct Published {
        hashes: BTreeMap<String, String>,
    }

    let file = vectors::bytes("jcs/es6_numbers_first_10000.txt");
    let published: Published =
        serde_json::from_str(&vectors::text("jcs/es6_number_hashes.json")).unwrap();
    assert_eq!(vectors::hex(&published.hashes["10000"]), Sha256::digest(&file).as_slice());

    let mut printed = String::with_capacity(file.len());
    for line in str::from_utf8(&file).unwrap().lines() {
        let (bits, expected) = line.split_once(',').unwrap();
        let float = f64::from_bits(u64::from_str_radix(bits, 16).unwrap());
        // Rust's own spelling of the same float: what is read is not what is expected to come out.
        let text = rfc8785(&format!("{float:e}")).unwrap();
        assert_eq!(text, expected, "{bits}");
        if float.abs() <= 9_007_199_254_740_991.0 {
            assert_eq!(Canonical::of(&float).unwrap().as_str(), expected);
        } else {
            assert_eq!(Canonical::of(&float).unwrap_err().code(), Code::NUMBER_OUT_OF_RANGE);
        }
        printed.extend([bits, ",", &text, "\n"]);
    }
    assert_eq!(printed.as_bytes(), file);
}

#[test]
fn numbers_that_readers_differ_on_are_refused() {
    for fine in ["0", "1", "-1", "1904", "9007199254740991", "-9007199254740991", "0.5", "1.5e-3"] {
        assert_eq!(code(fine), None, "{fine}");
    }
    for beyond in [
        "9007199254740992",
        "-9007199254740992",
        "9007199254740993",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551616",
        "1000000000000000000000000000000",
        "1e30",
        "1E30",
        "-1e30",
        "9007199254740992.0",
        "9007199254740992.5",
        "90071992547409930e-1",
        "1e400",
        "-1e400",
        "1E999999999999999999999",
    ] {
        assert_eq!(code(beyond), Some(Code::NUMBER_OUT_OF_RANGE), "{beyond}");
        assert_eq!(
            rfc8785(&format!("[{beyond}]")).is_err(),
            beyond.contains("400") || beyond.contains("E9")
        );
    }
    for ambiguous in
        ["1904.0", "1e3", "1E3", "10e-1", "-0", "-0.0", "0.0", "-0e1", "0e0", "1e-999", "1.00"]
    {
        assert_eq!(code(ambiguous), Some(Code::AMBIGUOUS_NUMBER), "{ambiguous}");
    }
    for no_number in
        ["01", "+1", ".5", "1.", "1e", "1e+", "-", "--1", "0x1", "1_000", "NaN", "Infinity"]
    {
        assert_eq!(code(no_number), Some(Code::INVALID_JSON), "{no_number}");
    }
}

#[test]
fn a_truth_value_a_number_and_a_text_differ() {
    assert_eq!(Json::parse("true"), Ok(Json::Bool(true)));
    assert_eq!(Json::parse("1"), Ok(Json::Integer(1)));
    assert_eq!(Json::parse("\"1\""), Ok(Json::String("1".into())));
    let [a, b, c] = ["true", "1", "\"1\""].map(|text| Canonical::parse(text).unwrap());
    assert!(a != b && b != c && a != c);
}

#[test]
fn typed_numbers_are_held_to_the_same_range() {
    let refused = |result: Result<Canonical, JsonError>| matches!(result, Err(error) if error.code() == Code::NUMBER_OUT_OF_RANGE);
    assert!(refused(Canonical::of(&f64::NAN)));
    assert!(refused(Canonical::of(&[Some(f64::NAN)])));
    assert!(refused(Canonical::of(&BTreeMap::from([("a", [f64::INFINITY])]))));
    assert!(refused(Canonical::of(&(1, f32::NEG_INFINITY))));
    assert!(refused(Canonical::of(&1e300)));
    assert!(refused(Canonical::of(&f32::MAX)));
    assert!(refused(Canonical::of(&(MAX_INTEGER + 1))));
    assert!(refused(Canonical::of(&[u64::MAX])));
    assert!(refused(Canonical::of(&u128::MAX)));
    assert!(refused(Canonical::of(&i64::MIN)));
    assert!(refused(Canonical::of(&i128::MIN)));
    assert!(refused(Canonical::of(&-9_007_199_254_740_992_i64)));
    assert!(refused(Canonical::of(&Json::Integer(i64::MAX))));
    assert!(refused(Canonical::of(&Json::Array(vec![Json::Float(f64::NAN)]))));
    assert!(refused(Canonical::of(&serde_json::json!([1e300]))));

    for (value, text) in [(1904.0, "1904"), (-0.0, "0"), (0.1, "0.1"), (1e-7, "1e-7")] {
        assert_eq!(Canonical::of(&value).unwrap().as_str(), text);
    }
    assert_eq!(Canonical::of(&0.1_f32).unwrap().as_str(), "0.1");
    assert_eq!(Canonical::of(&MAX_INTEGER).unwrap().as_str(), "9007199254740991");
    assert_eq!(Canonical::of(&i128::from(-5)).unwrap().as_str(), "-5");
    assert_eq!(
        Canonical::of(&serde_json::json!([1904.0, 0.5, 7])).unwrap().as_str(),
        "[1904,0.5,7]"
    );
}

#[test]
fn large_keys_are_not_folded_together() {
    let keys = BTreeMap::from([(9_007_199_254_740_992_u64, 1), (9_007_199_254_740_993, 2)]);
    assert_eq!(Canonical::of(&keys).unwrap_err().code(), Code::NUMBER_OUT_OF_RANGE);
    let keys = BTreeMap::from([(9_007_199_254_740_990_u64, 1), (9_007_199_254_740_991, 2)]);
    let text = r#"{"9007199254740990":1,"9007199254740991":2}"#;
    assert_eq!(Canonical::of(&keys).unwrap().as_str(), text);
    let as_text = r#"{"9007199254740992":1,"9007199254740993":2}"#;
    assert_eq!(Canonical::parse(as_text).unwrap().as_str(), as_text);
}

#[test]
fn a_float_read_back_is_the_float_written() {
    for float in [1.577_777_777_777_000_1, 117.633_311_394_000_17] {
        let written = Canonical::of(&float).unwrap();
        let read = Json::parse(written.as_str()).unwrap();
        assert_eq!(read, Json::Float(float));
        assert_eq!(Canonical::of(&read).unwrap(), written);
        assert_eq!(written.decode::<f64>().unwrap().to_bits(), float.to_bits());
        let printed = serde_json::to_string(&read).unwrap();
        assert_eq!(Canonical::of(&Json::parse(&printed).unwrap()).unwrap(), written);
    }
}
