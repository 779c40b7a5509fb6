/// Steps through a set of attributes: `SET OF SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }`.
struct ReceiptAttributeCursor {
    private var elements: BERCursor

    /// A cursor before the first attribute.
    ///
    /// - Parameters:
    ///   - octets: The set, and nothing else.
    ///   - maximumCount: How many attributes it may have.
    /// - Throws: When the octets are no such set.
    init(_ octets: Octets, maximumCount: Int) throws(ReceiptError) {
        let set = try octets.element()
        guard set.tag == BERElement.set else { throw .malformed }
        self.elements = try BERCursor(octets.bytes, in: set, maximumCount: maximumCount)
    }

    /// The next attribute's type and value; nil after the last.
    ///
    /// The version is passed over: no reader has ever needed it, and one type alone has another than 1.
    mutating func next() throws(ReceiptError) -> (type: Int64, value: Octets)? {
        guard let element = try self.elements.next() else { return nil }
        guard element.tag == BERElement.sequence else { throw .malformed }
        let bytes = self.elements.bytes
        var parts = try BERCursor(bytes, in: element)
        let type = try parts.next(BERElement.integer)
        _ = try parts.next(BERElement.integer)
        guard let value = try parts.next() else { throw .malformed }
        try parts.finish()
        // A number of more than eight octets is none of those that are known.
        guard (1...8).contains(type.content.count) else { return (-1, try Octets(of: value, in: bytes)) }
        var number: Int64 = bytes[type.content.lowerBound] < 0x80 ? 0 : -1
        for index in type.content { number = number << 8 | Int64(bytes[index]) }
        return (number, try Octets(of: value, in: bytes))
    }
}
