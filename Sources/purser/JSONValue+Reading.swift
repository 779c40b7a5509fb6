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

    /// Returns the member at a path, whose dots lead into objects.
    func member(_ path: String) -> JSONValue? {
        path.split(separator: ".").reduce(Optional(self)) { value, name in value?[String(name)] }
    }

    /// Creates the value of a response of this program's own types.
    ///
    /// - Throws: An encoding error.
    // The optimizer of Swift 6.3.1 crashes if this is part of a closure that awaits.
    @inline(never)
    init(of answer: some Encodable) throws {
        try self.init(json: JSONText.encoded(answer))
    }

    /// Returns the value as one of this program's own types.
    ///
    /// - Throws: A decoding error.
    func decoded<Answer: Decodable>(as _: Answer.Type = Answer.self) throws -> Answer {
        try JSONDecoder().decode(Answer.self, from: Data(self.json()))
    }

    /// The value in a line, without quotes.
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
    /// The value in a line; empty if there is none.
    var plain: String { self?.plain ?? "" }

    /// Returns totals by currency for people; `none` if there are none.
    func amounts(none: String) -> String {
        let texts = (self?.elements ?? []).map { sum in
            let (digits, currency) = (sum["amountMilliunits"].plain, sum["currency"].plain)
            return Int64(digits).map { Money(amountMilliunits: $0, currency: currency).spelling }
                ?? "\(currency) \(digits)"
        }
        return texts.isEmpty ? none : texts.joined(separator: " + ")
    }
}
