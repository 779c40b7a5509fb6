/// A member of a JSON object.
public struct JSONMember: Sendable {
    /// The member's name, with escapes decoded.
    public let key: String
    /// The member's value.
    public let value: JSONValue

    /// Creates a member with this name and value.
    public init(key: String, value: JSONValue) {
        self.key = key
        self.value = value
    }
}

extension JSONMember {
    /// Creates a member whose value is a string.
    package init(_ key: String, _ text: String) {
        self.init(key: key, value: .string(text))
    }

    /// Creates a member whose value is an integer.
    package init(_ key: String, _ number: Int64) {
        self.init(key: key, value: .number(String(number)))
    }

    /// Creates a member whose value is a Boolean.
    package init(_ key: String, _ flag: Bool) {
        self.init(key: key, value: .bool(flag))
    }
}

extension JSONMember: Hashable {
    /// Returns whether the names are equal byte for byte and the values are equal.
    public static func == (left: JSONMember, right: JSONMember) -> Bool {
        left.key.hasSameBytes(as: right.key) && left.value == right.value
    }

    /// Hashes the parts that `==` compares.
    public func hash(into hasher: inout Hasher) {
        self.key.hashBytes(into: &hasher)
        hasher.combine(self.value)
    }
}
