import AppStore

extension JSONValue {
    /// An object with these members, in this order.
    static func members(_ members: KeyValuePairs<String, JSONValue>) -> Self {
        .object(members.map { JSONMember(key: $0.key, value: $0.value) })
    }

    /// A list of texts.
    static func strings(_ texts: some Sequence<String>) -> Self {
        .array(texts.map { .string($0) })
    }
}
