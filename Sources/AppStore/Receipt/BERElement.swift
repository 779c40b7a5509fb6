/// An element of BER (ITU-T X.690 section 8) with the position of its content.
///
/// Old receipts are not DER: lengths may be indefinite and strings may consist of pieces. The reader supports only what
/// receipts contain: tags of one octet and lengths of up to four octets. Its recursion is bounded.
struct BERElement {
    /// The maximum nesting depth of elements of indefinite length; receipts have four levels.
    static let maximumDepth = 16
    /// The maximum number of sibling elements; a receipt of ten thousand purchases has one more for each.
    static let maximumCount = 1 << 16

    static let integer: UInt8 = 0x02
    static let octetString: UInt8 = 0x04
    static let objectIdentifier: UInt8 = 0x06
    static let utf8String: UInt8 = 0x0C
    static let ia5String: UInt8 = 0x16
    static let utcTime: UInt8 = 0x17
    static let generalizedTime: UInt8 = 0x18
    static let null: UInt8 = 0x05
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
    static let context0: UInt8 = 0xA0
    static let context3: UInt8 = 0xA3
    private static let constructedBit: UInt8 = 0x20

    /// The identifier octet.
    let tag: UInt8
    /// The offset at which the element begins.
    let start: Int
    /// The range of the content, without the end mark of an indefinite length.
    let content: Range<Int>
    /// The offset at which the next element begins.
    let end: Int

    /// Reads the outermost element.
    ///
    /// - Throws: ``ReceiptError/truncated`` if the bytes end before the element does.
    init(outermost bytes: [UInt8]) throws(ReceiptError) {
        try self.init(reading: bytes, at: 0, before: bytes.count)
    }

    /// Reads the element at an offset inside another element.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that contain it.
    ///   - start: The offset at which it begins.
    ///   - bound: The offset at which it must have ended.
    /// - Throws: ``ReceiptError`` if there is no complete element.
    init(_ bytes: [UInt8], at start: Int, before bound: Int) throws(ReceiptError) {
        do throws(ReceiptError) {
            try self.init(reading: bytes, at: start, before: bound)
        } catch .truncated {
            // An element that extends beyond its parent is malformed, not truncated.
            throw .malformed
        }
    }

    private init(reading bytes: [UInt8], at start: Int, before bound: Int) throws(ReceiptError) {
        let header = try Header(bytes, at: start, before: bound)
        self.tag = header.tag
        self.start = start
        if let length = header.length {
            self.content = header.contentStart..<(header.contentStart + length)
            self.end = self.content.upperBound
        } else {
            let mark = try Self.endMark(bytes, from: header.contentStart, before: bound)
            self.content = header.contentStart..<mark
            self.end = mark + 2
        }
    }

    /// The identifier and length octets of an element.
    private struct Header {
        let tag: UInt8
        let contentStart: Int
        /// The length of the content; `nil` if it is indefinite.
        let length: Int?

        init(_ bytes: [UInt8], at start: Int, before bound: Int) throws(ReceiptError) {
            guard start + 2 <= bound else { throw .truncated }
            self.tag = bytes[start]
            guard self.tag & 0x1F != 0x1F else { throw .malformed }
            let first = bytes[start + 1]
            guard first >= 0x80 else {
                self.contentStart = start + 2
                self.length = Int(first)
                guard self.contentStart + Int(first) <= bound else { throw .truncated }
                return
            }
            let count = Int(first & 0x7F)
            self.contentStart = start + 2 + count
            guard count > 0 else {
                guard self.tag & BERElement.constructedBit != 0 else { throw .malformed }
                self.length = nil
                return
            }
            guard count <= 4 else { throw .malformed }
            guard self.contentStart <= bound else { throw .truncated }
            let length = bytes[(start + 2)..<self.contentStart].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bound - self.contentStart else { throw .truncated }
            self.length = length
        }
    }

    /// Finds the two zero octets that end content of indefinite length.
    private static func endMark(_ bytes: [UInt8], from start: Int, before bound: Int) throws(ReceiptError) -> Int {
        var depth = 1
        var position = start
        while true {
            guard position + 2 <= bound else { throw .truncated }
            if bytes[position] == 0, bytes[position + 1] == 0 {
                depth -= 1
                if depth == 0 { return position }
                position += 2
                continue
            }
            let header = try Header(bytes, at: position, before: bound)
            position = header.contentStart
            if let length = header.length {
                position += length
            } else {
                depth += 1
                guard depth <= Self.maximumDepth else { throw .tooDeep }
            }
        }
    }

    /// Returns the elements of the content.
    func children(_ bytes: [UInt8]) throws(ReceiptError) -> [BERElement] {
        var children: [BERElement] = []
        var cursor = try BERCursor(bytes, in: self)
        while let child = try cursor.next() { children.append(child) }
        return children
    }

    /// Returns the octets of an octet string, concatenated if it consists of pieces.
    func octets(_ bytes: [UInt8]) throws(ReceiptError) -> [UInt8] {
        var octets: [UInt8] = []
        try self.append(bytes, to: &octets, depth: 0)
        return octets
    }

    private func append(_ bytes: [UInt8], to octets: inout [UInt8], depth: Int) throws(ReceiptError) {
        if self.tag == Self.octetString {
            octets += bytes[self.content]
            return
        }
        guard self.tag == Self.octetString | Self.constructedBit else { throw .malformed }
        guard depth < Self.maximumDepth else { throw .tooDeep }
        var cursor = try BERCursor(bytes, in: self)
        while let piece = try cursor.next() { try piece.append(bytes, to: &octets, depth: depth + 1) }
    }

    /// The range of the element, including its identifier and length octets.
    var whole: Range<Int> { self.start..<self.end }

    /// Returns whether the element is an object identifier with these octets.
    func isObject(_ identifier: [UInt8], in bytes: [UInt8]) -> Bool {
        self.tag == Self.objectIdentifier && bytes[self.content] == identifier[...]
    }

    /// Whether the content consists of elements.
    var isConstructed: Bool { self.tag & Self.constructedBit != 0 }

    /// Returns the value of an integer that is not negative and fits in 32 bits; `nil` for any other.
    func integer(_ bytes: [UInt8]) -> Int? {
        guard self.tag == Self.integer, (1...5).contains(self.content.count), bytes[self.content.lowerBound] < 0x80
        else {
            return nil
        }
        return bytes[self.content].reduce(0) { $0 << 8 | Int($1) }
    }
}

/// An iterator over the sibling elements inside an element, which stores none of them.
struct BERCursor {
    /// The bytes that contain the elements.
    let bytes: [UInt8]
    /// The offset at which the next element begins.
    private(set) var position: Int
    /// The offset at which the last element must have ended.
    let end: Int
    private var count = 0
    private let maximumCount: Int

    /// Creates a cursor before the first child of an element.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that contain the element.
    ///   - element: The parent.
    ///   - maximumCount: The maximum number of children.
    /// - Throws: ``ReceiptError`` if the element is not constructed.
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

    /// Returns the next element, or `nil` after the last.
    mutating func next() throws(ReceiptError) -> BERElement? {
        guard self.position < self.end else { return nil }
        guard self.count < self.maximumCount else { throw .tooMany }
        self.count += 1
        let element = try BERElement(self.bytes, at: self.position, before: self.end)
        self.position = element.end
        return element
    }

    /// Returns the next element, which must have this tag.
    mutating func next(_ tag: UInt8) throws(ReceiptError) -> BERElement {
        guard let element = try self.next(), element.tag == tag else { throw .malformed }
        return element
    }

    /// Returns the next element if it has this tag; otherwise returns `nil` and does not advance.
    mutating func optional(_ tag: UInt8) throws(ReceiptError) -> BERElement? {
        guard self.position < self.end, self.bytes[self.position] == tag else { return nil }
        return try self.next()
    }

    /// Throws an error if another element follows.
    func finish() throws(ReceiptError) {
        guard self.position == self.end else { throw .malformed }
    }
}
