import AppStore

/// One mistake or oddity of a catalog file: what it is, where, and what would be right.
public struct CatalogIssue: Hashable, Sendable, CustomStringConvertible {
    /// The file as the reader of the message names it.
    public let file: String
    /// The line, counted from 1; `nil` when the file as a whole is meant, or when no text has lines.
    public let line: Int?
    /// The keys that lead to the place, joined by dots, with places in arrays counted from 0: `products[2].price`.
    public let keyPath: String
    /// What is wrong, without a full stop.
    public let problem: String
    /// What would be right, as whole sentences.
    public let remedy: String

    /// An issue of these parts.
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

    /// Foreign text as a message may show it: on one line, without control characters, and not too long.
    static func shown(_ text: String) -> String {
        var shown = ""
        for scalar in text.unicodeScalars.prefix(60) {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            shown.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
        }
        return text.unicodeScalars.count > 60 ? shown + "..." : shown
    }
}

/// All mistakes of a catalog file, thrown together, so that one attempt shows everything there is to mend.
public struct CatalogError: Error, Hashable, CustomStringConvertible {
    /// The mistakes, at least one, in the order of the file.
    public let issues: [CatalogIssue]

    /// An error of these issues; they are put into the order of their lines.
    public init(_ issues: [CatalogIssue]) {
        self.issues = issues.enumerated().sorted { left, right in
            (left.element.line ?? 0, left.offset) < (right.element.line ?? 0, right.offset)
        }.map(\.element)
    }

    /// The messages, one a line.
    public var description: String {
        self.issues.map(\.description).joined(separator: "\n")
    }
}

/// What is noted while a catalog file is read: mistakes, which refuse it, and warnings, which do not.
struct CatalogNotes {
    /// More than this many are not kept, so that a hostile file cannot fill a screen.
    private static let limit = 100

    /// How messages name the file.
    let file: String
    /// The mistakes.
    private(set) var mistakes: [CatalogIssue] = []
    /// What was ignored or looks odd.
    private(set) var warnings: [CatalogIssue] = []
    private var warnedOf: Set<String> = []

    /// Notes about a file.
    init(file: String) {
        self.file = file
    }

    /// Whether no more mistakes are kept.
    var isFull: Bool { self.mistakes.count >= Self.limit }

    /// Notes a mistake.
    mutating func refuse(_ node: CatalogNode, _ problem: String, _ remedy: String) {
        guard !self.isFull else { return }
        self.mistakes.append(self.issue(node, problem, remedy))
    }

    /// Notes an oddity; of several with the same subject only the first.
    mutating func warn(_ node: CatalogNode, about subject: String, _ problem: String, _ remedy: String) {
        guard self.warnings.count < Self.limit, self.warnedOf.insert(subject).inserted else { return }
        self.warnings.append(self.issue(node, problem, remedy))
    }

    /// Notes that a value has another type than its key.
    mutating func refuseType(_ node: CatalogNode, wanted: String) {
        self.refuse(node, "is \(node.kindName), not \(wanted)", "Write \(wanted).")
    }

    /// Notes a word that is none of those which are known.
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
