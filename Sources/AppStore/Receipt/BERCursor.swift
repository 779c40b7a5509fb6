/// Steps through the elements that stand side by side in another one, without keeping any.
struct BERCursor {
    /// What holds the elements.
    let bytes: [UInt8]
    /// Where the next one begins.
    private(set) var position: Int
    /// Where the last one has to have ended.
    let end: Int
    private var count = 0
    private let maximumCount: Int

    /// A cursor before the first element inside another one.
    ///
    /// - Parameters:
    ///   - bytes: What holds them.
    ///   - element: The one they are in.
    ///   - maximumCount: How many there may be.
    /// - Throws: When the element does not consist of others.
    init(
        _ bytes: [UInt8],
        in element: BERElement,
        maximumCount: Int = BERElement.maximumCount
    ) throws(ReceiptError) {
        guard element.isConstructed else { throw .malformed }
        self.bytes = bytes
        self.position = element.content.lowerBound
        self.end = element.content.upperBound
        self.maximumCount = maximumCount
    }

    /// The next element; nil after the last.
    mutating func next() throws(ReceiptError) -> BERElement? {
        guard self.position < self.end else { return nil }
        guard self.count < self.maximumCount else { throw .tooMany }
        self.count += 1
        let element = try BERElement(self.bytes, at: self.position, before: self.end)
        self.position = element.end
        return element
    }

    /// The next element, which has to be one of this tag.
    mutating func next(_ tag: UInt8) throws(ReceiptError) -> BERElement {
        guard let element = try self.next(), element.tag == tag else { throw .malformed }
        return element
    }

    /// The next element if it has this tag; nil, and nothing passed over, for any other.
    mutating func optional(_ tag: UInt8) throws(ReceiptError) -> BERElement? {
        guard self.position < self.end, self.bytes[self.position] == tag else { return nil }
        return try self.next()
    }

    /// Refuses what follows.
    func finish() throws(ReceiptError) {
        guard self.position == self.end else { throw .malformed }
    }
}
