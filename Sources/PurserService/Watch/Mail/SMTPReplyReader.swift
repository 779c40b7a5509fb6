/// A reader that assembles the replies of a mail server from arriving bytes, within limits.
struct SMTPReplyReader: Sendable {
    /// The bytes are not an SMTP reply, or it is too long.
    struct Malformed: Error {}

    /// The maximum length of a line; RFC 5321 states 512, and servers exceed it.
    private static let longestLine = 4096
    /// The maximum number of lines of a reply.
    private static let greatestLineCount = 200

    private var unread: [UInt8] = []
    private var status: Int?
    private var lines: [String] = []

    /// Whether no bytes were read beyond the last reply.
    var isEmpty: Bool { self.unread.isEmpty && self.lines.isEmpty }

    /// Adds received bytes.
    mutating func append(_ bytes: some Sequence<UInt8>) { self.unread += bytes }

    /// Returns the next complete reply; `nil` until it has arrived.
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
