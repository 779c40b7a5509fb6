/// Follows a client's messages to PostgreSQL, to find the COMMIT of a transaction that wrote.
///
/// It forwards complete messages only (the frontend's half of protocol 3.0, PostgreSQL documentation, chapter 55), so
/// that the forwarded bytes always end between two messages.
package struct CommitWatch {
    /// What to do with a message.
    package enum Step: Hashable, Sendable {
        /// Forward the bytes.
        case pass([UInt8])
        /// Forward or lose the bytes, which begin with the COMMIT of a transaction that wrote.
        case commit([UInt8])
    }

    /// The requests for encryption, which are answered with a single byte and followed by another first message.
    private static let encryptionCodes: Set<Int> = [80_877_103, 80_877_104]
    /// The first keywords of statements that write.
    private static let writingKeywords = ["INSERT", "UPDATE", "DELETE"]

    private var unread: [UInt8] = []
    private var hasBegun = false
    private var statements: [String: String] = [:]
    private var hasWritten = false

    /// Creates a watch over a new connection.
    package init() {}

    /// Reads bytes, and returns what to do with every complete message.
    package mutating func read(_ bytes: some Sequence<UInt8>) -> [Step] {
        self.unread += bytes
        var steps: [Step] = []
        var passed: [UInt8] = []
        while let message = self.next() {
            if self.isCommit(message) {
                if !passed.isEmpty { steps.append(.pass(passed)) }
                passed = []
                steps.append(.commit(message))
            } else {
                passed += message
            }
        }
        if !passed.isEmpty { steps.append(.pass(passed)) }
        return steps
    }

    /// Returns the next complete message.
    private mutating func next() -> [UInt8]? {
        let start = self.hasBegun ? 1 : 0
        guard self.unread.count >= start + 4 else { return nil }
        let length = Self.number(self.unread, at: start) + start
        guard length >= start + 4, self.unread.count >= length else { return nil }
        let message = Array(self.unread.prefix(length))
        self.unread.removeFirst(length)
        if !self.hasBegun {
            self.hasBegun = message.count < 8 || !Self.encryptionCodes.contains(Self.number(message, at: 4))
        }
        return message
    }

    /// Records the effect of a message, and returns whether it commits a write.
    private mutating func isCommit(_ message: [UInt8]) -> Bool {
        guard self.hasBegun, message.count > 5 else { return false }
        let text: String
        switch message[0] {
        case UInt8(ascii: "P"):
            let strings = Self.strings(message)
            self.statements[strings.first ?? ""] = strings.count > 1 ? strings[1] : ""
            return false
        case UInt8(ascii: "B"):
            let strings = Self.strings(message)
            text = self.statements[strings.count > 1 ? strings[1] : ""] ?? ""
        case UInt8(ascii: "Q"): text = Self.strings(message).first ?? ""
        default: return false
        }
        let words = text.uppercased()
        if words.hasPrefix("BEGIN") || words.hasPrefix("ROLLBACK") && !words.contains(" TO ") {
            self.hasWritten = false
        }
        if Self.writingKeywords.contains(where: { words.hasPrefix($0) }) { self.hasWritten = true }
        guard words.hasPrefix("COMMIT") else { return false }
        defer { self.hasWritten = false }
        return self.hasWritten
    }

    /// Returns the first two strings of a message, each of which ends in a zero.
    private static func strings(_ message: [UInt8]) -> [String] {
        message.dropFirst(5).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false).prefix(2)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private static func number(_ bytes: [UInt8], at place: Int) -> Int {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
