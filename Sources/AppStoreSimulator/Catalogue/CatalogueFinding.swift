/// One mistake or oddity of a catalogue file: what it is, where, and what would be right.
public struct CatalogueFinding: Hashable, Sendable, CustomStringConvertible {
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

    /// A finding of these parts.
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
