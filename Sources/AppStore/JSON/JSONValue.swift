import Notation

/// Any JSON value, for what Purser's vocabulary does not name.
///
/// Nothing is lost: numbers keep their spelling, objects their order. Two values are equal when they are spelled with
/// the same bytes once escapes are decoded.
public enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number, in the spelling of its text.
    case number(String)
    /// A string, decoded.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object's members, in the order of the text; no two have the same key.
    case object([JSONMember])
}

extension JSONValue {
    /// Reads one JSON text; anything but whitespace after its value is refused, and so are more nodes than this.
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

    /// The member of an object with this key; nil when there is none, or when this is no object.
    public subscript(_ key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key.hasSameBytes(as: key) }?.value
    }
}

// MARK: Parts

extension JSONValue {
    /// The text, when it is a string.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, when it is a whole one.
    package var integer: Int64? {
        if case .number(let text) = self { Int64(text) } else { nil }
    }

    /// Whether it is true, when it is a boolean.
    package var flag: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The elements, when it is an array.
    package var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }
}

extension JSONValue: Hashable {
    /// Equal when type and bytes are; text is not compared by canonical equivalence.
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

    /// Hashes what `==` compares.
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
