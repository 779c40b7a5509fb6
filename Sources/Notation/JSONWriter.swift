/// Writes compact JSON into bytes: the one place where this project writes JSON itself.
///
/// Members come out in the order they are written; slashes and text beyond ASCII are not escaped. The caller keeps
/// brackets balanced and writes a key before each member's value.
public struct JSONWriter: Sendable {
    /// What has been written.
    package internal(set) var bytes: [UInt8] = []
    private var needsComma = false
    private let isForTerminals: Bool

    /// A writer with nothing written.
    package init() {
        self.isForTerminals = false
    }

    /// A writer with nothing written.
    ///
    /// - Parameters:
    ///   - capacity: So many bytes have room before the text is copied.
    ///   - isForTerminals: Whether every control character and every end of a line, in Unicode's sense, is escaped too,
    ///     so that the text stays one line and a terminal does not obey it.
    package init(capacity: Int = 0, isForTerminals: Bool = false) {
        self.isForTerminals = isForTerminals
        self.bytes.reserveCapacity(capacity)
    }

    /// Opens an object.
    package mutating func beginObject() { self.open(UInt8(ascii: "{")) }

    /// Closes an object.
    package mutating func endObject() { self.close(UInt8(ascii: "}")) }

    /// Opens an array.
    package mutating func beginArray() { self.open(UInt8(ascii: "[")) }

    /// Closes an array.
    package mutating func endArray() { self.close(UInt8(ascii: "]")) }

    /// Writes a member's key.
    package mutating func key(_ key: String) {
        self.write(key)
        self.bytes.append(UInt8(ascii: ":"))
        self.needsComma = false
    }

    /// Writes a member's key that needs no escapes, and returns where it begins.
    @discardableResult
    package mutating func key(plain key: StaticString) -> Int {
        self.separate()
        let start = self.bytes.count
        self.bytes.append(UInt8(ascii: "\""))
        key.withUTF8Buffer { name in unsafe self.bytes.append(contentsOf: name) }
        self.bytes.append(UInt8(ascii: "\""))
        self.bytes.append(UInt8(ascii: ":"))
        self.needsComma = false
        return start
    }

    /// Writes a string.
    package mutating func write(_ text: String) {
        if self.isForTerminals, text.unicodeScalars.contains(where: Self.isControl) {
            self.quote { writer in
                for scalar in text.unicodeScalars { writer.append(scalar) }
            }
        } else {
            self.write(units: text.utf8)
        }
    }

    /// Writes a string given as the bytes of its UTF-8; bytes that are not UTF-8 are replaced.
    package mutating func write(utf8 bytes: [UInt8]) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            self.write(units: bytes)
        } else {
            self.write(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Writes a string that the closure appends and that needs no escapes.
    package mutating func write(plain append: (inout [UInt8]) -> Void) {
        self.quote { append(&$0.bytes) }
    }

    /// Writes a whole number.
    package mutating func write(_ number: Int64) {
        self.write(number: String(number))
    }

    /// Writes a number in a spelling that is JSON's.
    package mutating func write(number text: String) {
        self.write(json: text.utf8)
    }

    /// Writes `true` or `false`.
    package mutating func write(_ flag: Bool) {
        self.write(number: flag ? "true" : "false")
    }

    /// Writes `null`.
    package mutating func writeNull() {
        self.write(number: "null")
    }

    /// Writes a value that is JSON already.
    package mutating func write(json text: some Collection<UInt8>) {
        self.separate()
        self.bytes.append(contentsOf: text)
        self.needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        self.separate()
        self.bytes.append(bracket)
        self.needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        self.bytes.append(bracket)
        self.needsComma = true
    }

    /// Writes the comma that the value before this one needs.
    private mutating func separate() {
        if self.needsComma { self.bytes.append(UInt8(ascii: ",")) }
    }
}

// MARK: Strings

extension JSONWriter {
    /// Whether a character ends a line, or is one that a terminal obeys.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }

    private mutating func quote(_ append: (inout Self) -> Void) {
        self.separate()
        self.bytes.append(UInt8(ascii: "\""))
        append(&self)
        self.bytes.append(UInt8(ascii: "\""))
        self.needsComma = true
    }

    private mutating func write(units text: some Collection<UInt8>) {
        self.quote { writer in
            if text.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
                writer.bytes.append(contentsOf: text)
            } else {
                for byte in text { writer.append(byte) }
            }
        }
    }

    /// Appends a character; beyond ASCII only control characters and ends of lines are escaped.
    private mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.value >= 0x7F, Self.isControl(scalar) {
            self.escape(UInt16(scalar.value))
        } else {
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { self.append(byte) }
        }
    }

    /// Appends a byte, with everything escaped that RFC 8259, section 7, does not allow as it is.
    private mutating func append(_ byte: UInt8) {
        let letter: UInt8
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter = byte
        case 0x08: letter = UInt8(ascii: "b")
        case 0x09: letter = UInt8(ascii: "t")
        case 0x0A: letter = UInt8(ascii: "n")
        case 0x0C: letter = UInt8(ascii: "f")
        case 0x0D: letter = UInt8(ascii: "r")
        case 0x20...:
            self.bytes.append(byte)
            return
        default:
            self.escape(UInt16(byte))
            return
        }
        self.bytes.append(UInt8(ascii: "\\"))
        self.bytes.append(letter)
    }

    private mutating func escape(_ unit: UInt16) {
        self.bytes.append(contentsOf: "\\u".utf8)
        Hexadecimal.append(UInt8(unit >> 8), to: &self.bytes)
        Hexadecimal.append(UInt8(unit & 0xFF), to: &self.bytes)
    }
}
