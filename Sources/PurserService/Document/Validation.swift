import AppStore

/// Asks a document typed questions and collects every mistake instead of stopping at the first.
///
/// A question that fails notes an issue and answers `nil`; the caller goes on with the next one and at the end calls
/// `conclude`.
package struct Validation: Sendable {
    /// The most issues for which the nearest known word is looked for: a file with more of them has another mistake.
    private static let suggestionLimit = 20
    /// The most known words that a message lists.
    private static let listedWords = 40

    /// The file as messages name it.
    package let file: String
    /// What has been found so far.
    package private(set) var issues: [ValidationIssue] = []

    /// A validation of the document that messages call `file`.
    package init(file: String) {
        self.file = file
    }

    /// Throws all issues if there are any.
    package func conclude() throws(ValidationIssues) {
        guard self.issues.isEmpty else { throw ValidationIssues(self.issues) }
    }

    /// Takes over the issues of another document.
    package mutating func add(_ issues: ValidationIssues) {
        self.issues += issues.issues
    }

    /// Notes a mistake in a value.
    package mutating func note(_ field: DocumentField, problem: String, remedy: String) {
        self.note(field.node.origin, keyPath: field.keyPath, problem: problem, remedy: remedy)
    }

    /// Notes a mistake at a place.
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

    /// Notes that something has to be there; `origin` is where the map it belongs to stands.
    mutating func noteMissing(_ keyPath: String, origin: DocumentNode.Origin, example: String) {
        let remedy = "Add for example: \(example)"
        switch origin {
        case .document:
            self.note(origin, keyPath: keyPath, problem: "missing", remedy: remedy)
        case .environment:
            // The variable that brought the map is a right one; what is missing has no variable yet.
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

    /// Notes that a word is none of the known ones.
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

    /// The known word that was most likely meant; no longer looked for in a file that is wrong throughout.
    package func nearest(to word: String, among known: [String]) -> String? {
        self.issues.count < Self.suggestionLimit ? Spelling.nearest(to: word, among: known) : nil
    }

    /// A text from a file, short enough and clean enough for a message.
    package static func shortened(_ text: String) -> String {
        let clean = String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : Character($0) })
        return clean.count <= 60 ? clean : clean.prefix(57) + "..."
    }
}
