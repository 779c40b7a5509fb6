/// No text of the project, comments and pages included, holds words that speak of unfinished work or of one machine.
struct BannedWordRule: Rule {
    /// A banned word with its remedy.
    struct Word: Hashable, Sendable {
        /// The spelling of the word, which is case-sensitive.
        let spelling: String
        /// The remedy, as a sentence.
        let remedy: String
    }

    /// The banned words.
    let words: [Word]
    let name = "banned words"
    let exceptions: [String: String] = [:]

    private static let unfinished = "Finish it, or describe it on the tracker and remove the note."
    private static let machine = "Say where it is in words that hold on every machine, from the project's own root."

    // Each is spelled in two halves, so that this file does not breach the rule that it states.
    /// The words of this project's rule.
    static let project: [Word] = [
        Word(spelling: "FIX" + "ME", remedy: Self.unfinished),
        Word(spelling: "TO" + "DO", remedy: Self.unfinished),
        Word(spelling: "/wo" + "rk/", remedy: Self.machine),
        Word(spelling: "/opt/" + "swift", remedy: Self.machine),
        Word(spelling: "/ro" + "ot/", remedy: Self.machine),
        Word(spelling: "/tmp/" + "trees", remedy: Self.machine),
        Word(spelling: "/Us" + "ers/", remedy: Self.machine),
    ]

    func breaches(in file: SourceFile) -> [Complaint] {
        let bytes = Array(file.text.utf8)
        return self.words.flatMap { word in
            Bytes.offsets(of: Array(word.spelling.utf8), in: bytes)
                .filter { offset in Self.stands(word.spelling, at: offset, in: bytes) }
                .map { offset in
                    let line = bytes[..<offset].count { byte in byte == UInt8(ascii: "\n") } + 1
                    return Complaint(
                        path: file.path,
                        line: line,
                        problem: "\"\(word.spelling)\" has no place in the project.",
                        remedy: word.remedy
                    )
                }
        }
    }

    /// Whether the word is no part of a longer one: `framework/work/` names no machine's folder.
    private static func stands(_ word: String, at offset: Int, in bytes: [UInt8]) -> Bool {
        let end = offset + word.utf8.count
        let isWordBefore = offset > 0 && (Bytes.isWord(bytes[offset - 1]) || bytes[offset - 1] == UInt8(ascii: "."))
        let endsInWord = word.utf8.last.map(Bytes.isWord) ?? false
        let isWordAfter = endsInWord && end < bytes.count && Bytes.isWord(bytes[end])
        return !isWordBefore && !isWordAfter
    }
}
