import Foundation

/// A JSON object being written, field by field in the order of the calls, or in the order of the fields' names.
///
/// Events are written inside the transaction that changes the state, several for each unit, and answers about customers
/// are asked for very often, so their text is put together here byte by byte. A general encoder takes ten times as
/// long.
package struct JSONText: Sendable {
    private var writer: JSONWriter
    private let isByName: Bool
    /// Where each field of the open object begins.
    private var starts: [Int] = []

    /// An empty object.
    ///
    /// - Parameters:
    ///   - capacity: So many bytes have room before the text is copied; most events fit into what is usual.
    ///   - isByName: Whether the fields of every object come out in the order of their names, as ``encoded(_:)`` has
    ///     them.
    ///   - isForTerminals: Whether every control character and every end of a line is escaped; see ``JSONWriter``.
    package init(capacity: Int = 1024, isByName: Bool = false, isForTerminals: Bool = false) {
        self.init(JSONWriter(capacity: capacity, isForTerminals: isForTerminals), isByName: isByName)
        self.writer.beginObject()
    }

    private init(_ writer: JSONWriter, isByName: Bool) {
        self.writer = writer
        self.isByName = isByName
    }

    /// The object's text in UTF-8.
    package var bytes: [UInt8] {
        var whole = self
        whole.end()
        return whole.writer.bytes
    }

    /// The text of an array of objects, each filled by the closure from one element.
    package static func array<Element>(
        _ elements: [Element],
        capacity: Int = 1024,
        isByName: Bool = false,
        _ fill: (inout Self, Element) -> Void
    ) -> [UInt8] {
        var json = Self(JSONWriter(capacity: capacity), isByName: isByName)
        json.append(elements, fill)
        return json.writer.bytes
    }

    /// A value of any type as JSON: keys in order, slashes as they are, so that texts compare.
    ///
    /// - Throws: What the value throws when it is encoded.
    package static func encoded(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}

// MARK: Fields

extension JSONText {
    /// Adds a string; nothing for `nil`.
    package mutating func add(_ key: StaticString, _ value: String?) {
        guard let value else { return }
        self.begin(key)
        self.writer.write(value)
    }

    /// Adds a string that the closure appends and that needs no escapes.
    package mutating func addPlain(_ key: StaticString, _ append: (inout [UInt8]) -> Void) {
        self.begin(key)
        self.writer.write(plain: append)
    }

    /// Adds an integer; nothing for `nil`.
    package mutating func add(_ key: StaticString, _ value: Int64?) {
        guard let value else { return }
        self.begin(key)
        self.writer.write(value)
    }

    /// Adds true or false.
    package mutating func add(_ key: StaticString, _ value: Bool) {
        self.begin(key)
        self.writer.write(value)
    }

    /// Adds a list of strings.
    package mutating func add(_ key: StaticString, _ values: [String]) {
        self.begin(key)
        self.writer.beginArray()
        for value in values { self.writer.write(value) }
        self.writer.endArray()
    }

    /// Adds a value whose text is there already.
    package mutating func add(_ key: StaticString, json text: [UInt8]) {
        self.begin(key)
        self.writer.write(json: text)
    }

    /// Adds a list of values whose texts are there already.
    package mutating func add(_ key: StaticString, jsons texts: [[UInt8]]) {
        self.begin(key)
        self.writer.beginArray()
        for text in texts { self.writer.write(json: text) }
        self.writer.endArray()
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
        self.append(elements, fill)
    }

    private mutating func append<Element>(_ elements: [Element], _ fill: (inout Self, Element) -> Void) {
        self.writer.beginArray()
        for element in elements { self.append { fill(&$0, element) } }
        self.writer.endArray()
    }

    private mutating func append(_ fill: (inout Self) -> Void) {
        let outer = self.starts
        self.starts = []
        self.writer.beginObject()
        fill(&self)
        self.end()
        self.starts = outer
    }

    private mutating func begin(_ key: StaticString) {
        let start = self.writer.key(plain: key)
        if self.isByName { self.starts.append(start) }
    }

    private mutating func end() {
        if let first = self.starts.first { self.sort(from: first) }
        self.writer.endObject()
    }

    /// Puts the fields of the open object, the first of which begins here, into the order of their names.
    private mutating func sort(from first: Int) {
        let text = Array(self.writer.bytes[first...])
        var fields: [Range<Int>] = []
        fields.reserveCapacity(self.starts.count)
        var end = text.count
        for start in self.starts.reversed() {
            fields.append(start - first..<end)
            end = start - first - 1
        }
        // Names need no escapes, and the quote that ends one comes before every letter and digit.
        fields.sort { one, other in
            var (place, otherPlace) = (one.lowerBound, other.lowerBound)
            while text[place] == text[otherPlace] { (place, otherPlace) = (place + 1, otherPlace + 1) }
            return text[place] < text[otherPlace]
        }
        self.writer.bytes.removeSubrange(first...)
        for (place, field) in fields.enumerated() {
            if place > 0 { self.writer.bytes.append(UInt8(ascii: ",")) }
            self.writer.bytes.append(contentsOf: text[field])
        }
    }
}
