import AppStore

extension JSONValue {
    /// The text, when it is a string.
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The elements, when it is an array.
    var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The number, when it is a whole one.
    var integer: Int? {
        if case .number(let text) = self { Int(text) } else { nil }
    }
}
