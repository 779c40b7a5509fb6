/// A JSON object being written, field by field in the order of the calls.
///
/// Events are written inside the transaction that changes the state, several for each unit, so their text is put
/// together here byte by byte. A general encoder takes ten times as long, and it is not the ledger's to import.
package struct JSONText: Sendable {
    private var text: [UInt8] = []
    private var needsComma = false

    /// An empty object.
    package init() {
        // Most events fit, and growing step by step would copy them several times.
        self.text.reserveCapacity(1024)
        self.text.append(UInt8(ascii: "{"))
    }

    /// The object's text in UTF-8.
    package var bytes: [UInt8] { self.text + [UInt8(ascii: "}")] }

    /// Adds a string; nothing for `nil`.
    package mutating func add(_ key: StaticString, _ value: String?) {
        guard let value else { return }
        self.begin(key)
        self.append(value)
    }

    /// Adds an integer; nothing for `nil`.
    package mutating func add(_ key: StaticString, _ value: Int64?) {
        guard let value else { return }
        self.begin(key)
        self.text.append(contentsOf: String(value).utf8)
    }

    /// Adds true or false.
    package mutating func add(_ key: StaticString, _ value: Bool) {
        self.begin(key)
        self.text.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Adds an instant by RFC 3339; nothing for `nil`.
    package mutating func add(_ key: StaticString, _ value: Instant?) {
        guard let value else { return }
        self.begin(key)
        self.text.append(UInt8(ascii: "\""))
        value.appendRFC3339(to: &self.text)
        self.text.append(UInt8(ascii: "\""))
    }

    /// Adds an object whose text is there already.
    package mutating func add(_ key: StaticString, object text: [UInt8]) {
        self.begin(key)
        self.text.append(contentsOf: text)
    }

    /// Adds a list of objects whose texts are there already.
    package mutating func add(_ key: StaticString, objects texts: [[UInt8]]) {
        self.begin(key)
        self.text.append(UInt8(ascii: "["))
        self.text.append(contentsOf: texts.joined(separator: [UInt8(ascii: ",")]))
        self.text.append(UInt8(ascii: "]"))
    }

    /// Adds a list of strings.
    package mutating func add(_ key: StaticString, _ values: [String]) {
        self.begin(key)
        self.text.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { self.text.append(UInt8(ascii: ",")) }
            self.append(value)
        }
        self.text.append(UInt8(ascii: "]"))
    }

    /// Adds an object that the closure fills.
    package mutating func add(_ key: StaticString, _ fill: (inout Self) -> Void) {
        self.begin(key)
        self.append(fill)
    }

    /// Adds a list of objects, each filled by the closure from one element.
    package mutating func add<Element>(
        _ key: StaticString,
        _ elements: [Element],
        _ fill: (inout Self, Element) -> Void
    ) {
        self.begin(key)
        self.text.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { self.text.append(UInt8(ascii: ",")) }
            self.append { fill(&$0, element) }
        }
        self.text.append(UInt8(ascii: "]"))
    }

    private mutating func append(_ fill: (inout Self) -> Void) {
        self.text.append(UInt8(ascii: "{"))
        self.needsComma = false
        fill(&self)
        self.text.append(UInt8(ascii: "}"))
        self.needsComma = true
    }

    private mutating func begin(_ key: StaticString) {
        if self.needsComma { self.text.append(UInt8(ascii: ",")) }
        self.needsComma = true
        self.text.append(UInt8(ascii: "\""))
        key.withUTF8Buffer { bytes in unsafe self.text.append(contentsOf: bytes) }
        self.text.append(UInt8(ascii: "\""))
        self.text.append(UInt8(ascii: ":"))
    }

    /// Appends a string with everything escaped that RFC 8259, section 7, does not allow as it is.
    private mutating func append(_ string: String) {
        self.text.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                self.text.append(UInt8(ascii: "\\"))
                self.text.append(byte)
            case 0..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                self.text.append(contentsOf: "\\u00".utf8)
                self.text.append(digits[Int(byte >> 4)])
                self.text.append(digits[Int(byte & 15)])
            default: self.text.append(byte)
            }
        }
        self.text.append(UInt8(ascii: "\""))
    }
}
