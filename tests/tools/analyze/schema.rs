//! The schemas say what the program does: real answers fit, and a request fits
//! exactly when the program takes it.

#[cfg(feature = "thorough")]
use std::collections::BTreeMap;
#[cfg(feature = "thorough")]
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use tengen_games::analysis::{ANSWER_SCHEMA, REQUEST_SCHEMA};

#[cfg(feature = "thorough")]
use super::order::answers;
use crate::process::program;
use crate::waiting::Finish;

#[cfg(feature = "thorough")]
fn validator(schema: &str) -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(schema).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

/// What of a value is against its schema; without the feature `thorough` nobody looks.
#[cfg_attr(not(feature = "thorough"), expect(unused_variables, reason = "nobody looks"))]
pub fn faults(schema: &str, value: &Value) -> Vec<String> {
    #[cfg(feature = "thorough")]
    {
        // Making one takes a second in an unoptimised build.
        static KNOWN: Mutex<BTreeMap<String, Arc<jsonschema::Validator>>> =
            Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let made = || Arc::new(validator(schema));
        let validator = known.entry(schema.to_owned()).or_insert_with(made).clone();
        drop(known);
        validator.iter_errors(value).map(|error| error.to_string()).collect()
    }
    #[cfg(not(feature = "thorough"))]
    Vec::new()
}

#[test]
fn the_schemas_are_printed() {
    for (name, schema) in [("request", REQUEST_SCHEMA), ("answer", ANSWER_SCHEMA)] {
        let output = program().args(["analyze", "--schema", name]).finish().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), schema);
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn every_field_is_in_the_manual() {
    let manual = include_str!("../../../src/tools/analyze/README.md");
    let request: Value = serde_json::from_str(REQUEST_SCHEMA).unwrap();
    let answer: Value = serde_json::from_str(ANSWER_SCHEMA).unwrap();
    let answers = &answer["$defs"];
    for line in [&request, &answers["AnalysisAnswer"], &answers["Refused"]] {
        for name in line["properties"].as_object().unwrap().keys() {
            assert!(manual.contains(&format!("| `{name}` |")), "{name}");
        }
    }
    for name in answers["ErrorText"]["properties"].as_object().unwrap().keys() {
        assert!(manual.contains(&format!("`{name}` (")), "{name}");
    }
}

#[cfg(feature = "thorough")]
#[test]
fn real_answers_fit() {
    let requests = [
        r#"{"id":"a","moves":"h8 i9","nodes":300,"multipv":3}"#,
        r#"{"id":1,"variant":"tictactoe","moves":"b2 a1 c1 a3 b1 b3 a2 c2 c3","turns":"all"}"#,
        r#"{"id":2,"variant":"destroy","moves":"h8 h9 *h9","turns":"all","nodes":50}"#,
        r#"{"id":3,"fen":"15/15/15/15/15/15/15/4xxxxx6/15/15/15/15/15/15/15 o"}"#,
        r#"{"id":4,"fen":"4/4/4/xxx1 x k=4","depth":3}"#,
        r#"{"id":5,"variant":"gomoku40x30","nodes":50,"search_moves":["an30"]}"#,
        r#"{"id":6,"options":{"Player":"random","Seed":1}}"#,
        r#"{"id":7,"options":{"Player":"linecount"}}"#,
        r#"{"id":7,"fen":"4/4/4/xx2 x k=3","proof":true}"#,
        r#"{"id":8,"moves":"h8 h8"}"#,
        r#"{"id":9,"#,
        "",
        "nonsense",
    ];
    let validator = validator(ANSWER_SCHEMA);
    let answers = answers(&["--nodes", "200"], &requests.join("\n"));
    assert_eq!(answers.len(), 1 + 10 + 4 + 8 + 1);
    for answer in
        answers.iter().map(String::as_str).chain([r#"{"id":1,"turn":0,"cancelled":true}"#])
    {
        let answer: Value = serde_json::from_str(answer).unwrap();
        let faults: Vec<String> =
            validator.iter_errors(&answer).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{answer}: {faults:?}");
    }
    for wrong in [r#"{"id":1}"#, r#"{"id":1,"turn":0}"#, r#"{"id":1,"error":{}}"#] {
        assert!(!validator.is_valid(&serde_json::from_str(wrong).unwrap()), "{wrong}");
    }
}

#[cfg(feature = "thorough")]
#[test]
fn a_request_fits_exactly_when_it_is_taken() {
    let validator = validator(REQUEST_SCHEMA);
    let cases = [
        (r#"{"id":"a","fen":"3/3/3 x k=3","moves":["b2"],"depth":1}"#, true),
        (r#"{"id":-5,"variant":"tictactoe","moves":"b2a1","turns":"all","nodes":1}"#, true),
        (r#"{"id":0,"variant":"tictactoe","turns":[0],"multipv":2,"mate":1}"#, true),
        (r#"{"id":"","record":"b2a1","format":"moves","variant":"tictactoe"}"#, true),
        (r#"{"id":1,"options":{"AB Cut":false,"Seed":7,"Player":"random"}}"#, true),
        (r#"{"id":1,"variant":"tictactoe","search_moves":["P@b2"],"movetime_ms":0}"#, true),
        (r#"{"id":1,"variant":"tictactoe","proof":true}"#, true),
        (r#"{"id":1,"proof":"yes"}"#, false),
        (r#"{"moves":"h8"}"#, false),
        (r#"{"id":null}"#, false),
        (r#"{"id":1.5}"#, false),
        (r#"{"id":1,"unknown":2}"#, false),
        (r#"{"id":1,"moves":[8]}"#, false),
        (r#"{"id":1,"moves":["h"]}"#, false),
        (r#"{"id":1,"nodes":0}"#, false),
        (r#"{"id":1,"depth":"3"}"#, false),
        (r#"{"id":1,"mate":1000001}"#, false),
        (r#"{"id":1,"multipv":1601}"#, false),
        (r#"{"id":1,"turns":[]}"#, false),
        (r#"{"id":1,"turns":"some"}"#, false),
        (r#"{"id":1,"search_moves":[]}"#, false),
        (r#"{"id":1,"options":{"Hash":1}}"#, false),
        (r#"{"id":1,"options":{"Width":null}}"#, false),
        (r#"{"id":1,"record":"b2"}"#, false),
        (r#"{"id":1,"format":"moves"}"#, false),
        (r#"{"id":1,"record":"b2","format":"moves","moves":"b2"}"#, false),
        (r#"{"id":1,"cancel":1}"#, false),
        (r#"{"cancel":true}"#, false),
    ];
    for (request, is_right) in cases {
        let value: Value = serde_json::from_str(request).unwrap();
        assert_eq!(validator.is_valid(&value), is_right, "{request}");
        let answers = answers(&["--nodes", "10"], request);
        let is_taken = answers.iter().all(|answer| !answer.contains("\"error\":"));
        assert_eq!(is_taken, is_right, "{request}: {answers:?}");
    }
}
