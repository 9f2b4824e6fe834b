//! JSON output against the schemas in `docs/schemas/`, by a checker of the part of JSON Schema that they use. A keyword that
//! it does not know is a fault of the schema.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

use crate::{code, run, stdout};

/// A schema, with the whole file that its references are in.
#[derive(Clone, Copy)]
struct Schema<'a> {
    file: &'a Value,
    part: &'a Value,
}

fn schemas() -> BTreeMap<String, Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schemas");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: &Path| serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    files.map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), read(&path))).collect()
}

impl<'a> Schema<'a> {
    fn of(file: &'a Value) -> Self {
        Self { file, part: file }
    }

    fn at(self, part: &'a Value) -> Self {
        Self { part, ..self }
    }

    fn named(self, reference: &str) -> Self {
        let place = reference.strip_prefix('#').unwrap();
        self.at(self.file.pointer(place).unwrap_or_else(|| panic!("{reference} leads nowhere")))
    }

    /// The faults of a value, with their places; none if it is as it should be.
    fn fault(self, value: &Value, place: &str) -> Option<String> {
        let part = self.part.as_object().unwrap();
        let faults =
            part.iter().filter_map(|(keyword, given)| self.fault_by(part, keyword, given, value, place));
        faults.reduce(|first, _| first)
    }

    fn fault_by(
        self,
        part: &Map<String, Value>,
        keyword: &str,
        given: &Value,
        value: &Value,
        place: &str,
    ) -> Option<String> {
        let wrong = |why: String| Some(format!("{place}: {value}: {why}"));
        let length = value.as_array().map(Vec::len);
        match keyword {
            "$schema" | "title" | "description" | "$defs" => None,
            "$ref" => self.named(given.as_str().unwrap()).fault(value, place),
            "type" => {
                let types = given.as_array().cloned().unwrap_or_else(|| vec![given.clone()]);
                let is_it = types.iter().any(|name| is_of_type(value, name.as_str().unwrap()));
                if is_it { None } else { wrong(format!("not of type {given}")) }
            }
            "enum" if given.as_array().unwrap().contains(value) => None,
            "enum" => wrong(format!("none of {given}")),
            "const" if given == value => None,
            "const" => wrong(format!("not {given}")),
            "minimum" if value.as_f64().is_some_and(|number| number < given.as_f64().unwrap()) => {
                wrong(format!("less than {given}"))
            }
            "minItems" if length.is_some_and(|length| length < size(given)) => wrong("too short".to_owned()),
            "maxItems" if length.is_some_and(|length| size(given) < length) => wrong("too long".to_owned()),
            "minimum" | "minItems" | "maxItems" => None,
            "anyOf" => {
                let faults: Option<Vec<String>> =
                    given.as_array().unwrap().iter().map(|one| self.at(one).fault(value, place)).collect();
                faults.map(|faults| faults.join("\n  or "))
            }
            "items" => {
                let items = value.as_array()?.iter().enumerate();
                items.filter_map(|(at, item)| self.at(given).fault(item, &format!("{place}/{at}"))).next()
            }
            "required" => {
                let (object, names) = (value.as_object()?, given.as_array().unwrap());
                let missing = names.iter().find(|name| !object.contains_key(name.as_str().unwrap()))?;
                Some(format!("{place}: {missing} is missing"))
            }
            "properties" => {
                let known =
                    value.as_object()?.iter().filter_map(|(key, value)| Some((key, value, given.get(key)?)));
                let mut faults = known.filter_map(|(key, value, schema)| {
                    self.at(schema).fault(value, &format!("{place}/{key}"))
                });
                faults.next()
            }
            "additionalProperties" => {
                let named =
                    |key: &String| part.get("properties").is_some_and(|known| known.get(key).is_some());
                let mut others = value.as_object()?.iter().filter(|(key, _)| !named(key));
                match given {
                    Value::Bool(false) => others.next().map(|(key, _)| format!("{place}: {key} is unknown")),
                    schema => others
                        .filter_map(|(key, value)| self.at(schema).fault(value, &format!("{place}/{key}")))
                        .next(),
                }
            }
            other => panic!("the keyword {other} is not known here"),
        }
    }
}

fn size(number: &Value) -> usize {
    usize::try_from(number.as_u64().unwrap()).unwrap()
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type is called {other}"),
    }
}

/// The schema of an object, found out by its keys.
fn schema_of(object: &Value) -> &'static str {
    match object {
        _ if object.get("error").is_some() => "error",
        _ if object["kind"] == "prisoners" && object.get("design").is_some() => "prisoners",
        _ if object.get("shorter").is_some() => "check",
        _ if object.get("believed").is_some() => "verify",
        _ if object.get("transitions").is_some() => "explore",
        _ if object.get("figures").is_some() && object.get("text").is_some() => "puzzle",
        _ if object.get("figures").is_some() => "rate",
        _ if object.get("positions").is_some() => "harden",
        _ if object.get("sets").is_some() => "explain",
        _ if object.get("cars").is_some() => "generate",
        _ if ["format", "job", "session"].iter().any(|key| object.get(key).is_some()) => "run-log",
        _ => "answer",
    }
}

/// Checks that every line of a text that is a JSON object is as its schema says.
pub(crate) fn check_lines(text: &str) {
    let mut all = None;
    for line in text.lines().filter(|line| line.starts_with('{')) {
        let Ok(object) = serde_json::from_str::<Value>(line) else { continue };
        let schema = &all.get_or_insert_with(schemas)[schema_of(&object)];
        if let Some(fault) = Schema::of(schema).fault(&object, "") {
            panic!("{line}\nis not as in docs/schemas/{}.json:\n  {fault}", schema_of(&object));
        }
    }
}

#[test]
fn schemas_are_of_one_draft_and_know_all_they_use() {
    for (name, file) in schemas() {
        assert_eq!(file["$schema"], "https://json-schema.org/draft/2020-12/schema", "{name}");
        assert!(file["description"].is_string(), "{name}");
        check_references(&file, &file);
    }
}

fn check_references(file: &Value, part: &Value) {
    if let Some(reference) = part.get("$ref").and_then(Value::as_str) {
        Schema::of(file).named(reference);
    }
    let parts: Vec<&Value> = match part {
        Value::Object(object) => object.values().collect(),
        Value::Array(array) => array.iter().collect(),
        _ => Vec::new(),
    };
    parts.into_iter().for_each(|part| check_references(file, part));
}

/// Whatever is left out, put in or of another type is seen.
#[test]
fn what_is_not_in_the_schema_is_seen() {
    let all = schemas();
    let fault = |object: &Value| Schema::of(&all["answer"]).fault(object, "");
    let answer: Value =
        serde_json::from_str(&stdout(&run("rushhour --board XXBooBoCC --json --incremental"))).unwrap();
    assert_eq!(fault(&answer), None);
    let optional = ["id", "line", "name", "frames", "trusted", "warnings"];
    for key in answer.as_object().unwrap().keys().filter(|key| !optional.contains(&key.as_str())) {
        let mut without = answer.clone();
        without.as_object_mut().unwrap().remove(key);
        assert!(
            fault(&without).is_some_and(|fault| fault.contains(&format!("\"{key}\" is missing"))),
            "{key}"
        );
        let mut other = answer.clone();
        other[key] = serde_json::json!({ "of another": "type" });
        assert!(fault(&other).is_some(), "{key}");
    }
    let mut more = answer.clone();
    more["lenght"] = 3.into();
    assert!(fault(&more).is_some_and(|fault| fault.contains("lenght is unknown")));
    let mut path = answer;
    path["moves"][0]["path"][0] = serde_json::json!([0, 1]);
    assert!(fault(&path).is_some_and(|fault| fault.contains("/moves/0/path/0/0: 0: less than 1")));
}

/// A script that asks for JSON gets JSON, whatever is wrong.
#[test]
fn errors_are_objects() {
    for (line, exit, file, message) in [
        ("rushhour --board XXo --json", 2, Some("--board"), ""),
        ("solve no/such/file --json", 2, Some("no/such/file"), "cannot read the file"),
        ("solve instances/sample02.toml --metric moves --json", 2, None, "a car goes straight"),
        ("explore Cargo.toml --json", 2, Some("Cargo.toml"), ""),
        ("rushhour --json", 2, None, "required"),
        ("rushhour instances/sample02.toml --json --horizon x", 2, None, "invalid value 'x'"),
        ("prisoners --prisoners 10 --json", 2, None, "10 do not fill rows of 3"),
        ("rushhour instances/sample02.toml --json --solver cmd:no-such-solver", 2, None, "no-such-solver"),
    ] {
        let output = run(line);
        let object: Value = serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{line}"));
        assert_eq!((code(&output), object["status"].as_str()), (exit, Some("error")), "{line}");
        assert_eq!(object["error"]["file"].as_str(), file, "{line}: {object}");
        assert!(object["error"]["message"].as_str().unwrap().contains(message), "{line}: {object}");
        assert!(!output.stderr.is_empty(), "{line}");
    }
    // Nothing else is printed for whoever did not ask.
    assert_eq!(stdout(&run("rushhour --board XXo")), "");
}
