/// The forms of the old interfaces, in which every scalar may be a string or a number, and every flag either or a
/// boolean.
extension JSONValue {
    /// A text, or a number's spelling; `nil` for anything else, and for an empty text.
    package var looseText: String? {
        switch self {
        case .string(let text), .number(let text): text.isEmpty ? nil : text
        default: nil
        }
    }

    /// A whole number.
    package var looseNumber: Int64? { self.looseText.flatMap { Int64($0) } }

    /// A boolean, or one of the words and numbers that stand for one.
    package var looseFlag: Bool? {
        switch self {
        case .bool(let flag): flag
        case .string("true"), .string("1"), .number("1"): true
        case .string("false"), .string("0"), .number("0"): false
        default: nil
        }
    }

    /// An instant in milliseconds; `nil` outside the years 1970 to 9999, because others compute with it.
    package var looseInstant: Timestamp? {
        guard let number = self.looseNumber, ReceiptInstant.range.contains(number) else { return nil }
        return Timestamp(milliseconds: number)
    }

    /// The values of an array, or a single object that stands for an array of one.
    package var looseArray: [JSONValue] {
        switch self {
        case .array(let values): values
        case .object: [self]
        default: []
        }
    }
}
