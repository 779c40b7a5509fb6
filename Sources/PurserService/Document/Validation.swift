import AppStore

/// A validation of a document, which reads typed values and collects every mistake instead of stopping at the first.
///
/// A read that fails notes an issue and returns `nil`; the caller continues with the next one and at the end calls
/// `conclude`.
package struct Validation: Sendable {
    /// The maximum number of issues with a suggestion: a file with more of them has another mistake.
    private static let suggestionLimit = 20
    /// The maximum number of known words that a message lists.
    private static let listedWords = 40

    /// The name of the file in messages.
    package let file: String
    /// The issues so far.
    package private(set) var issues: [ValidationIssue] = []

    /// Creates a validation of the document with the name `file` in messages.
    package init(file: String) {
        self.file = file
    }

    /// Throws all issues if there are any.
    package func conclude() throws(ValidationIssues) {
        guard self.issues.isEmpty else { throw ValidationIssues(self.issues) }
    }

    /// Adds the issues of another document.
    package mutating func add(_ issues: ValidationIssues) {
        self.issues += issues.issues
    }

    /// Notes a mistake in a value.
    package mutating func note(_ field: DocumentField, problem: String, remedy: String) {
        self.note(field.node.origin, keyPath: field.keyPath, problem: problem, remedy: remedy)
    }

    /// Notes a mistake at a position.
    package mutating func note(
        _ origin: DocumentNode.Origin,
        keyPath: String,
        problem: String,
        remedy: String
    ) {
        switch origin {
        case .document(let line, _):
            self.issues.append(
                ValidationIssue(file: self.file, line: line, keyPath: keyPath, problem: problem, remedy: remedy)
            )
        case .environment(let variable):
            self.issues.append(
                ValidationIssue(file: "environment", keyPath: variable, problem: problem, remedy: remedy)
            )
        }
    }

    /// Notes that a required key is missing; `origin` is the position of the map to which it belongs.
    mutating func noteMissing(_ keyPath: String, origin: DocumentNode.Origin, example: String) {
        let remedy = "Add for example: \(example)"
        switch origin {
        case .document:
            self.note(origin, keyPath: keyPath, problem: "missing", remedy: remedy)
        case .environment:
            // The variable that created the map is valid; the missing key has no variable yet.
            self.issues.append(
                ValidationIssue(file: "environment", keyPath: keyPath, problem: "missing", remedy: remedy)
            )
        }
    }

    /// Notes that a value has the wrong form.
    package mutating func refuse(_ field: DocumentField, expected: String, example: String) {
        let found =
            switch field.node.content {
            case .scalar(let text, _) where !field.node.isEmpty: "\"\(Self.shortened(text))\""
            default: field.node.shape
            }
        self.note(field, problem: "must be \(expected), but is \(found)", remedy: "Write for example: \(example)")
    }

    /// Notes that a word is not one of the known ones.
    package mutating func refuse(
        word: String,
        origin: DocumentNode.Origin,
        keyPath: String,
        what: String,
        known: [String]
    ) {
        let remedy =
            if let near = self.nearest(to: word, among: known) {
                "Did you mean \"\(near)\"?"
            } else if known.isEmpty {
                "Remove it."
            } else {
                "Known here: \(known.prefix(Self.listedWords).joined(separator: ", "))"
                    + (known.count > Self.listedWords ? " and others." : ".")
            }
        self.note(origin, keyPath: keyPath, problem: what, remedy: remedy)
    }

    /// Returns the known word that was most likely meant; returns `nil` for a file with too many issues.
    package func nearest(to word: String, among known: [String]) -> String? {
        self.issues.count < Self.suggestionLimit ? Spelling.nearest(to: word, among: known) : nil
    }

    /// Returns a text from a file, shortened and without control characters, for a message.
    package static func shortened(_ text: String) -> String {
        let clean = String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : Character($0) })
        return clean.count <= 60 ? clean : clean.prefix(57) + "..."
    }
}
