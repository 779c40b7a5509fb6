public import Notation

/// A type that a field of Apple's JSON can have.
public protocol WireValue: Hashable, Sendable {
    /// Reads the next value; `nil` if it is treated as absent.
    ///
    /// The reader never passes `null`, which is treated as absent for every field.
    static func read(from reader: inout JSONReader) throws(JSONError) -> Self?

    /// Writes the value.
    func write(to writer: inout JSONWriter)
}

extension String: WireValue {
    /// Reads a string.
    public static func read(from reader: inout JSONReader) throws(JSONError) -> String? {
        try reader.readString()
    }

    /// Writes a string.
    public func write(to writer: inout JSONWriter) {
        writer.write(self)
    }
}

extension Bool: WireValue {
    /// Reads `true` or `false`.
    public static func read(from reader: inout JSONReader) throws(JSONError) -> Bool? {
        try reader.readBool()
    }

    /// Writes `true` or `false`.
    public func write(to writer: inout JSONWriter) {
        writer.write(self)
    }
}

extension Int32: WireValue {
    /// Reads a number, with the tolerance of `JSONReader.readInt64()`.
    public static func read(from reader: inout JSONReader) throws(JSONError) -> Int32? {
        try reader.readInt32()
    }

    /// Writes a number.
    public func write(to writer: inout JSONWriter) {
        writer.write(Int64(self))
    }
}

extension Int64: WireValue {
    /// Reads a number, with the tolerance of `JSONReader.readInt64()`.
    public static func read(from reader: inout JSONReader) throws(JSONError) -> Int64? {
        try reader.readInt64()
    }

    /// Writes a number.
    public func write(to writer: inout JSONWriter) {
        writer.write(self)
    }
}

extension JSONValue: WireValue {
    /// Reads any value.
    public static func read(from reader: inout JSONReader) throws(JSONError) -> JSONValue? {
        try reader.readValue()
    }

    /// Writes the value.
    public func write(to writer: inout JSONWriter) {
        writer.write(self)
    }
}

extension Array: WireValue where Element: WireValue {
    /// Reads an array; elements that are treated as absent are left out.
    public static func read(from reader: inout JSONReader) throws(JSONError) -> [Element]? {
        var elements: [Element] = []
        try reader.readArray { (reader: inout JSONReader) throws(JSONError) in
            if reader.readNull() { return }
            if let element = try Element.read(from: &reader) { elements.append(element) }
        }
        return elements
    }

    /// Writes an array.
    public func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for element in self { element.write(to: &writer) }
        writer.endArray()
    }
}

extension Dictionary: WireValue where Key: OpenEnum, Key.RawValue == String, Value: WireValue {
    /// Reads an object whose keys are values of an enumeration; members that are treated as absent are left out.
    public static func read(from reader: inout JSONReader) throws(JSONError) -> [Key: Value]? {
        var members: [Key: Value] = [:]
        var keys: Set<Key> = []
        try reader.readObject { (reader: inout JSONReader, token) throws(JSONError) in
            let key = Key(rawValue: reader.text(of: token))
            guard keys.insert(key).inserted else {
                throw JSONError(.duplicateKey, offset: token.range.lowerBound - 1)
            }
            if reader.readNull() { return }
            if let value = try Value.read(from: &reader) { members[key] = value }
        }
        return members
    }

    /// Writes an object with its keys in byte order.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        let members = self.sorted { $0.key.rawValue.utf8.lexicographicallyPrecedes($1.key.rawValue.utf8) }
        for (key, value) in members {
            writer.key(key.rawValue)
            value.write(to: &writer)
        }
        writer.endObject()
    }
}
