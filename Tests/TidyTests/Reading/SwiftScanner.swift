/// A scanner that blanks everything in a Swift file that is not code, in one pass.
struct SwiftScanner {
    /// A literal as found: where its quote stands, and its contents.
    typealias Found = (offset: Int, text: String)

    /// The bytes of the file.
    let bytes: [UInt8]
    /// The bytes with comments and contents of literals blanked.
    private(set) var code: [UInt8]
    /// The bytes with everything blanked but the comments.
    private(set) var comments: [UInt8]
    /// The literals found so far.
    private(set) var literals: [Found] = []
    private var position = 0

    /// A scanner at the beginning of these bytes.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        self.code = bytes
        self.comments = bytes.map { byte in byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " ") }
    }

    /// Scans the file.
    mutating func scan() {
        while self.position < self.bytes.count {
            self.scanCode(untilParenthesis: false)
        }
    }

    private func byte(_ distance: Int = 0) -> UInt8? {
        let index = self.position + distance
        return index < self.bytes.count ? self.bytes[index] : nil
    }

    private func follows(_ text: StaticString, at distance: Int = 0) -> Bool {
        let wanted = Array(text.description.utf8)
        for (index, byte) in wanted.enumerated() where self.byte(distance + index) != byte {
            return false
        }
        return true
    }

    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<count where self.position < self.bytes.count {
            if self.bytes[self.position] != UInt8(ascii: "\n") {
                self.code[self.position] = UInt8(ascii: " ")
            }
            self.position += 1
        }
    }

    /// Code up to the end of the file, or past the parenthesis that ends an interpolation.
    private mutating func scanCode(untilParenthesis: Bool) {
        var depth = 1
        while let byte = self.byte() {
            switch byte {
            case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "/"):
                self.skipLineComment()
            case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "*"):
                self.skipBlockComment()
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                self.scanLiteralOrHash()
            case UInt8(ascii: "(") where untilParenthesis:
                depth += 1
                self.position += 1
            case UInt8(ascii: ")") where untilParenthesis:
                depth -= 1
                self.position += 1
                if depth == 0 { return }
            default:
                self.position += 1
            }
        }
    }

    private mutating func skipLineComment() {
        let start = self.position
        while let byte = self.byte(), byte != UInt8(ascii: "\n") {
            self.blank()
        }
        self.keepComment(from: start)
    }

    /// Copies what was blanked since this position to the comments.
    private mutating func keepComment(from start: Int) {
        for index in start..<self.position { self.comments[index] = self.bytes[index] }
    }

    private mutating func skipBlockComment() {
        let start = self.position
        defer { self.keepComment(from: start) }
        var depth = 0
        repeat {
            if self.follows("/*") {
                depth += 1
                self.blank(2)
            } else if self.follows("*/") {
                depth -= 1
                self.blank(2)
            } else {
                self.blank()
            }
        } while depth > 0 && self.position < self.bytes.count
    }

    private mutating func scanLiteralOrHash() {
        var hashes = 0
        while self.byte(hashes) == UInt8(ascii: "#") {
            hashes += 1
        }
        guard self.byte(hashes) == UInt8(ascii: "\"") else {
            // A macro such as #expect, not a raw string.
            self.position += hashes
            return
        }
        let offset = self.position
        self.position += hashes
        let isMultiline = self.follows("\"\"\"")
        self.position += isMultiline ? 3 : 1
        var contents: [UInt8] = []
        while let byte = self.byte() {
            if byte == UInt8(ascii: "\n"), !isMultiline {
                // An unfinished literal ends with its line, which keeps a misreading small.
                break
            }
            if self.closes(multiline: isMultiline, hashes: hashes) {
                self.position += (isMultiline ? 3 : 1) + hashes
                break
            }
            if byte == UInt8(ascii: "\\"), self.hashesFollow(hashes, at: 1) {
                if self.byte(1 + hashes) == UInt8(ascii: "(") {
                    // The parenthesis stays, so that those in the code keep their pairs.
                    self.blank(1 + hashes)
                    self.position += 1
                    self.scanCode(untilParenthesis: true)
                } else {
                    for _ in 0..<(2 + hashes) {
                        if let escaped = self.byte() { contents.append(escaped) }
                        self.blank()
                    }
                }
            } else {
                contents.append(byte)
                self.blank()
            }
        }
        self.literals.append((offset, String(decoding: contents, as: UTF8.self)))
    }

    private func closes(multiline: Bool, hashes: Int) -> Bool {
        multiline
            ? self.follows("\"\"\"") && self.hashesFollow(hashes, at: 3)
            : self.byte() == UInt8(ascii: "\"") && self.hashesFollow(hashes, at: 1)
    }

    private func hashesFollow(_ count: Int, at distance: Int) -> Bool {
        for index in 0..<count where self.byte(distance + index) != UInt8(ascii: "#") {
            return false
        }
        return true
    }
}
