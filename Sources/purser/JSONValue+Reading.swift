import AppStore
import Ledger
import PurserService

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
    /// The value as a line shows it, without quotes.
    var plain: String {
        switch self {
        case .null: ""
        case .string(let text), .number(let text): text
        case .bool(let flag): flag ? "yes" : "no"
        case .array(let elements): elements.map(\.plain).joined(separator: " ")
        case .object(let members): members.map { "\($0.key) \($0.value.plain)" }.joined(separator: ", ")
        }
    }
}

extension JSONValue? {
    /// The value as a line shows it; nothing where there is none.
    var plain: String { self?.plain ?? "" }

    /// Sums by currency as people write them; `none` where there is none.
    func amounts(none: String) -> String {
        let texts = (self?.elements ?? []).map { sum in
            let (digits, currency) = (sum["amountMilliunits"].plain, sum["currency"].plain)
            return Int64(digits).map { Money(amountMilliunits: $0, currency: currency).spelling }
                ?? "\(currency) \(digits)"
        }
        return texts.isEmpty ? none : texts.joined(separator: " + ")
    }
}
