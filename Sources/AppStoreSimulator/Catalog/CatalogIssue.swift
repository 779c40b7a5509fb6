import AppStore

/// A mistake in a catalog file or a warning about it, with its location and a remedy.
public struct CatalogIssue: Hashable, Sendable, CustomStringConvertible {
    /// The name of the file in messages.
    public let file: String
    /// The line, counted from 1; `nil` when the issue concerns the whole file or the value has no text.
    public let line: Int?
    /// The path of keys, joined by dots, with array indices counted from 0: `products[2].price`.
    public let keyPath: String
    /// The problem, without a full stop.
    public let problem: String
    /// The remedy, in complete sentences.
    public let remedy: String

    /// Creates an issue.
    public init(file: String, line: Int? = nil, keyPath: String = "", problem: String, remedy: String) {
        self.file = file
        self.line = line
        self.keyPath = keyPath
        self.problem = problem
        self.remedy = remedy
    }

    /// The message, on one line: `file:line: key.path: problem. Remedy`.
    public var description: String {
        var text = self.file
        if let line = self.line {
            text += text.isEmpty ? "line \(line)" : ":\(line)"
        }
        if !text.isEmpty {
            text += ": "
        }
        if !self.keyPath.isEmpty {
            text += self.keyPath + ": "
        }
        return text + self.problem + ". " + self.remedy
    }

    /// Returns untrusted text in a form suitable for messages: on one line, without control characters, and truncated.
    static func shown(_ text: String) -> String {
        var shown = ""
        for scalar in text.unicodeScalars.prefix(60) {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            shown.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
        }
        return text.unicodeScalars.count > 60 ? shown + "..." : shown
    }
}

/// All mistakes of a catalog file in one error, so that one attempt reports everything that must be fixed.
public struct CatalogError: Error, Hashable, CustomStringConvertible {
    /// The mistakes, at least one, in the order of the file.
    public let issues: [CatalogIssue]

    /// Creates an error of these issues, sorted by line.
    public init(_ issues: [CatalogIssue]) {
        self.issues = issues.enumerated().sorted { left, right in
            (left.element.line ?? 0, left.offset) < (right.element.line ?? 0, right.offset)
        }.map(\.element)
    }

    /// The messages, one on each line.
    public var description: String {
        self.issues.map(\.description).joined(separator: "\n")
    }
}

/// The issues recorded while a catalog file is read: mistakes, which reject the file, and warnings, which do not.
struct CatalogNotes {
    /// The maximum number of recorded mistakes, so that a hostile file cannot flood the output.
    private static let limit = 100

    /// The name of the file in messages.
    let file: String
    /// The mistakes.
    private(set) var mistakes: [CatalogIssue] = []
    /// The warnings.
    private(set) var warnings: [CatalogIssue] = []
    private var warnedOf: Set<String> = []

    /// Creates an empty record for a file.
    init(file: String) {
        self.file = file
    }

    /// Whether the maximum number of mistakes is reached.
    var isFull: Bool { self.mistakes.count >= Self.limit }

    /// Records a mistake.
    mutating func refuse(_ node: CatalogNode, _ problem: String, _ remedy: String) {
        guard !self.isFull else { return }
        self.mistakes.append(self.issue(node, problem, remedy))
    }

    /// Records a warning; of several with the same subject, only the first.
    mutating func warn(_ node: CatalogNode, about subject: String, _ problem: String, _ remedy: String) {
        guard self.warnings.count < Self.limit, self.warnedOf.insert(subject).inserted else { return }
        self.warnings.append(self.issue(node, problem, remedy))
    }

    /// Records a value of the wrong type.
    mutating func refuseType(_ node: CatalogNode, wanted: String) {
        self.refuse(node, "is \(node.kindName), not \(wanted)", "Write \(wanted).")
    }

    /// Records a value that is not among the known ones.
    mutating func refuseValue(_ node: CatalogNode, _ word: String, known: [String]) {
        let shown = CatalogIssue.shown(word)
        if let nearest = Spelling.nearest(to: word, among: known) {
            self.refuse(node, "is \"\(shown)\", which is not known", "Did you mean \"\(nearest)\"?")
        } else {
            let list = known.joined(separator: ", ")
            self.refuse(node, "is \"\(shown)\", which is not known", "Write one of: \(list).")
        }
    }

    /// Throws the mistakes, if there are any.
    func requireNone() throws(CatalogError) {
        guard self.mistakes.isEmpty else { throw CatalogError(self.mistakes) }
    }

    private func issue(_ node: CatalogNode, _ problem: String, _ remedy: String) -> CatalogIssue {
        CatalogIssue(file: self.file, line: node.line, keyPath: node.path, problem: problem, remedy: remedy)
    }
}
