/// One member of a JSON object.
public struct JSONMember: Sendable {
    /// The member's name, decoded.
    public let key: String
    /// The member's value.
    public let value: JSONValue

    /// A member with this name and value.
    public init(key: String, value: JSONValue) {
        self.key = key
        self.value = value
    }
}

extension JSONMember {
    /// A member that is a text.
    package init(_ key: String, _ text: String) {
        self.init(key: key, value: .string(text))
    }

    /// A member that is a whole number.
    package init(_ key: String, _ number: Int64) {
        self.init(key: key, value: .number(String(number)))
    }

    /// A member that is true or false.
    package init(_ key: String, _ flag: Bool) {
        self.init(key: key, value: .bool(flag))
    }
}

extension JSONMember: Hashable {
    /// Equal when every byte of the name and the values are.
    public static func == (left: JSONMember, right: JSONMember) -> Bool {
        left.key.hasSameBytes(as: right.key) && left.value == right.value
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        self.key.hashBytes(into: &hasher)
        hasher.combine(self.value)
    }
}
