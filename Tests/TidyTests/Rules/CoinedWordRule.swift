/// Names and sentences use the field's words: no type or member has a name, and no page or comment a word, that only
/// this project would understand.
///
/// `docs/decisions/0017-words.md` holds the table of what each word became.
struct CoinedWordRule: Rule {
    /// A refused word with its replacement.
    struct Word: Hashable, Sendable {
        /// The words in lower case, in the order in which they stand in a name: `take back` is found in
        /// `revocationDue`.
        let words: [String]
        /// The replacement.
        let instead: String

        init(_ words: String, _ instead: String) {
            self.words = words.split(separator: " ").map(String.init)
            self.instead = instead
        }
    }

    /// The words that no declared name may have.
    let names: [Word]
    /// The words that no sentence may have.
    let prose: [Word]
    /// Names that may have a word all the same, each with the reason.
    let allowed: [String: String]
    let exceptions: [String: String]
    let name = "coined words"

    func breaches(in file: SourceFile) -> [Complaint] {
        self.namesBreached(in: file) + self.sentencesBreached(in: file)
    }

    private func namesBreached(in file: SourceFile) -> [Complaint] {
        guard file.isSwift, file.isOfPackage else { return [] }
        return file.declarations.compactMap { declaration in
            guard declaration.kind != .extension, self.allowed[declaration.name] == nil else { return nil }
            let parts = Self.parts(of: declaration.name)
            guard let word = self.names.first(where: { parts.contains($0.words) }) else { return nil }
            return Complaint(
                path: file.path,
                line: declaration.line,
                problem: "\(declaration.name) has the coined \"\(word.words.joined(separator: " "))\".",
                remedy: "Call it \(word.instead); see docs/decisions/0017-words.md."
            )
        }
    }

    private func sentencesBreached(in file: SourceFile) -> [Complaint] {
        guard file.isSwift || file.path.hasSuffix(".md") else { return [] }
        if file.isSwift, !file.isOfPackage { return [] }
        let text = file.isSwift ? file.swift.comments : Array(file.text.utf8)
        var breaches = self.complaints(about: text, in: file) { offset in
            text[..<offset].count { byte in byte == UInt8(ascii: "\n") } + 1
        }
        for literal in file.swift.literals where literal.text.contains(" ") {
            breaches += self.complaints(about: Array(literal.text.utf8), in: file) { _ in literal.line }
        }
        return breaches
    }

    private func complaints(about text: [UInt8], in file: SourceFile, line: (Int) -> Int) -> [Complaint] {
        let lower = text.map { byte in (65...90).contains(byte) ? byte + 32 : byte }
        return self.prose.flatMap { word in
            let spelling = Array(word.words.joined(separator: " ").utf8)
            return Bytes.offsets(of: spelling, in: lower)
                .filter { offset in Self.stands(spelling.count, at: offset, in: lower) }
                .map { offset in
                    Complaint(
                        path: file.path,
                        line: line(offset),
                        problem: "\"\(word.words.joined(separator: " "))\" is no word of the field here.",
                        remedy: "Write \(word.instead)."
                    )
                }
        }
    }

    /// Whether the bytes are words of their own, and not a part of a name.
    private static func stands(_ count: Int, at offset: Int, in bytes: [UInt8]) -> Bool {
        let end = offset + count
        let isWordBefore = offset > 0 && Self.belongs(bytes[offset - 1])
        let isWordAfter = end < bytes.count && Self.belongs(bytes[end])
        return !isWordBefore && !isWordAfter
    }

    private static func belongs(_ byte: UInt8) -> Bool {
        Bytes.isWord(byte) || byte == UInt8(ascii: "`") || byte == UInt8(ascii: "\"")
    }

    /// The words of a name in lower case: `revocationDue` is take, back, due.
    static func parts(of name: String) -> [String] {
        var parts: [String] = []
        var isAfterUppercase = true
        for character in name {
            if character == "_" {
                isAfterUppercase = false
                parts.append("")
                continue
            }
            if parts.isEmpty || (character.isUppercase && !isAfterUppercase) {
                parts.append("")
            } else if !character.isUppercase, isAfterUppercase, let last = parts.last, last.count > 1 {
                // The last of several capitals begins the next word: `SQLRow`.
                parts[parts.count - 1].removeLast()
                parts.append(String(last.suffix(1)))
            }
            parts[parts.count - 1] += character.lowercased()
            isAfterUppercase = character.isUppercase
        }
        return parts.filter { part in !part.isEmpty }
    }
}
