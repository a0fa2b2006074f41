//! JSON Schema of what other programs read and write, derived from its types. Each schema is a
//! file beside its types, which the program prints: a test holds the file against the types.

#[path = "generated.rs"]
mod generated;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// Holds `file`, a path from the folder of the package, against `T` as the program reads it.
#[allow(dead_code, reason = "what is only written has no such schema")]
pub fn hold_input<T: JsonSchema>(file: &str) {
    hold::<T>(file, SchemaSettings::draft2020_12().for_deserialize());
}

/// Holds `file`, a path from the folder of the package, against `T` as the program writes it.
pub fn hold_output<T: JsonSchema>(file: &str) {
    hold::<T>(file, SchemaSettings::draft2020_12().for_serialize());
}

fn hold<T: JsonSchema>(file: &str, settings: SchemaSettings) {
    let generator = settings.with_transform(RecursiveTransform(complete)).into_generator();
    let text = serde_json::to_string_pretty(&generator.into_root_schema_for::<T>()).unwrap() + "\n";
    generated::hold(file, &text);
}

/// Says what the types mean and the derivation does not know.
fn complete(schema: &mut Schema) {
    let Some(schema) = schema.as_object_mut() else { return };
    // These are the names that Rust has for numbers, which are none of JSON Schema.
    schema.remove("format");
    if let Some(Value::String(words)) = schema.get_mut("description") {
        *words = words.replace('\n', " ");
    }
    if !schema.contains_key("properties") {
        return;
    }
    // Every field is named.
    schema.entry("additionalProperties").or_insert(false.into());
    // A field that may be absent is never null.
    let required: Vec<Value> =
        schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    for (name, field) in schema["properties"].as_object_mut().into_iter().flatten() {
        if !required.contains(&Value::from(name.as_str())) {
            forbid_null(field);
        }
    }
}

/// Takes null out of what a field may be.
fn forbid_null(field: &mut Value) {
    let Some(field) = field.as_object_mut() else { return };
    field.retain(|key, value| key != "default" || !value.is_null());
    for key in ["type", "enum", "anyOf"] {
        let Some(Value::Array(kinds)) = field.get_mut(key) else { continue };
        kinds.retain(|kind| {
            *kind != Value::Null && *kind != "null" && *kind != serde_json::json!({"type": "null"})
        });
        if let [kind] = kinds.as_mut_slice()
            && key != "enum"
        {
            let kind = kind.take();
            field.remove(key);
            match kind {
                // What is said of the field goes before what is said of its type.
                Value::Object(only) => {
                    for (key, value) in only {
                        field.entry(key).or_insert(value);
                    }
                }
                only => {
                    field.insert(key.to_owned(), only);
                }
            }
        }
    }
}
