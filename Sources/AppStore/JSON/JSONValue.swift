import Notation

/// Any JSON value, for members that this library does not model.
///
/// The value is lossless: numbers keep their spelling and objects their order. Two values are equal if their spelling
/// is equal byte for byte after escapes are decoded.
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, as spelled in the text.
    case number(String)
    /// A string, with escapes decoded.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// The members of an object, in the order of the text; their keys are unique.
    case object([JSONMember])
}

extension JSONValue {
    /// Reads a JSON text; refuses anything except whitespace after its value, and more nodes than the maximum.
    public init(json: [UInt8], maximumNodes: Int = JSONReader.maximumNodes) throws(JSONError) {
        self = try JSONReader.read(json, maximumNodes: maximumNodes) { (reader: inout JSONReader) throws(JSONError) in
            try reader.readValue()
        }
    }

    /// The value as compact JSON.
    public func json() -> [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }

    /// Returns the member of an object with this key; `nil` if there is none, or if the value is not an object.
    public subscript(_ key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key.hasSameBytes(as: key) }?.value
    }
}

// MARK: Parts

extension JSONValue {
    /// The text, if the value is a string.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, if the value is an integer.
    package var integer: Int64? {
        if case .number(let text) = self { Int64(text) } else { nil }
    }

    /// The flag, if the value is a Boolean.
    package var flag: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The elements, if the value is an array.
    package var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }
}

extension JSONValue: Hashable {
    /// Returns whether type and bytes are equal; texts are not compared by canonical equivalence.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left.hasSameBytes(as: right)
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null:
            hasher.combine(0)
        case .bool(let value):
            hasher.combine(1)
            hasher.combine(value)
        case .number(let text):
            hasher.combine(2)
            text.hashBytes(into: &hasher)
        case .string(let text):
            hasher.combine(3)
            text.hashBytes(into: &hasher)
        case .array(let values):
            hasher.combine(4)
            hasher.combine(values)
        case .object(let members):
            hasher.combine(5)
            hasher.combine(members)
        }
    }
}
