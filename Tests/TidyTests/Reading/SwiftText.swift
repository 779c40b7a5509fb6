/// The text of a Swift file, taken apart into code and string literals.
///
/// This is a line scanner's view and no parser: comments and the contents of literals become blanks in `code`, so that
/// a search in it finds only code, at the same offsets and lines. Code inside an interpolation stays code. Regular
/// expression literals are taken for code.
struct SwiftText: Sendable {
    /// A string literal's contents between two interpolations, as written, escapes included.
    struct Literal: Hashable, Sendable {
        /// The byte at which the literal's opening quote stands.
        let offset: Int
        /// The line of the opening quote, counted from 1.
        let line: Int
        /// The contents; an interpolation is left out.
        let text: String
    }

    /// The bytes of the file with comments and contents of literals blanked; quotes and line ends stay.
    let code: [UInt8]
    /// The bytes of the file with everything blanked but the comments; line ends stay.
    let comments: [UInt8]
    /// The string literals, in the order in which they end.
    let literals: [Literal]
    /// The offset at which each line begins.
    let lineStarts: [Int]

    /// The text of a file, taken apart.
    init(_ text: String) {
        var scanner = SwiftScanner(Array(text.utf8))
        scanner.scan()
        self.code = scanner.code
        self.comments = scanner.comments
        var starts = [0]
        for (offset, byte) in scanner.bytes.enumerated() where byte == UInt8(ascii: "\n") {
            starts.append(offset + 1)
        }
        self.lineStarts = starts
        self.literals = scanner.literals.map { literal in
            Literal(offset: literal.offset, line: Self.line(of: literal.offset, in: starts), text: literal.text)
        }
    }

    /// The line, counted from 1, in which a byte stands.
    func line(of offset: Int) -> Int {
        Self.line(of: offset, in: self.lineStarts)
    }

    /// The offsets at which a word of ASCII stands in the code.
    func offsets(of word: String) -> [Int] {
        Bytes.offsets(of: Array(word.utf8), in: self.code)
    }

    private static func line(of offset: Int, in starts: [Int]) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }
}
