/// Where some octets lie in an array that is not copied.
struct Octets {
    /// What holds them.
    let bytes: [UInt8]
    /// Where they lie.
    let range: Range<Int>

    /// All octets of an array.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        self.range = bytes.indices
    }

    /// The octets of an octet string; they are copied only where it is in pieces.
    init(of element: BERElement, in bytes: [UInt8]) throws(ReceiptError) {
        if element.tag == BERElement.octetString {
            self.bytes = bytes
            self.range = element.content
        } else {
            self.bytes = try element.octets(bytes)
            self.range = self.bytes.indices
        }
    }

    /// The octets as they lie there.
    var slice: ArraySlice<UInt8> { self.bytes[self.range] }

    /// The one element that the octets are.
    func element() throws(ReceiptError) -> BERElement {
        let element = try BERElement(self.bytes, at: self.range.lowerBound, before: self.range.upperBound)
        guard element.end == self.range.upperBound else { throw .malformed }
        return element
    }

    /// The text that the octets encode, UTF8String or IA5String; nil for an empty one, which means that there is none.
    func text() throws(ReceiptError) -> String? {
        let content = try self.textContent()
        guard !content.isEmpty else { return nil }
        guard let text = String(validating: self.bytes[content], as: UTF8.self) else { throw .malformed }
        return text
    }

    /// The identifier that the octets encode: a text of printable ASCII; nil for an empty one.
    func identifier() throws(ReceiptError) -> String? {
        let content = try self.textContent()
        guard !content.isEmpty else { return nil }
        return try ReceiptContents.identifier(self.bytes[content])
    }

    /// The instant that the octets encode as text; nil for an empty one.
    func instant() throws(ReceiptError) -> Timestamp? {
        let content = try self.textContent()
        guard !content.isEmpty else { return nil }
        guard let instant = ReceiptInstant.read(self.bytes, in: content) else { throw .malformed }
        return instant
    }

    /// The number that the octets encode.
    func integer() throws(ReceiptError) -> Int64 {
        let element = try self.element()
        guard element.tag == BERElement.integer, (1...8).contains(element.content.count) else { throw .malformed }
        // A first octet beyond 127 says that the number is negative (X.690, section 8.3.3).
        var value: Int64 = self.bytes[element.content.lowerBound] < 0x80 ? 0 : -1
        for index in element.content { value = value << 8 | Int64(self.bytes[index]) }
        return value
    }

    private func textContent() throws(ReceiptError) -> Range<Int> {
        let element = try self.element()
        guard element.tag == BERElement.utf8String || element.tag == BERElement.ia5String else { throw .malformed }
        return element.content
    }
}
