/// A writer of compact JSON into bytes, which all code of this project that writes JSON itself uses.
///
/// Members are written in the order of the calls; slashes and characters beyond ASCII are not escaped. The caller keeps
/// brackets balanced and writes a key before each member's value.
public struct JSONWriter: Sendable {
    /// The bytes written so far.
    package internal(set) var bytes: [UInt8] = []
    private var needsComma = false
    private let isForTerminals: Bool

    /// Creates an empty writer.
    package init() {
        self.isForTerminals = false
    }

    /// Creates an empty writer.
    ///
    /// - Parameters:
    ///   - capacity: The number of bytes to reserve.
    ///   - isForTerminals: Whether every control character and every line terminator of Unicode is escaped too, so that
    ///     the text stays on one line and a terminal does not interpret it.
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

    /// Writes a member's key that needs no escapes, and returns its offset.
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

    /// Writes a string from its UTF-8 bytes; invalid sequences are replaced.
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

    /// Writes an integer.
    package mutating func write(_ number: Int64) {
        self.write(number: String(number))
    }

    /// Writes a number from its text, which must be valid JSON.
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

    /// Writes a value that is already JSON.
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

    /// Writes the comma between the previous value and this one.
    private mutating func separate() {
        if self.needsComma { self.bytes.append(UInt8(ascii: ",")) }
    }
}

// MARK: Strings

extension JSONWriter {
    /// Returns whether a character is a line terminator or a control character.
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

    /// Appends a character; beyond ASCII only control characters and line terminators are escaped.
    private mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.value >= 0x7F, Self.isControl(scalar) {
            self.escape(UInt16(scalar.value))
        } else {
            for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { self.append(byte) }
        }
    }

    /// Appends a byte, and escapes it if RFC 8259, section 7, requires it.
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
