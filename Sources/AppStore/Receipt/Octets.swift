/// A range of octets in an array that is not copied.
struct Octets {
    /// The array that contains the octets.
    let bytes: [UInt8]
    /// The range of the octets.
    let range: Range<Int>

    /// Creates a range of all octets of an array.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        self.range = bytes.indices
    }

    /// Creates a range of the octets of an octet string; they are copied only if it consists of pieces.
    init(of element: BERElement, in bytes: [UInt8]) throws(ReceiptError) {
        if element.tag == BERElement.octetString {
            self.bytes = bytes
            self.range = element.content
        } else {
            self.bytes = try element.octets(bytes)
            self.range = self.bytes.indices
        }
    }

    /// The octets as a slice of the array.
    var slice: ArraySlice<UInt8> { self.bytes[self.range] }

    /// Returns the single element that the octets encode.
    func element() throws(ReceiptError) -> BERElement {
        let element = try BERElement(self.bytes, at: self.range.lowerBound, before: self.range.upperBound)
        guard element.end == self.range.upperBound else { throw .malformed }
        return element
    }

    /// Returns the encoded text, a UTF8String or IA5String; `nil` for an empty one, which means that there is none.
    func text() throws(ReceiptError) -> String? {
        let content = try self.textContent()
        guard !content.isEmpty else { return nil }
        guard let text = String(validating: self.bytes[content], as: UTF8.self) else { throw .malformed }
        return text
    }

    /// Returns the encoded identifier, a text of printable ASCII; `nil` for an empty one.
    func identifier() throws(ReceiptError) -> String? {
        let content = try self.textContent()
        guard !content.isEmpty else { return nil }
        return try ReceiptContents.identifier(self.bytes[content])
    }

    /// Returns the instant that is encoded as text; `nil` for an empty one.
    func instant() throws(ReceiptError) -> Timestamp? {
        let content = try self.textContent()
        guard !content.isEmpty else { return nil }
        guard let instant = ReceiptInstant.read(self.bytes, in: content) else { throw .malformed }
        return instant
    }

    /// Returns the encoded number.
    func integer() throws(ReceiptError) -> Int64 {
        let element = try self.element()
        guard element.tag == BERElement.integer, (1...8).contains(element.content.count) else { throw .malformed }
        // A first octet above 127 marks a negative number (X.690, section 8.3.3).
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
