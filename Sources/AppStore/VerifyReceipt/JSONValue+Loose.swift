/// Accessors for the forms of Apple's older interfaces, in which every scalar may be a string or a number, and a flag
/// also a Boolean.
extension JSONValue {
    /// The string, or the spelling of the number; `nil` for anything else and for an empty string.
    package var looseText: String? {
        switch self {
        case .string(let text), .number(let text): text.isEmpty ? nil : text
        default: nil
        }
    }

    /// The value as an integer.
    package var looseNumber: Int64? { self.looseText.flatMap { Int64($0) } }

    /// The value as a Boolean, or one of the words and numbers that represent one.
    package var looseFlag: Bool? {
        switch self {
        case .bool(let flag): flag
        case .string("true"), .string("1"), .number("1"): true
        case .string("false"), .string("0"), .number("0"): false
        default: nil
        }
    }

    /// The value as an instant in milliseconds since 1970; `nil` outside the years 1970 to 9999, so that later
    /// computations cannot overflow.
    package var looseInstant: Timestamp? {
        guard let number = self.looseNumber, ReceiptInstant.range.contains(number) else { return nil }
        return Timestamp(milliseconds: number)
    }

    /// The elements of an array, or a single object as an array of one.
    package var looseArray: [JSONValue] {
        switch self {
        case .array(let values): values
        case .object: [self]
        default: []
        }
    }
}
