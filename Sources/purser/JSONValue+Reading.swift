import AppStore
import Foundation
import Ledger
import Notation
import PurserService

extension JSONValue {
    /// Whether it is an object.
    private var isObject: Bool {
        if case .object = self { true } else { false }
    }

    /// The member at a path, whose dots lead into objects.
    func member(_ path: String) -> JSONValue? {
        path.split(separator: ".").reduce(Optional(self)) { value, name in value?[String(name)] }
    }

    /// The value of an answer of this program's own types.
    ///
    /// - Throws: What cannot be encoded.
    // The optimizer of Swift 6.3.1 crashes where this is part of a closure that waits.
    @inline(never)
    init(of answer: some Encodable) throws {
        try self.init(json: JSONText.encoded(answer))
    }

    /// The value as one of this program's own types.
    ///
    /// - Throws: What the value lacks.
    func decoded<Answer: Decodable>(as _: Answer.Type = Answer.self) throws -> Answer {
        try JSONDecoder().decode(Answer.self, from: Data(self.json()))
    }

    /// The value as a line shows it, without quotes.
    var plain: String {
        switch self {
        case .null: ""
        case .string(let text), .number(let text): text
        case .bool(let flag): flag ? "yes" : "no"
        case .array(let elements):
            elements.map(\.plain).joined(separator: elements.contains(where: \.isObject) ? "; " : " ")
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
