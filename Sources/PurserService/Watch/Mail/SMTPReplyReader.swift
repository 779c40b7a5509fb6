/// Puts together the answers of a mail server as their bytes arrive, within bounds.
struct SMTPReplyReader: Sendable {
    /// What came is not an answer of SMTP, or is too long.
    struct Malformed: Error {}

    /// The longest line; RFC 5321 says 512, and servers say more.
    private static let longestLine = 4096
    /// The most lines of one answer.
    private static let greatestLineCount = 200

    private var unread: [UInt8] = []
    private var status: Int?
    private var lines: [String] = []

    /// Whether nothing is left that was read before its time.
    var isEmpty: Bool { self.unread.isEmpty && self.lines.isEmpty }

    /// Adds bytes as they came.
    mutating func append(_ bytes: some Sequence<UInt8>) { self.unread += bytes }

    /// The next whole answer; `nil` until it is there.
    mutating func next() throws(Malformed) -> SMTPReply? {
        while let end = self.unread.firstIndex(of: UInt8(ascii: "\n")) {
            var line = self.unread[..<end]
            self.unread.removeSubrange(...end)
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if let reply = try self.take(Array(line)) { return reply }
        }
        guard self.unread.count <= Self.longestLine else { throw Malformed() }
        return nil
    }

    private mutating func take(_ line: [UInt8]) throws(Malformed) -> SMTPReply? {
        let digits = line.prefix(3)
        guard line.count <= Self.longestLine, digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let status = Int(String(decoding: digits, as: UTF8.self)), (200..<600).contains(status),
            self.status == nil || self.status == status, self.lines.count < Self.greatestLineCount
        else { throw Malformed() }
        self.status = status
        let isLast: Bool
        switch line.dropFirst(3).first {
        case nil, UInt8(ascii: " "): isLast = true
        case UInt8(ascii: "-"): isLast = false
        default: throw Malformed()
        }
        self.lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
        guard isLast else { return nil }
        defer {
            self.status = nil
            self.lines = []
        }
        return SMTPReply(status: status, lines: self.lines)
    }
}
