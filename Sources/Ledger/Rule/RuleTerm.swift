/// A piece of evidence that rules may use: its name, and the kind of its values.
package struct RuleTerm: Hashable, Sendable {
    /// The kind of values of a piece of evidence.
    package enum Kind: Hashable, Sendable {
        /// A word: one of the known ones, or any where none are listed.
        case text(known: [String]?)
        /// A whole number, 0 or more.
        case count
        /// A share from 0 % to 100 %.
        case share
        /// A length of time, zero or longer.
        case span
        /// An amount with its currency.
        case money
        /// Yes or no.
        case flag

        /// Whether values of this kind are ordered, so that bounds apply to them.
        package var isOrdered: Bool {
            switch self {
            case .text, .flag: false
            case .count, .share, .span, .money: true
            }
        }

        /// The range of the numbers of this kind, in the unit of `RuleValue`.
        var domain: ClosedRange<Int64> {
            switch self {
            case .text: 0...0
            case .count, .span: 0...Int64.max
            case .share: 0...RuleValue.wholeShare
            case .money: Int64.min...Int64.max
            case .flag: 0...1
            }
        }

        /// Returns whether a value is of this kind, and known to it.
        package func admits(_ value: RuleValue) -> Bool {
            switch (self, value) {
            case (.text(let known), .text(let word)): known?.contains(bytesOf: word) ?? true
            case (.money, .money): true
            case (.count, .count), (.share, .share), (.span, .span), (.flag, .flag):
                value.number.map(self.domain.contains) ?? false
            default: false
            }
        }
    }

    /// The name in rules, such as `orders.lastHour`.
    package let name: String
    /// The kind of its values.
    package let kind: Kind
    /// The name within a sentence, such as "the number of orders of the last hour"; of a flag the statement, such as
    /// "the customer is blocked".
    package let phrase: String
    /// The description, in one sentence.
    package let sentence: String
    /// An example of a condition on it, such as `{ atLeast: 5 }`.
    package let example: String

    /// Creates a piece of evidence of this name and kind.
    package init(name: String, kind: Kind, phrase: String, sentence: String, example: String) {
        self.name = name
        self.kind = kind
        self.phrase = phrase
        self.sentence = sentence
        self.example = example
    }
}

extension RuleTerm {
    /// The product, with the same meaning in guards and refund policies.
    static let product = Self(
        name: "product",
        kind: .text(known: nil),
        phrase: "the product",
        sentence: "The product id.",
        example: "gems.600"
    )
    /// The kind of the product.
    static let productKind = Self(
        name: "product.kind",
        kind: .text(known: ["auto-renewable", "non-renewing", "consumable", "non-consumable"]),
        phrase: "the kind of the product",
        sentence: "The kind of the product.",
        example: "consumable"
    )
    /// The points of all reasons to review the customer.
    static let riskPoints = Self(
        name: "risk.points",
        kind: .count,
        phrase: "the points of caution",
        sentence: "The points of all reasons for caution about the customer and their Apple Account together.",
        example: "{ atLeast: 50 }"
    )

    /// The block flag of the customer.
    static let customerBlocked = Self(
        name: "customer.blocked",
        kind: .flag,
        phrase: "the customer is blocked",
        sentence: "Whether an operator blocked the customer.",
        example: "true"
    )
    /// The time since the customer registered.
    static let customerAge = Self(
        name: "customer.age",
        kind: .span,
        phrase: "the time since the customer registered",
        sentence: "The time since the customer registered; unknown unless the shop stated it in the customer's facts.",
        example: "{ below: 1d }"
    )
    /// The customer's debt in coins.
    static let walletDebt = Self(
        name: "wallet.debt",
        kind: .count,
        phrase: "the customer's debt in coins",
        sentence: "The number of coins that the customer owes, of all kinds together; unknown without a wallet.",
        example: "{ above: 0 }"
    )
}
