extension AnswerJSON {
  /// The JSON Schema of the objects, as `runlooplab help json` prints it.
  ///
  /// - Source: JSON Schema, draft 2020-12.
  package static let schemaDocument = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "\(schema)",
      "title": "An answer of RunLoopLab",
      "description": "One JSON object on a line for each answer. Keys and columns are added within \
    a schema, never changed.",
      "type": "object",
      "required": [
        "schema", "lab_version", "study", "subject", "outcome", "sentences", "tables"
      ],
      "properties": {
        "schema": {"const": "\(schema)"},
        "lab_version": {"type": "string"},
        "study": {"type": "string", "description": "The question, such as map or prove."},
        "subject": {"type": "string", "description": "What it was asked about."},
        "outcome": {"enum": ["answered", "holds", "undecided", "fails"]},
        "sentences": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name", "text"],
            "additionalProperties": false,
            "properties": {"name": {"type": "string"}, "text": {"type": "string"}}
          }
        },
        "tables": {
          "type": "object",
          "description": "Rows by the name of their table. A key is the name of a column and ends \
    in its unit; what is undefined has none. A whole number from 2^53 on is a string.",
          "additionalProperties": {
            "type": "array",
            "items": {
              "type": "object",
              "additionalProperties": {"type": ["string", "number", "boolean"]}
            }
          }
        },
        "scripts": {"type": "array", "items": {"type": "string"}},
        "files": {"type": "array", "items": {"type": "string"}},
        "next": {"type": "array", "items": {"type": "string"}}
      }
    }

    """
}
