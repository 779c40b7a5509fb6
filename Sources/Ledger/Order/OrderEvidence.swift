/// Evidence that guards of orders can refer to.
package enum OrderEvidence: String, Hashable, Sendable, CaseIterable {
    /// Whether the customer is blocked.
    case customerBlocked = "customer.blocked"
    /// The age band that the shop states.
    case customerAgeBand = "customer.ageBand"
    /// The time since the shop registered the customer.
    case customerAge = "customer.age"
    /// The risk score of the customer.
    case riskPoints = "risk.points"
    /// The customer's debt in coins.
    case walletDebt = "wallet.debt"
    /// The number of orders that the customer made in the last hour, without this one.
    case ordersLastHour = "orders.lastHour"
    /// The number of orders that the customer made in the last day, without this one.
    case ordersLastDay = "orders.lastDay"
    /// The number of the customer's open orders.
    case ordersOpen = "orders.open"
    /// The number of purchases of the customer in the last hour.
    case purchasesLastHour = "purchases.lastHour"
    /// The number of purchases of the customer in the last day.
    case purchasesLastDay = "purchases.lastDay"
    /// The product.
    case product
    /// The kind of product.
    case productKind = "product.kind"
    /// The quantity.
    case quantity
    /// The price of the order.
    case price
    /// The amount that the customer spent this month, including this order.
    case spentThisMonth = "spent.thisMonth"
    /// The storefront that the shop states, or otherwise that of the last purchase that Apple signed.
    case storefront
    /// Whether that storefront differs from the one of the last purchase.
    case storefrontChanged = "storefront.changed"
    /// Whether the customer has an entitlement that the product unlocks.
    case entitlementsHeld = "entitlements.held"
    /// Whether the customer has such an entitlement from outside the App Store.
    case entitlementsElsewhere = "entitlements.elsewhere"
    /// Whether the order belongs to the Sandbox.
    case sandbox

    /// The names of the evidence that is unknown only when no trusted source states it; then the stricter answer
    /// counts.
    package static let withholdable = Set([Self.customerAgeBand, .storefront, .storefrontChanged].map(\.rawValue))

    /// The term: name, type and texts.
    package var term: RuleTerm {
        switch self {
        case .customerBlocked: .customerBlocked
        case .customerAgeBand:
            self.term(
                .text(known: nil),
                "the customer's age band",
                "The customer's age band in the shop's own terms: from a secret key, or in the customer's token. When it is "
                    + "unknown, the stricter answer counts.",
                "[under8, 8to15]"
            )
        case .customerAge: .customerAge
        case .riskPoints: .riskPoints
        case .walletDebt: .walletDebt
        case .ordersLastHour:
            self.term(
                .count,
                "the number of orders in the last hour",
                "The number of orders that the customer made in the last hour, without this one.",
                "{ atLeast: 5 }"
            )
        case .ordersLastDay:
            self.term(
                .count,
                "the number of orders in the last day",
                "The number of orders that the customer made in the last 24 hours, without this one.",
                "{ atLeast: 30 }"
            )
        case .ordersOpen:
            self.term(
                .count,
                "the number of open orders",
                "The number of the customer's orders that wait for payment, without this one.",
                "{ atLeast: 10 }"
            )
        case .purchasesLastHour:
            self.term(
                .count,
                "the number of purchases in the last hour",
                "The number of purchases of the customer in the last hour.",
                "{ atLeast: 5 }"
            )
        case .purchasesLastDay:
            self.term(
                .count,
                "the number of purchases in the last day",
                "The number of purchases of the customer in the last 24 hours.",
                "{ atLeast: 20 }"
            )
        case .product: .product
        case .productKind: .productKind
        case .quantity:
            self.term(.count, "the quantity", "The ordered quantity of the product.", "{ above: 3 }")
        case .price:
            self.term(
                .money,
                "the price of the order",
                "The price of the whole order: the order's own price times the quantity, else the shop's price in the "
                    + "catalog, else what the customer last paid for the product in the storefront; unknown without any of these.",
                "{ above: CNY 50 }"
            )
        case .spentThisMonth:
            self.term(
                .money,
                "the amount spent this month",
                "The amount that the customer paid since the month began, in the currency of the order's price, including this "
                    + "order and the open ones.",
                "{ above: CNY 200 }"
            )
        case .storefront:
            self.term(
                .text(known: nil),
                "the storefront",
                "The storefront's three-letter code: from a secret key, in the customer's token, or that of the last purchase "
                    + "that Apple signed. When it is unknown, the stricter answer counts.",
                "[CHN, HKG]"
            )
        case .storefrontChanged:
            self.term(
                .flag,
                "the storefront changed",
                "Whether the shop states another storefront than that of the customer's last purchase; false before the first "
                    + "purchase. When the shop states none, the stricter answer counts.",
                "true"
            )
        case .entitlementsHeld:
            self.term(
                .flag,
                "the customer has the entitlement already",
                "Whether an entitlement that the product unlocks is active, from any source.",
                "true"
            )
        case .entitlementsElsewhere:
            self.term(
                .flag,
                "the customer has the entitlement from elsewhere",
                "Whether an entitlement that the product unlocks is active and comes from outside the App Store: from another store, "
                    + "or from a grant.",
                "true"
            )
        case .sandbox:
            self.term(.flag, "it is the Sandbox", "Whether the order belongs to the Sandbox.", "true")
        }
    }

    private func term(_ kind: RuleTerm.Kind, _ phrase: String, _ sentence: String, _ example: String) -> RuleTerm {
        RuleTerm(name: self.rawValue, kind: kind, phrase: phrase, sentence: sentence, example: example)
    }
}

extension RuleVocabulary {
    /// The vocabulary of order guards: their terms and their answers.
    package static let orders = Self(
        name: "orders",
        terms: OrderEvidence.allCases.map(\.term),
        answers: [
            RuleAnswerForm("allow", sentence: "the order is created"),
            RuleAnswerForm("flag", sentence: "the order is created and flagged", detail: .reason),
            RuleAnswerForm("refuse", sentence: "the order is refused", detail: .reason),
        ]
    )

    /// The answers of guards, the strictest first.
    package static let orderAnswersByStrictness = ["refuse", "flag", "allow"]
}
