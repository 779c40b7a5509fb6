/// A reply of a mail server, of one or several lines (RFC 5321, section 4.2).
struct SMTPReply: Hashable, Sendable {
    /// The code: 220, 250, 354, 535.
    let status: Int
    /// The text of each line, without the code.
    let lines: [String]

    /// Whether the reply is positive.
    var isPositive: Bool { (200..<400).contains(self.status) }

    /// The enhanced status code at the beginning of the text, such as `5.7.8` (RFC 3463).
    var detail: String? {
        guard let word = self.lines.last?.split(separator: " ").first else { return nil }
        let parts = word.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3,
            parts.allSatisfy({ (1...3).contains($0.count) && $0.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        return String(word)
    }

    /// The server's extensions by keyword in capitals, from the reply to `EHLO` (RFC 5321, section 4.1.1.1).
    ///
    /// `AUTH=LOGIN`, as old servers write it, counts as `AUTH LOGIN`.
    var extensions: [String: Set<String>] {
        var extensions: [String: Set<String>] = [:]
        for line in self.lines.dropFirst() {
            let words = line.uppercased().split { $0 == " " || $0 == "=" }.map(String.init)
            guard let keyword = words.first else { continue }
            extensions[keyword, default: []].formUnion(words.dropFirst())
        }
        return extensions
    }
}
