/// No file holds what is banned, outside the places where it is made.
struct BannedTokenRule: Rule {
    /// The banned tokens.
    let tokens: [BannedToken]
    let name = "banned code"
    let exceptions: [String: String] = [:]

    func breaches(in file: SourceFile) -> [Complaint] {
        guard file.isSwift, file.isOfPackage else { return [] }
        return self.tokens.filter { token in !token.isAllowed(in: file) }.flatMap { token in
            file.swift.offsets(of: token.spelling)
                .filter { offset in Self.stands(token.spelling, at: offset, in: file.swift.code) }
                .map { offset in
                    Complaint(
                        path: file.path,
                        line: file.swift.line(of: offset),
                        problem: "`\(token.spelling)` is not written here.",
                        remedy: token.remedy
                    )
                }
        }
    }

    /// Whether the piece is a word of its own: no part of a longer name, and no method of another value.
    private static func stands(_ spelling: String, at offset: Int, in code: [UInt8]) -> Bool {
        guard offset > 0, let first = spelling.utf8.first, Bytes.isWord(first) else { return true }
        let before = code[offset - 1]
        if before == UInt8(ascii: "."), spelling.hasSuffix("("), first >= UInt8(ascii: "a") {
            // `terminal.print(` is another function; `Swift.print(` is the same one.
            return code[..<offset].suffix(6).elementsEqual("Swift.".utf8)
        }
        if spelling.hasSuffix("("), first >= UInt8(ascii: "a"), code[..<offset].suffix(5).elementsEqual("func ".utf8) {
            return false
        }
        return !Bytes.isWord(before)
    }
}
