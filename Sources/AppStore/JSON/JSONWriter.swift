/// Writes compact JSON into bytes.
///
/// Members come out in the order they are written; slashes and text beyond ASCII are not escaped. The caller keeps
/// brackets balanced and writes a key before each member's value.
public struct JSONWriter: Sendable {
    /// What has been written.
    public private(set) var bytes: [UInt8]
    private var needsComma = false

    /// A writer with nothing written.
    public init() {
        self.bytes = []
    }

    /// Opens an object.
    public mutating func beginObject() {
        self.separate()
        self.bytes.append(UInt8(ascii: "{"))
        self.needsComma = false
    }

    /// Closes an object.
    public mutating func endObject() {
        self.bytes.append(UInt8(ascii: "}"))
        self.needsComma = true
    }

    /// Opens an array.
    public mutating func beginArray() {
        self.separate()
        self.bytes.append(UInt8(ascii: "["))
        self.needsComma = false
    }

    /// Closes an array.
    public mutating func endArray() {
        self.bytes.append(UInt8(ascii: "]"))
        self.needsComma = true
    }

    /// Writes a member's key.
    public mutating func key(_ key: String) {
        self.write(key)
        self.bytes.append(UInt8(ascii: ":"))
        self.needsComma = false
    }

    /// Writes a member's key that needs no escapes.
    mutating func key(_ key: StaticString) {
        self.separate()
        self.bytes.append(UInt8(ascii: "\""))
        unsafe self.bytes.append(
            contentsOf: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
        )
        self.bytes.append(UInt8(ascii: "\""))
        self.bytes.append(UInt8(ascii: ":"))
        self.needsComma = false
    }

    /// Writes a string.
    public mutating func write(_ text: String) {
        self.writeString(text.utf8)
    }

    /// Writes a string given as the bytes of its UTF-8; bytes that are not UTF-8 are replaced.
    public mutating func write(utf8 bytes: [UInt8]) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            self.writeString(bytes)
        } else {
            self.write(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Writes a whole number.
    public mutating func write(_ number: Int64) {
        self.write(number: String(number))
    }

    /// Writes a number in a spelling that is JSON's.
    public mutating func write(number text: String) {
        self.separate()
        self.bytes.append(contentsOf: text.utf8)
        self.needsComma = true
    }

    /// Writes `true` or `false`.
    public mutating func write(_ flag: Bool) {
        self.write(number: flag ? "true" : "false")
    }

    /// Writes `null`.
    public mutating func writeNull() {
        self.write(number: "null")
    }

    /// Writes a member of the object that is open.
    public mutating func write(_ member: JSONMember) {
        self.key(member.key)
        self.write(member.value)
    }

    /// Writes any value.
    public mutating func write(_ value: JSONValue) {
        switch value {
        case .null: self.writeNull()
        case .bool(let flag): self.write(flag)
        case .number(let text): self.write(number: text)
        case .string(let text): self.write(text)
        case .array(let values):
            self.beginArray()
            for value in values { self.write(value) }
            self.endArray()
        case .object(let members):
            self.beginObject()
            for member in members { self.write(member) }
            self.endObject()
        }
    }

    /// Writes the comma that the value before this one needs.
    private mutating func separate() {
        if self.needsComma { self.bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func writeString(_ text: some Collection<UInt8>) {
        self.separate()
        self.bytes.append(UInt8(ascii: "\""))
        if text.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            self.bytes.append(contentsOf: text)
        } else {
            for byte in text { self.escape(byte) }
        }
        self.bytes.append(UInt8(ascii: "\""))
        self.needsComma = true
    }

    private mutating func escape(_ byte: UInt8) {
        let short: UInt8
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): short = byte
        case 0x08: short = UInt8(ascii: "b")
        case 0x09: short = UInt8(ascii: "t")
        case 0x0A: short = UInt8(ascii: "n")
        case 0x0C: short = UInt8(ascii: "f")
        case 0x0D: short = UInt8(ascii: "r")
        case 0x20...:
            self.bytes.append(byte)
            return
        default:
            let digits = Array("0123456789abcdef".utf8)
            self.bytes.append(contentsOf: "\\u00".utf8)
            self.bytes.append(digits[Int(byte >> 4)])
            self.bytes.append(digits[Int(byte & 15)])
            return
        }
        self.bytes.append(UInt8(ascii: "\\"))
        self.bytes.append(short)
    }
}
