extension RuleTerm {
    /// The product, which guards and refund policies mean alike.
    static let product = Self(
        name: "product",
        kind: .word(known: nil),
        phrase: "the product",
        sentence: "The product id.",
        example: "gems.600"
    )
    /// The kind of the product.
    static let productKind = Self(
        name: "product.kind",
        kind: .word(known: ["auto-renewable", "non-renewing", "consumable", "non-consumable"]),
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
