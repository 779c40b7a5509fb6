/// A piece of evidence that guards of orders may name.
package enum OrderEvidence: String, Hashable, Sendable, CaseIterable {
    /// The block flag of the customer, which is set by hand.
    case customerBlocked = "customer.blocked"
    /// The age band that the shop states.
    case customerAgeBand = "customer.ageBand"
    /// How long ago the shop registered the customer.
    case customerAge = "customer.age"
    /// The points of all reasons to look twice at the customer.
    case riskPoints = "risk.points"
    /// What the customer owes in coins.
    case walletDebt = "wallet.debt"
    /// The orders that he made in the last hour, this one not counted.
    case ordersLastHour = "orders.lastHour"
    /// The orders that he made in the last day.
    case ordersLastDay = "orders.lastDay"
    /// His orders that are open.
    case ordersOpen = "orders.open"
    /// What he bought in the last hour.
    case purchasesLastHour = "purchases.lastHour"
    /// What he bought in the last day.
    case purchasesLastDay = "purchases.lastDay"
    /// The product.
    case product
    /// Its kind.
    case productKind = "product.kind"
    /// How many of it.
    case quantity
    /// The price of the order.
    case price
    /// What he spent this month, this order counted.
    case spentThisMonth = "spent.thisMonth"
    /// The storefront that the shop states, or in which Apple says that he bought last.
    case storefront
    /// Whether that is another one than he bought in last.
    case storefrontChanged = "storefront.changed"
    /// Whether he has an entitlement that the product unlocks.
    case entitlementsHeld = "entitlements.held"
    /// Whether he has one of them from elsewhere than the App Store.
    case entitlementsElsewhere = "entitlements.elsewhere"
    /// Whether the order is one of the Sandbox.
    case sandbox

    /// The names of what is unknown only where nobody says it who is believed: there the stricter answer counts.
    package static let withholdable = Set([Self.customerAgeBand, .storefront, .storefrontChanged].map(\.rawValue))

    /// Its name, type and words.
    package var term: RuleTerm {
        switch self {
        case .customerBlocked: .customerBlocked
        case .customerAgeBand:
            self.term(
                .text(known: nil),
                "the customer's age band",
                "The age band of the player in the shop's own words: from a secret key, or in the customer's token. Where it is "
                    + "unknown the stricter answer counts.",
                "[under8, 8to15]"
            )
        case .customerAge: .customerAge
        case .riskPoints: .riskPoints
        case .walletDebt: .walletDebt
        case .ordersLastHour:
            self.term(
                .count,
                "the number of orders in the last hour",
                "How many orders the customer made in the last hour, this one not counted.",
                "{ atLeast: 5 }"
            )
        case .ordersLastDay:
            self.term(
                .count,
                "the number of orders in the last day",
                "How many orders the customer made in the last 24 hours, this one not counted.",
                "{ atLeast: 30 }"
            )
        case .ordersOpen:
            self.term(
                .count,
                "the number of open orders",
                "How many orders of the customer wait for their payment, this one not counted.",
                "{ atLeast: 10 }"
            )
        case .purchasesLastHour:
            self.term(
                .count,
                "the number of purchases in the last hour",
                "How many things the customer bought in the last hour.",
                "{ atLeast: 5 }"
            )
        case .purchasesLastDay:
            self.term(
                .count,
                "the number of purchases in the last day",
                "How many things the customer bought in the last 24 hours.",
                "{ atLeast: 20 }"
            )
        case .product: .product
        case .productKind: .productKind
        case .quantity:
            self.term(.count, "the quantity", "How many of the product are ordered.", "{ above: 3 }")
        case .price:
            self.term(
                .money,
                "the price of the order",
                "What the whole order costs: the order's own price times the quantity, else the shop's price in the catalog, "
                    + "else what the customer paid last for the product in the storefront; unknown without any.",
                "{ above: CNY 50 }"
            )
        case .spentThisMonth:
            self.term(
                .money,
                "what is spent this month",
                "What the customer paid since the month began, in the currency of the order's price, with this order and those that "
                    + "wait for their payment.",
                "{ above: CNY 200 }"
            )
        case .storefront:
            self.term(
                .text(known: nil),
                "the storefront",
                "The three letters of the storefront: from a secret key, in the customer's token, or that of the last purchase "
                    + "that Apple signed. Where it is unknown the stricter answer counts.",
                "[CHN, HKG]"
            )
        case .storefrontChanged:
            self.term(
                .flag,
                "the storefront changed",
                "Whether the shop states another storefront than that of the customer's last purchase; false before his first, and "
                    + "where the shop states none the stricter answer counts.",
                "true"
            )
        case .entitlementsHeld:
            self.term(
                .flag,
                "the customer has the entitlement already",
                "Whether an entitlement that the product unlocks is active, wherever it comes from.",
                "true"
            )
        case .entitlementsElsewhere:
            self.term(
                .flag,
                "the customer has the entitlement from elsewhere",
                "Whether an entitlement that the product unlocks is active and rests on no purchase in the App Store: on another store, "
                    + "or on somebody's gift.",
                "true"
            )
        case .sandbox:
            self.term(.flag, "it is the Sandbox", "Whether the order is one of the Sandbox.", "true")
        }
    }

    private func term(_ kind: RuleTerm.Kind, _ phrase: String, _ sentence: String, _ example: String) -> RuleTerm {
        RuleTerm(name: self.rawValue, kind: kind, phrase: phrase, sentence: sentence, example: example)
    }
}

extension RuleVocabulary {
    /// What guards of orders may speak of, and what they may answer.
    package static let orders = Self(
        name: "orders",
        terms: OrderEvidence.allCases.map(\.term),
        answers: [
            RuleAnswerForm("allow", sentence: "the order is made"),
            RuleAnswerForm("flag", sentence: "the order is made and flagged", detail: .reason),
            RuleAnswerForm("refuse", sentence: "the order is refused", detail: .reason),
        ]
    )

    /// The answers of guards, the strictest first.
    package static let orderAnswersByStrictness = ["refuse", "flag", "allow"]
}
