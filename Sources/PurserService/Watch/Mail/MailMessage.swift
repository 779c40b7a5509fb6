import Foundation
package import Ledger

/// A plain text email (RFC 5322) in the form for a mail server.
package struct MailMessage: Sendable {
    /// The maximum length of a subject in characters; longer ones are truncated.
    package static let longestSubject = 200
    /// The maximum length of an unencoded line in bytes; RFC 5322 allows 998.
    private static let longestPlainLine = 900
    /// The number of bytes in one encoded word of a header, so that its line has at most 76 characters, including the
    /// header's name (RFC 2047, section 2).
    private static let bytesPerWord = 39

    /// The sender.
    package let from: MailAddress
    /// The recipients.
    package let to: [MailAddress]
    /// The complete message: headers, an empty line, and the body, with CR LF at the end of each line.
    package let text: String

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - id: The part of the `Message-ID` before the sender's domain, the same at each repetition; letters, digits
    ///     and dots.
    ///   - from: The sender.
    ///   - to: The recipients, at least one.
    ///   - subject: The subject; control characters are removed.
    ///   - body: The text, with its lines separated by line feeds.
    ///   - date: The value of the `Date` header.
    ///   - isUrgent: Whether the message is marked as important.
    package init(
        id: String,
        from: MailAddress,
        to: [MailAddress],
        subject: String,
        body: String,
        date: Instant,
        isUrgent: Bool
    ) {
        self.from = from
        self.to = to
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            String(
                line.unicodeScalars.filter { $0 == "\t" || $0.properties.generalCategory != .control }.map(
                    Character.init
                )
            )
        }
        let isPlain = lines.allSatisfy { line in
            line.utf8.count <= Self.longestPlainLine && line.utf8.allSatisfy { $0 < 0x80 }
        }
        var head = [
            "Date: \(Self.date(date))",
            "From: Purser <\(from)>",
            "To: \(to.map(\.description).joined(separator: ",\r\n "))",
            "Message-ID: <\(id)@\(from.domain)>",
            "Subject: \(Self.header(subject))",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=\(isPlain ? "us-ascii" : "utf-8")",
            "Content-Transfer-Encoding: \(isPlain ? "7bit" : "base64")",
            // Automatic responders do not answer it (RFC 3834).
            "Auto-Submitted: auto-generated",
        ]
        if isUrgent { head.append("Importance: high") }
        let content = isPlain ? lines : Self.encoded(Array(lines.joined(separator: "\r\n").utf8))
        self.text = (head + [""] + content).joined(separator: "\r\n") + "\r\n"
    }

    /// The message as `DATA` sends it (RFC 5321, section 4.5.2): a line that begins with a dot gets another dot, and a
    /// line with a single dot ends it.
    package var transmitted: [UInt8] {
        let dot = UInt8(ascii: ".")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(self.text.utf8.count + 64)
        var isLineStart = true
        for byte in self.text.utf8 {
            if isLineStart, byte == dot { bytes.append(dot) }
            bytes.append(byte)
            isLineStart = byte == UInt8(ascii: "\n")
        }
        return bytes + Array(".\r\n".utf8)
    }

    /// Returns text for a header: unchanged where it is plain, otherwise in encoded words (RFC 2047), one on each line.
    package static func header(_ text: String) -> String {
        let clean = String(
            text.unicodeScalars.filter { $0.properties.generalCategory != .control }.map(Character.init)
                .prefix(Self.longestSubject)
        )
        let isPlain = !clean.contains("=?") && clean.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        if isPlain, let folded = Self.folded(clean) { return folded }
        var words: [[UInt8]] = [[]]
        for character in clean.unicodeScalars {
            let bytes = Array(String(Character(character)).utf8)
            if words[words.count - 1].count + bytes.count > Self.bytesPerWord { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    /// Returns plain text in lines of at most 66 characters, each but the first with a leading space (RFC 5322, section
    /// 2.2.3); `nil` where that is impossible.
    private static func folded(_ text: String) -> String? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.allSatisfy({ (1...65).contains($0.utf8.count) }) else { return nil }
        var lines: [String] = []
        for word in words {
            if let line = lines.last, line.utf8.count + 1 + word.utf8.count <= 66 {
                lines[lines.count - 1] = line + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\r\n ")
    }

    /// Returns Base64 in lines of 76 characters (RFC 2045, section 6.8).
    private static func encoded(_ bytes: [UInt8]) -> [String] {
        stride(from: 0, to: bytes.count, by: 57).map { start in
            Data(bytes[start..<min(start + 57, bytes.count)]).base64EncodedString()
        }
    }

    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns an instant in the format of RFC 5322, section 3.3: `Thu, 01 Jan 1970 00:00:00 +0000`.
    package static func date(_ instant: Instant) -> String {
        // 2026-03-01T12:00:00.000Z
        let text = Array(instant.rfc3339.utf8)
        func part(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
        let month = Self.months[max(0, min(11, (Int(part(5..<7)) ?? 1) - 1))]
        let day = (instant.milliseconds - ((instant.milliseconds % 86_400_000) + 86_400_000) % 86_400_000) / 86_400_000
        let weekday = Self.weekdays[Int((day % 7 + 7) % 7)]
        return "\(weekday), \(part(8..<10)) \(month) \(part(0..<4)) \(part(11..<19)) +0000"
    }
}
