/// A piece of evidence that rules may name: what it is called, and what its values are.
package struct RuleTerm: Hashable, Sendable {
    /// What values a piece of evidence has.
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

        /// Whether values of this kind have an order, so that bounds mean something.
        package var isOrdered: Bool {
            switch self {
            case .text, .flag: false
            case .count, .share, .span, .money: true
            }
        }

        /// The numbers that values of this kind are, in the unit of `RuleValue`.
        var domain: ClosedRange<Int64> {
            switch self {
            case .text: 0...0
            case .count, .span: 0...Int64.max
            case .share: 0...RuleValue.wholeShare
            case .money: Int64.min...Int64.max
            case .flag: 0...1
            }
        }

        /// Whether a value is of this kind, and one that the kind knows.
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

    /// Its name in rules, such as `orders.lastHour`.
    package let name: String
    /// What values it has.
    package let kind: Kind
    /// What it is called within a sentence, such as "the number of orders of the last hour"; of a flag what it says,
    /// such as "the customer is blocked".
    package let phrase: String
    /// What it is, in one sentence.
    package let sentence: String
    /// A condition on it as it is written, such as `{ atLeast: 5 }`.
    package let example: String

    /// A piece of evidence of this name and kind.
    package init(name: String, kind: Kind, phrase: String, sentence: String, example: String) {
        self.name = name
        self.kind = kind
        self.phrase = phrase
        self.sentence = sentence
        self.example = example
    }
}

extension RuleTerm {
    /// The product, which guards and refund policies mean alike.
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
        sentence: "What kind of product it is.",
        example: "consumable"
    )
    /// The points of all reasons to look twice at the customer.
    static let riskPoints = Self(
        name: "risk.points",
        kind: .count,
        phrase: "the points of caution",
        sentence: "The points of all reasons for caution about the customer and his Apple Account together.",
        example: "{ atLeast: 50 }"
    )

    /// The block flag of the customer.
    static let customerBlocked = Self(
        name: "customer.blocked",
        kind: .flag,
        phrase: "the customer is blocked",
        sentence: "Whether somebody blocked the customer by hand.",
        example: "true"
    )
    /// How long ago the customer registered.
    static let customerAge = Self(
        name: "customer.age",
        kind: .span,
        phrase: "the time since the customer registered",
        sentence: "How long ago the customer registered, where the shop said so among the facts about him.",
        example: "{ below: 1d }"
    )
    /// What the customer owes in coins.
    static let walletDebt = Self(
        name: "wallet.debt",
        kind: .count,
        phrase: "the customer's debt in coins",
        sentence: "How many coins the customer owes, of all kinds together; unknown where he has no wallet.",
        example: "{ above: 0 }"
    )
}
