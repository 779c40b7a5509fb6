import Foundation
package import Ledger

/// An e-mail of plain text (RFC 5322) as a mail server is given it.
package struct MailMessage: Sendable {
    /// The longest subject in characters; what is longer is cut.
    package static let longestSubject = 200
    /// The most bytes of a line that stays as it is; RFC 5322 allows 998.
    private static let longestPlainLine = 900
    /// How many bytes are encoded in one word of a header: a line with such a word has 76 characters at most, the
    /// header's name included (RFC 2047, section 2).
    private static let bytesPerWord = 39

    /// Who sends.
    package let from: MailAddress
    /// Who receives.
    package let to: [MailAddress]
    /// The whole message: headers, an empty line, and the body, with CR LF at the end of each line.
    package let text: String

    /// A message of these parts.
    ///
    /// - Parameters:
    ///   - id: What makes the `Message-ID` together with the sender's domain, the same at each repetition; letters,
    ///     digits and dots.
    ///   - from: Who sends.
    ///   - to: Who receives, at least one.
    ///   - subject: The subject in any characters; control characters are left out.
    ///   - body: The text in any characters, its lines separated by line feeds.
    ///   - date: What the header `Date` says.
    ///   - isUrgent: Whether mail programs are asked to show the message as important.
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
            // Programs that answer mail by themselves leave it alone (RFC 3834).
            "Auto-Submitted: auto-generated",
        ]
        if isUrgent { head.append("Importance: high") }
        let content = isPlain ? lines : Self.encoded(Array(lines.joined(separator: "\r\n").utf8))
        self.text = (head + [""] + content).joined(separator: "\r\n") + "\r\n"
    }

    /// The message as `DATA` sends it (RFC 5321, section 4.5.2): a line that begins with a dot has another one before
    /// it, and a line with a dot alone ends it.
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

    /// Text for a header: as it is where that is plain, or else in encoded words (RFC 2047), one a line.
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

    /// Plain text in lines of at most 66 characters, each but the first with a space before it (RFC 5322, section
    /// 2.2.3); `nil` where that cannot be done.
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

    /// Base64 in lines of 76 characters (RFC 2045, section 6.8).
    private static func encoded(_ bytes: [UInt8]) -> [String] {
        stride(from: 0, to: bytes.count, by: 57).map { start in
            Data(bytes[start..<min(start + 57, bytes.count)]).base64EncodedString()
        }
    }

    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// An instant as RFC 5322, section 3.3, writes it: `Thu, 01 Jan 1970 00:00:00 +0000`.
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
