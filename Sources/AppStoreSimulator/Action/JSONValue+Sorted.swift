import AppStore

extension JSONValue {
    /// The value with the members of all its objects in the order of their keys, which encoders leave to chance.
    var sorted: JSONValue {
        switch self {
        case .object(let members):
            .object(
                members.map { JSONMember(key: $0.key, value: $0.value.sorted) }.sorted { $0.key < $1.key }
            )
        case .array(let elements): .array(elements.map(\.sorted))
        default: self
        }
    }
}
