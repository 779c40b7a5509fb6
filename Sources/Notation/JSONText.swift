import Foundation

/// A writer of a JSON object, field by field in the order of the calls or of the fields' names.
///
/// The server writes events inside the transaction that changes the state, several for each unit of work, and answers
/// requests about customers very often. So this type appends the text byte by byte; a general encoder takes ten times
/// as long.
package struct JSONText: Sendable {
    private var writer: JSONWriter
    private let isByName: Bool
    /// The offset at which each field of the open object begins.
    private var starts: [Int] = []

    /// Creates an empty object.
    ///
    /// - Parameters:
    ///   - capacity: The number of bytes to reserve; most events fit into the default.
    ///   - isByName: Whether the fields of every object are sorted by name, as in ``encoded(_:)``.
    ///   - isForTerminals: Whether every control character and every line terminator is escaped; see ``JSONWriter``.
    package init(capacity: Int = 1024, isByName: Bool = false, isForTerminals: Bool = false) {
        self.init(JSONWriter(capacity: capacity, isForTerminals: isForTerminals), isByName: isByName)
        self.writer.beginObject()
    }

    private init(_ writer: JSONWriter, isByName: Bool) {
        self.writer = writer
        self.isByName = isByName
    }

    /// The object as JSON in UTF-8.
    package var bytes: [UInt8] {
        var whole = self
        whole.end()
        return whole.writer.bytes
    }

    /// Returns the text of an array of objects; the closure fills each object from one element.
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

    /// Returns a value of any type as JSON with sorted keys and unescaped slashes, so that texts can be compared.
    ///
    /// - Throws: The error that the value throws during encoding.
    package static func encoded(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}

// MARK: Fields

extension JSONText {
    /// Adds a string; adds nothing for `nil`.
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

    /// Adds an integer; adds nothing for `nil`.
    package mutating func add(_ key: StaticString, _ value: Int64?) {
        guard let value else { return }
        self.begin(key)
        self.writer.write(value)
    }

    /// Adds a Boolean.
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

    /// Adds a value that is already JSON.
    package mutating func add(_ key: StaticString, json text: [UInt8]) {
        self.begin(key)
        self.writer.write(json: text)
    }

    /// Adds a list of values that are already JSON.
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

    /// Adds a list of objects; the closure fills each object from one element.
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

    /// Sorts the fields of the open object by name; the first of them begins at this index.
    private mutating func sort(from first: Int) {
        let text = Array(self.writer.bytes[first...])
        var fields: [Range<Int>] = []
        fields.reserveCapacity(self.starts.count)
        var end = text.count
        for start in self.starts.reversed() {
            fields.append(start - first..<end)
            end = start - first - 1
        }
        // Names need no escapes, and the quote that ends a name sorts before every letter and digit.
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
