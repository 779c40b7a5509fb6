internal import Ledger

extension Validation {
    /// Returns the values of a map with these known keys; every other key is an issue.
    ///
    /// `refused` contains keys that are known but not accepted, each with what to do instead. An empty value is an
    /// empty map.
    package mutating func map(
        _ field: DocumentField,
        known: [String],
        refused: [String: (problem: String, remedy: String)] = [:],
        example: String
    ) -> DocumentFields? {
        guard let fields = self.openMap(field, example: example) else { return nil }
        for (key, value) in fields.all where !known.contains(bytesOf: key) {
            if let refusal = refused[key] {
                self.note(
                    value.keyOrigin,
                    keyPath: value.keyPath,
                    problem: refusal.problem,
                    remedy: refusal.remedy
                )
            } else {
                self.refuse(
                    word: key,
                    origin: value.keyOrigin,
                    keyPath: value.keyPath,
                    what: "unknown key",
                    known: known
                )
            }
        }
        return fields
    }

    /// Returns the values of a map whose keys are chosen by the writer.
    ///
    /// An empty value is an empty map.
    package mutating func openMap(_ field: DocumentField, example: String) -> DocumentFields? {
        if field.node.isEmpty {
            return DocumentFields(field: field, entries: [])
        }
        guard case .map(let entries) = field.node.content else {
            self.refuse(field, expected: "a map", example: example)
            return nil
        }
        return DocumentFields(field: field, entries: entries)
    }

    /// Returns the value of a required key.
    package mutating func required(_ key: String, in fields: DocumentFields, example: String) -> DocumentField? {
        if let field = fields[key] {
            return field
        }
        self.noteMissing(fields.field.path(to: key), origin: fields.field.keyOrigin, example: example)
        return nil
    }

    /// Returns a text that is not empty.
    package mutating func string(_ field: DocumentField, example: String) -> String? {
        guard case .scalar(let text, _) = field.node.content, !field.node.isEmpty, !text.isEmpty else {
            self.refuse(field, expected: "a text", example: example)
            return nil
        }
        return text
    }

    /// Returns a whole number within bounds, written without quotes.
    package mutating func integer(_ field: DocumentField, in bounds: ClosedRange<Int64>, example: String) -> Int64? {
        guard case .scalar(let text, isPlain: true) = field.node.content, let number = Int64(text),
            bounds.contains(number)
        else {
            let limits =
                bounds.upperBound == .max
                ? "from \(bounds.lowerBound)" : "from \(bounds.lowerBound) to \(bounds.upperBound)"
            self.refuse(field, expected: "a whole number \(limits) without quotes", example: example)
            return nil
        }
        return number
    }

    /// Returns `true` or `false`, written without quotes.
    package mutating func boolean(_ field: DocumentField, example: String) -> Bool? {
        switch field.node.content {
        case .scalar("true", isPlain: true): return true
        case .scalar("false", isPlain: true): return false
        default:
            self.refuse(field, expected: "true or false", example: example)
            return nil
        }
    }

    /// Returns the elements of a list.
    package mutating func list(_ field: DocumentField, example: String) -> [DocumentField]? {
        guard case .list(let elements) = field.node.content else {
            self.refuse(field, expected: "a list", example: example)
            return nil
        }
        return Self.fields(of: elements, below: field)
    }

    /// Returns the elements of a list, or the one value if it is not a list.
    package mutating func oneOrMore(_ field: DocumentField) -> [DocumentField] {
        guard case .list(let elements) = field.node.content else { return [field] }
        return Self.fields(of: elements, below: field)
    }

    /// Returns one of a few known words.
    package mutating func word(_ field: DocumentField, among known: [String], example: String) -> String? {
        guard let text = self.string(field, example: example) else { return nil }
        guard known.contains(bytesOf: text) else {
            self.refuse(
                word: text,
                origin: field.node.origin,
                keyPath: field.keyPath,
                what: "unknown word \"\(Self.shortened(text))\"",
                known: known
            )
            return nil
        }
        return text
    }

    private static func fields(of elements: [DocumentNode], below field: DocumentField) -> [DocumentField] {
        elements.enumerated().map { index, element in
            DocumentField(keyPath: "\(field.keyPath)[\(index)]", keyOrigin: element.origin, node: element)
        }
    }
}
