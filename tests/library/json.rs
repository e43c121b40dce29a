use std::collections::BTreeMap;

use countersign::Code;
use countersign::json::{Canonical, Json, JsonError, Loose, rfc8785};
use proptest::prelude::*;
use serde::de::value::{BorrowedStrDeserializer, MapDeserializer};
use serde::{Deserialize, Serialize};

use crate::support::with_flaw;
use crate::vectors;

fn code(text: &str) -> Option<Code> {
    Json::parse(text).err().map(|error| error.code())
}

#[test]
fn the_six_vectors_of_rfc_8785() {
    for name in ["arrays", "french", "structures", "unicode", "values", "weird"] {
        let input = vectors::text(&format!("jcs/input/{name}.json"));
        let output = vectors::bytes(&format!("jcs/output/{name}.json"));
        let hex: String =
            vectors::text(&format!("jcs/outhex/{name}.txt")).split_whitespace().collect();
        let printed = rfc8785(&input).unwrap();
        assert_eq!(printed.as_bytes(), output, "{name}");
        assert_eq!(printed.as_bytes(), vectors::hex(&hex), "{name}");
        match Canonical::of(&with_flaw(&input).unwrap().0) {
            Ok(canonical) => assert_eq!(canonical.as_bytes(), output, "{name}"),
            Err(error) => {
                assert_eq!((name, error.code()), ("values", Code::NUMBER_OUT_OF_RANGE));
            }
        }
    }
}

#[test]
fn a_key_comes_once() {
    for (text, place) in [
        (r#"{"a":1,"a":1}"#, (1, 8)),
        (r#"{"a":1,"\u0061":2}"#, (1, 8)),
        ("{\"b\":\n [{\"a\":1,\n\"c\":0,\"\\u0061\":2}]}", (3, 7)),
        (r#"{"é":{"x":[{"a":{},"b":1,"a":{}}]}}"#, (1, 26)),
        (r#"{"\ud83d\ude02":1,"😂":2}"#, (1, 19)),
    ] {
        let error = Json::parse(text).unwrap_err();
        assert_eq!(error.code(), Code::DUPLICATE_KEY, "{text}");
        assert_eq!(error.position(), Some(place), "{text}");
        assert!(rfc8785(text).is_err(), "{text}");
        assert!(serde_json::from_str::<Json>(text).unwrap_err().to_string().contains("twice"));
    }
    assert_eq!(code(r#"{"a":{"a":1},"b":{"a":1}}"#), None);
}

#[test]
fn a_value_that_prints_a_key_twice_is_refused() {
    struct Twice;
    impl Serialize for Twice {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([("a", 1), ("a", 2)])
        }
    }
    #[derive(Serialize)]
    struct Flat {
        a: u8,
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    }

    assert_eq!(Canonical::of(&[Twice]).unwrap_err().code(), Code::DUPLICATE_KEY);
    let flat = Flat { a: 1, rest: [("a".to_owned(), 2)].into() };
    assert_eq!(Canonical::of(&flat).unwrap_err().code(), Code::DUPLICATE_KEY);
}

#[test]
fn half_a_surrogate_pair_is_no_text() {
    for half in [
        r#""\ud800""#,
        r#""\udc00""#,
        r#""\ud800\ud800""#,
        r#""\ud800\u0061""#,
        r#""\ud800x""#,
        r#""\ud800\n""#,
        r#""\udc00\ud800""#,
        r#"{"\udead":1}"#,
        r#"["\ud83d\ude02\ud83d"]"#,
    ] {
        assert_eq!(code(half), Some(Code::LONE_SURROGATE), "{half}");
        let (_, flaw) = with_flaw(half).unwrap();
        assert_eq!(flaw.unwrap().code(), Code::LONE_SURROGATE, "looked at, and noted");
        assert!(serde_json::from_str::<Json>(half).is_err(), "{half}");
    }
    assert_eq!(Json::parse(r#""\ud83D\uDe02""#), Ok(Json::String("😂".into())));
}

#[test]
fn bytes_that_are_no_utf_8_are_refused() {
    for bytes in [
        &b"\"\xff\""[..],
        b"\"\xed\xa0\x80\"",
        b"\"\xc0\xaf\"",
        b"\xef\xbb\xbf{}",
        b"\xff\xfe1\0",
        b"1\0",
        b"",
    ] {
        assert_eq!(Json::parse_bytes(bytes).unwrap_err().code(), Code::INVALID_JSON, "{bytes:?}");
    }
    let error = Json::parse_bytes(b"[\n \"\xc3\xa9\xff\"]").unwrap_err();
    assert_eq!(error.position(), Some((2, 4)));
    assert_eq!(Json::parse_bytes(b" \t\r\n{} "), Ok(Json::Object(BTreeMap::new())));
}

#[test]
fn an_error_says_where_and_shows_nothing_raw() {
    for (text, says) in [
        ("", "a value is expected, at line 1, column 1"),
        ("{\n\"a\" 1}", "`:` is expected, at line 2, column 5"),
        ("[1,]", "a value is expected, at line 1, column 4"),
        ("[1 2]", "`,` or `]` is expected, at line 1, column 4"),
        ("{\"a\":1,}", "a key in quotes is expected, at line 1, column 8"),
        ("\"a\nb\"", "a control character in a text must be escaped, at line 1, column 3"),
        ("\"é\\x\"", "there is no such escape, at line 1, column 3"),
        ("\"\\u12g4\"", "`\\u` needs four hexadecimal digits, at line 1, column 2"),
        ("1 1", "more text after the end of the JSON, at line 1, column 3"),
        ("nul", "a value is expected, at line 1, column 1"),
        ("\"abc", "a text has no end, at line 1, column 5"),
    ] {
        let error = Json::parse(text).unwrap_err();
        assert_eq!((error.code(), error.to_string()), (Code::INVALID_JSON, says.to_owned()));
    }
    let key = format!("\u{202e}\u{1b}[2J{}", "x".repeat(5000));
    let json = serde_json::to_string(&key).unwrap();
    let error = Json::parse(&format!("{{{json}:1,{json}:2}}")).unwrap_err().to_string();
    assert!(error.starts_with(r#"the key "\u{202e}\u{1b}[2Jxx"#) && error.len() < 120, "{error}");
}

#[test]
fn nothing_is_normalized_or_trimmed() {
    let differ = |a: &str, b: &str| Canonical::of(a).unwrap() != Canonical::of(b).unwrap();
    assert!(differ("\u{e9}", "e\u{301}"));
    assert!(differ("a\r\n", "a\n"));
    assert!(differ("a", "a "));
    assert!(differ("a", "A"));
    assert!(differ("40.0", "40"));
    assert!(Canonical::of("40").unwrap() != Canonical::of(&40).unwrap());
    let two = Json::parse("{\"\u{e9}\":1,\"e\u{301}\":2}").unwrap();
    assert_eq!(Canonical::of(&two).unwrap().as_str(), "{\"e\u{301}\":2,\"\u{e9}\":1}");
}

#[test]
fn order_space_and_escapes_have_no_meaning() {
    let one = Json::parse("{\"b\":[1,\"\\u00e9\\/\"],\"a\":null}").unwrap();
    let other = Json::parse(" {\n\"a\" : null, \"\\u0062\":[ 1 , \"é/\" ] } ").unwrap();
    assert_eq!(Canonical::of(&one), Canonical::of(&other));
}

#[test]
fn a_request_with_flaws_can_be_looked_at() {
    let text = r#"{"id":"R-1","id":"R-2","n":1e400,"m":-0,"k":{"x":90071992547409930}}"#;
    let (json, flaw) = with_flaw(text).unwrap();
    assert_eq!(
        flaw.map(|flaw| (flaw.code(), flaw.position())),
        Some((Code::DUPLICATE_KEY, Some((1, 13))))
    );
    let Json::Object(members) = json else { panic!("{json:?}") };
    assert_eq!(members["id"], Json::String("R-1".into()));
    assert_eq!(members["n"], Json::Float(f64::INFINITY));
    assert_eq!(members["m"], Json::Float(-0.0));
    assert_eq!(
        members["k"],
        Json::Object([("x".to_owned(), Json::Float(9.007_199_254_740_993e16))].into())
    );

    let first = |text: &str| with_flaw(text).unwrap().1.map(|flaw| flaw.code());
    assert_eq!(first("[1e400,-0]"), Some(Code::NUMBER_OUT_OF_RANGE));
    assert_eq!(first("[-0,1e400]"), Some(Code::AMBIGUOUS_NUMBER));
    assert_eq!(first("[0,1.5]"), None);
    assert_eq!(with_flaw("[1").unwrap_err().code(), Code::INVALID_JSON);
}

#[test]
fn a_request_within_something_larger_can_be_looked_at() {
    #[derive(Deserialize)]
    struct Case {
        name: String,
        card: Loose,
    }
    let read = |card: &str| -> Result<Case, _> {
        serde_json::from_str(&format!("{{\"card\":{card},\"name\":\"n\"}}"))
    };
    for (card, flaw) in [
        (r#"{"id":"a","id":"b"}"#, Some(Code::DUPLICATE_KEY)),
        (r#"{"id":"a","y":1904.0}"#, Some(Code::AMBIGUOUS_NUMBER)),
        (r#"{"id":"a","y":-0}"#, Some(Code::AMBIGUOUS_NUMBER)),
        (r#"{"id":"a","y":9007199254740993}"#, Some(Code::NUMBER_OUT_OF_RANGE)),
        (r#"{"id":"a","y":-1e300}"#, Some(Code::NUMBER_OUT_OF_RANGE)),
        (r#"{"id":"a","y":[1904,0.5,true,null]}"#, None),
    ] {
        let case = read(card).unwrap();
        let (json, same) = with_flaw(card).unwrap();
        assert_eq!((case.name.as_str(), &case.card.json), ("n", &json), "{card}");
        assert_eq!(case.card.flaw.map(|flaw| flaw.code()), flaw, "{card}");
        assert_eq!(same.map(|flaw| flaw.code()), flaw, "{card}");
        let Json::Object(members) = json else { panic!("{card}") };
        assert_eq!(members["id"], Json::String("a".into()));
    }
    assert!(
        read(&format!("{}{}", "[".repeat(32), "]".repeat(32))).is_ok(),
        "counted from the card"
    );
    assert!(read(&format!("{}{}", "[".repeat(33), "]".repeat(33))).is_err());
}

/// `serde_json` has keys of its own; to a reader of JSON they are keys like any other, whatever
/// features other crates turn on.
#[test]
fn a_key_that_serde_json_uses_is_a_key() {
    for text in [
        r#"{"$serde_json::private::Number":"1"}"#,
        r#"{"$serde_json::private::Number":"\u0031"}"#,
        r#"{"$serde_json::private::Number":"1e3","a":1}"#,
        r#"{"$serde_json::private::Number":["x"]}"#,
        r#"{"$serde_json::private::Number":1}"#,
        r#"{"$serde_json::private::RawValue":"1"}"#,
    ] {
        let json = Json::parse(text).unwrap();
        assert!(matches!(&json, Json::Object(members) if !members.is_empty()), "{text}");
        assert_eq!(serde_json::from_str::<Json>(text).unwrap(), json, "{text}");
        assert_eq!(serde_json::from_reader::<_, Json>(text.as_bytes()).unwrap(), json, "{text}");
        assert_eq!(serde_json::from_str::<Loose>(text).unwrap().json, json, "{text}");
        let canonical = Canonical::of(&json).unwrap();
        assert_eq!(Json::parse(canonical.as_str()).unwrap(), json, "{text}");
    }
    let numbers = "[0,-5,0.5,9007199254740991,1.5e-7]";
    assert_eq!(serde_json::from_str::<Json>(numbers).unwrap(), Json::parse(numbers).unwrap());
    let value: serde_json::Value = serde_json::from_str(numbers).unwrap();
    assert_eq!(
        serde_json::from_value::<Json>(value.clone()).unwrap(),
        Json::parse(numbers).unwrap()
    );
    assert_eq!(Canonical::of(&value).unwrap().as_str(), numbers);

    // Even where it comes just as `serde_json` would hand over a number, had it that feature.
    let has_feature = serde_json::from_str::<serde_json::Number>("1e400").is_ok();
    let key =
        BorrowedStrDeserializer::<serde::de::value::Error>::new("$serde_json::private::Number");
    let map = MapDeserializer::new([(key, "1".to_owned())].into_iter());
    let json = Json::deserialize(map).unwrap();
    assert_eq!(json == Json::Integer(1), has_feature);
}

#[test]
fn values_print_as_their_json_does() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    enum Shape {
        Unit,
        New(u8),
        Pair(u8, String),
        Named { b: Option<bool>, a: char },
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug, PartialOrd, Ord, Eq)]
    enum Name {
        One,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct All {
        shapes: Vec<Shape>,
        unit: (),
        map: BTreeMap<i8, (u8, f32)>,
        truth: BTreeMap<bool, i64>,
        names: BTreeMap<Name, String>,
    }
    let all = All {
        shapes: vec![
            Shape::Unit,
            Shape::New(1),
            Shape::Pair(2, "\u{7f}\u{1}\"".into()),
            Shape::Named { b: None, a: 'é' },
        ],
        unit: (),
        map: [(-1, (1, 0.1)), (2, (2, 2.5))].into(),
        truth: [(true, -7)].into(),
        names: [(Name::One, String::new())].into(),
    };
    let canonical = Canonical::of(&all).unwrap();
    let printed = Json::parse(&serde_json::to_string(&all).unwrap()).unwrap();
    assert_eq!(canonical.json(), &printed);
    assert_eq!(canonical.decode::<All>().unwrap(), all);
}

#[test]
fn what_can_not_be_printed_is_refused() {
    struct Fails;
    impl Serialize for Fails {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom(format!("no\u{1b}[2J{}", "x".repeat(5000))))
        }
    }
    let error: JsonError = Canonical::of(&Fails).unwrap_err();
    assert_eq!(error.code(), Code::INVALID_JSON);
    assert!(error.to_string().starts_with(r"no\u{1b}[2Jxx") && error.to_string().len() < 250);

    for refused in [
        Canonical::of(&BTreeMap::from([((), 1)])),
        Canonical::of(&BTreeMap::from([([1, 2], 1)])),
        Canonical::of(&BTreeMap::from([(Some("a"), 1)])),
    ] {
        assert_eq!(refused.unwrap_err().code(), Code::INVALID_JSON);
    }
}

#[test]
fn a_canonical_text_is_taken_back_only_as_it_is() {
    assert!(Canonical::parse(r#"{"a":1,"b":[0.5,"é"]}"#).is_ok());
    for other in [r#"{"b":1,"a":1}"#, r#"{"a": 1}"#, r#""\u0061""#, "1 ", "5e-1", "0.10"] {
        assert_eq!(Canonical::parse(other).unwrap_err().code(), Code::INVALID_JSON, "{other}");
    }
    assert_eq!(Canonical::parse("1.0").unwrap_err().code(), Code::AMBIGUOUS_NUMBER);
    assert_eq!(format!("{:?}", Canonical::of("secret").unwrap()), "Canonical(8 bytes)");
}

fn trees() -> impl Strategy<Value = Json> {
    const MAX: i64 = (1 << 53) - 1;
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        (-MAX..=MAX).prop_map(Json::Integer),
        (-1e15..1e15).prop_map(float),
        any::<f64>().prop_filter_map("in range", |x| (x.abs() <= 9e15).then(|| float(x))),
        any::<String>().prop_map(Json::String),
    ];
    leaf.prop_recursive(5, 64, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Json::Array),
            prop::collection::btree_map(any::<String>(), inner, 0..6).prop_map(Json::Object),
        ]
    })
}

#[expect(clippy::cast_possible_truncation, reason = "whole, and within 2^53")]
fn float(x: f64) -> Json {
    if x.fract() == 0.0 { Json::Integer(x as i64) } else { Json::Float(x) }
}

proptest! {
    #[test]
    fn a_tree_comes_back_as_it_was(tree in trees()) {
        let canonical = Canonical::of(&tree).unwrap();
        prop_assert_eq!(canonical.json(), &tree);
        prop_assert_eq!(&Json::parse(canonical.as_str()).unwrap(), &tree);
        prop_assert_eq!(&Canonical::of(&canonical.json()).unwrap(), &canonical);
        prop_assert_eq!(&rfc8785(canonical.as_str()).unwrap(), canonical.as_str());
        let theirs = serde_json_canonicalizer::to_string(&tree).unwrap();
        prop_assert_eq!(canonical.as_str(), &theirs);
        for printed in [serde_json::to_string(&tree), serde_json::to_string_pretty(&tree)] {
            let printed = printed.unwrap();
            prop_assert_eq!(&Json::parse(&printed).unwrap(), &tree);
            prop_assert_eq!(&serde_json::from_str::<Json>(&printed).unwrap(), &tree);
            prop_assert_eq!(&Canonical::of(&Json::parse(&printed).unwrap()).unwrap(), &canonical);
        }
    }

    #[test]
    fn no_bytes_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        drop(Json::parse_bytes(&bytes));
    }

    /// Text made of what JSON is made of: read alike by this reader and by `serde_json`.
    #[test]
    fn readers_do_not_differ(text in r#"([\[\]{}:, \n"\\u/eE+.0-9a-f-]|\\ud8|true|null|"a"|"\\u00e9":|1\.5|\[\]|é){0,24}"#) {
        let own = Json::parse(&text);
        let theirs = serde_json::from_str::<Json>(&text);
        prop_assert_eq!(own.as_ref().ok(), theirs.as_ref().ok());
        let (recorded, loose) = (with_flaw(&text), serde_json::from_str::<Loose>(&text));
        if let (Ok((json, flaw)), Ok(loose)) = (&recorded, &loose) {
            prop_assert_eq!(json, &loose.json);
            prop_assert_eq!(flaw.as_ref().map(JsonError::code), loose.flaw.as_ref().map(JsonError::code));
        }
        prop_assert!(recorded.is_ok() || loose.is_err());
    }
}
