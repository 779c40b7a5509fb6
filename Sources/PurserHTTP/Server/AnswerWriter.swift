import Ledger

/// Writes an answer that is asked for very often as JSON, straight into bytes.
///
/// A general encoder takes longer than everything else that such an answer needs. Members are written in the order of
/// their names, as `JSONResponse` does, so that both give the same bytes.
struct AnswerWriter {
    /// What has been written.
    private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// A writer with room for so many bytes.
    init(capacity: Int) {
        self.bytes.reserveCapacity(capacity)
    }

    /// Opens an object.
    mutating func beginObject() { self.open(UInt8(ascii: "{")) }

    /// Closes an object.
    mutating func endObject() { self.close(UInt8(ascii: "}")) }

    /// Opens an array.
    mutating func beginArray() { self.open(UInt8(ascii: "[")) }

    /// Closes an array.
    mutating func endArray() { self.close(UInt8(ascii: "]")) }

    /// Writes the name of a member, which needs no escapes.
    mutating func name(_ name: StaticString) {
        self.separate()
        self.bytes.append(UInt8(ascii: "\""))
        unsafe self.bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        self.bytes.append(UInt8(ascii: "\""))
        self.bytes.append(UInt8(ascii: ":"))
        self.needsComma = false
    }

    /// Writes a member that is text.
    mutating func member(_ name: StaticString, _ text: String) {
        self.name(name)
        self.text(text)
    }

    /// Writes a member that is text, if it is there.
    mutating func member(_ name: StaticString, _ text: String?) {
        if let text { self.member(name, text) }
    }

    /// Writes a member that is an instant, if it is there.
    mutating func member(_ name: StaticString, _ instant: Instant?) {
        guard let instant else { return }
        self.name(name)
        self.bytes.append(UInt8(ascii: "\""))
        instant.appendRFC3339(to: &self.bytes)
        self.bytes.append(UInt8(ascii: "\""))
        self.needsComma = true
    }

    /// Writes a member that is true or false.
    mutating func member(_ name: StaticString, _ flag: Bool) {
        self.name(name)
        self.bytes.append(contentsOf: flag ? [116, 114, 117, 101] : [102, 97, 108, 115, 101])
        self.needsComma = true
    }

    /// Writes a member that is a whole number, if it is there.
    mutating func member(_ name: StaticString, _ number: Int64?) {
        guard let number else { return }
        self.name(name)
        self.bytes.append(contentsOf: String(number).utf8)
        self.needsComma = true
    }

    /// Writes a member that is an array of texts.
    mutating func member(_ name: StaticString, _ texts: [String]) {
        self.name(name)
        self.beginArray()
        for text in texts { self.text(text) }
        self.endArray()
    }

    /// Writes text as a value.
    mutating func text(_ text: String) {
        self.separate()
        self.bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                self.bytes.append(byte)
            } else {
                self.escape(byte)
            }
        }
        self.bytes.append(UInt8(ascii: "\""))
        self.needsComma = true
    }

    /// Writes something that is JSON already.
    mutating func json(_ json: [UInt8]) {
        self.separate()
        self.bytes += json
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

    private mutating func separate() {
        if self.needsComma { self.bytes.append(UInt8(ascii: ",")) }
        self.needsComma = false
    }

    private mutating func escape(_ byte: UInt8) {
        self.bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): self.bytes.append(byte)
        case 0x08: self.bytes.append(UInt8(ascii: "b"))
        case 0x09: self.bytes.append(UInt8(ascii: "t"))
        case 0x0A: self.bytes.append(UInt8(ascii: "n"))
        case 0x0C: self.bytes.append(UInt8(ascii: "f"))
        case 0x0D: self.bytes.append(UInt8(ascii: "r"))
        default:
            let digits = Array("0123456789abcdef".utf8)
            self.bytes += [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")]
            self.bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
}
