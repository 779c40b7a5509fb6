import AppStore

extension JSONValue {
    /// The text, of a string.
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The integer, of a number without a fraction.
    var integer: Int64? {
        guard case .number(let text) = self else { return nil }
        return Int64(text)
    }

    /// Whether it is true, of a boolean.
    var flag: Bool? {
        guard case .bool(let flag) = self else { return nil }
        return flag
    }
}
