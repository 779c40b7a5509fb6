import AppStore

extension JSONValue {
    /// The text of a member; nothing where it has none.
    func text(_ name: String) -> String {
        if case .string(let text)? = self[name] { text } else { "" }
    }
}
