/// A piece of evidence that refund policies may name.
package enum RefundEvidence: String, Hashable, Sendable, CaseIterable {
    /// The product.
    case product
    /// Its kind.
    case productKind = "product.kind"
    /// What the customer paid.
    case price
    /// The storefront of the purchase.
    case storefront
    /// Its region.
    case storefrontRegion = "storefront.region"
    /// Whether the terms of the storefront ask for no reason.
    case termsUnconditional = "terms.unconditional"
    /// Whether the terms of the storefront speak of it still, with a reason or without one.
    case termsInside = "terms.inside"
    /// The time from the purchase to the request.
    case age
    /// Apple's reason.
    case reason
    /// Why something may be told.
    case consentBasis = "consent.basis"
    /// Where the fulfillment stands.
    case fulfillmentState = "fulfillment.state"
    /// The share that was consumed.
    case share
    /// The rounds of the case that Apple decided before.
    case casesDecided = "cases.decided"
    /// The customer's earlier cases.
    case casesEarlier = "cases.earlier"
    /// How many of his purchases were refunded.
    case refundsEarlier = "refunds.earlier"
    /// What he paid in his life.
    case lifetimePaid = "lifetime.paid"
    /// What was refunded to him in his life.
    case lifetimeRefunded = "lifetime.refunded"
    /// How long ago he registered.
    case customerAge = "customer.age"
    /// Whether somebody blocked him.
    case customerBlocked = "customer.blocked"
    /// How long he has used the app.
    case playTime
    /// The points of the reasons for caution.
    case riskPoints = "risk.points"
    /// What he owes in coins.
    case walletDebt = "wallet.debt"
    /// Whether it is the Sandbox.
    case sandbox

    /// Its name, type and words.
    package var term: RuleTerm {
        switch self {
        case .product: .product
        case .productKind: .productKind
        case .price:
            self.term(
                .money,
                "the price",
                "What the customer paid for it; unknown in old evidence.",
                "{ above: CNY 500 }"
            )
        case .storefront:
            self.term(
                .text(known: nil),
                "the storefront",
                "The three letters of the purchase's storefront.",
                "[CHN, HKG]"
            )
        case .storefrontRegion:
            self.term(
                .text(known: nil),
                "the region of the storefront",
                "`EU` for every storefront of the European Union, else the storefront's own three letters.",
                "EU"
            )
        case .termsUnconditional:
            self.term(
                .flag,
                "the storefront's terms ask for no reason",
                "Whether a refund needs no reason by the terms of the storefront: so many days after the purchase, and so many "
                    + "times a year or in all, for each Apple Account.",
                "true"
            )
        case .termsInside:
            self.term(
                .flag,
                "the storefront's terms allow a refund",
                "Whether a refund may be asked for by the terms of the storefront, with a reason or without one.",
                "false"
            )
        case .age:
            self.term(.span, "the time since the purchase", "From the purchase to the request.", "{ below: 14d }")
        case .reason:
            self.term(
                .text(known: nil),
                "the reason that was given",
                "Why the customer wants his money back, in Apple's word; unknown where Apple states none.",
                "UNINTENDED_PURCHASE"
            )
        case .consentBasis:
            self.term(
                .text(known: ConsentBasis.allCases.map(\.rawValue)),
                "the basis of consent",
                "Why something may be told: the customer's own consent was `given`, or he has said nothing and the regime of the "
                    + "purchase's `storefront` takes that for a yes; unknown where nothing may be told.",
                "given"
            )
        case .fulfillmentState:
            self.term(
                .text(known: FulfillmentState.allCases.map(\.rawValue)),
                "the fulfillment",
                "Where the fulfillment stands; unknown where nothing is delivered for the product.",
                "[due, suspended]"
            )
        case .share:
            self.term(
                .share,
                "the share that was consumed",
                "What the shop said of it; else of coins how many of the paid ones were spent, of a period how much had passed; "
                    + "unknown where none of this is known.",
                "{ atLeast: 80% }"
            )
        case .casesDecided:
            self.term(
                .count,
                "the number of earlier decisions about it",
                "How many requests about this very purchase Apple decided before this one.",
                "{ atLeast: 1 }"
            )
        case .casesEarlier:
            self.term(
                .count,
                "the number of the customer's earlier cases",
                "How many other purchases of the customer a refund was asked for, or given, before.",
                "{ atLeast: 3 }"
            )
        case .refundsEarlier:
            self.term(
                .count,
                "the number of the customer's earlier refunds",
                "How many other purchases of the customer Apple refunded, and did not take back, before.",
                "{ atLeast: 2 }"
            )
        case .lifetimePaid:
            self.term(
                .money,
                "what the customer ever paid",
                "All his purchases together, in the currency of this one, refunds not taken off.",
                "{ above: CNY 1000 }"
            )
        case .lifetimeRefunded:
            self.term(
                .money,
                "what was ever refunded to the customer",
                "All his refunds together, in the currency of this purchase.",
                "{ above: CNY 100 }"
            )
        case .customerAge: .customerAge
        case .customerBlocked: .customerBlocked
        case .playTime:
            self.term(
                .span,
                "the customer's time in the app",
                "How long the customer has used what he bought, or else the app, where the shop said so.",
                "{ above: 10h }"
            )
        case .riskPoints: .riskPoints
        case .walletDebt: .walletDebt
        case .sandbox:
            self.term(.flag, "it is the Sandbox", "Whether the purchase is one of the Sandbox.", "true")
        }
    }

    private func term(_ kind: RuleTerm.Kind, _ phrase: String, _ sentence: String, _ example: String) -> RuleTerm {
        RuleTerm(name: self.rawValue, kind: kind, phrase: phrase, sentence: sentence, example: example)
    }
}

extension RuleVocabulary {
    /// The longest that a request may wait for a person: what Apple allows in Production, less what sending takes.
    package static let longestHold = Span.hours(11)

    /// What refund policies may speak of, and what they may answer.
    package static let refunds = Self(
        name: "refunds",
        terms: RefundEvidence.allCases.map(\.term),
        answers: [
            RuleAnswerForm("DECLINE", sentence: "Apple is asked not to refund"),
            RuleAnswerForm("GRANT_FULL", sentence: "Apple is asked to refund all"),
            RuleAnswerForm("GRANT_PRORATED", sentence: "Apple is asked to refund what was not consumed"),
            RuleAnswerForm("none", sentence: "Apple is told the facts and decides"),
            RuleAnswerForm(
                "hold",
                sentence: "a person decides",
                detail: .wait(longest: Self.longestHold, then: ["DECLINE", "GRANT_FULL", "GRANT_PRORATED", "none"])
            ),
        ],
        warnings: [
            RuleWarning(
                answer: "DECLINE",
                term: RefundEvidence.fulfillmentState.rawValue,
                values: FulfillmentState.allCases.filter(\.isOpen).map { .text($0.rawValue) },
                problem: "declines what the customer never got",
                remedy: "Answer GRANT_FULL: Apple is told that it was not delivered."
            )
        ]
    )
}

/// Where a piece of evidence comes from.
package enum EvidenceOrigin: String, Hashable, Sendable, CaseIterable {
    /// The coins of the purchase that were spent.
    case wallet
    /// The time of its period that had passed.
    case time
    /// The fulfillment: of what was not fulfilled nothing was consumed.
    case fulfillment
    /// The shop said so beforehand.
    case shop
    /// The shop said so when it was asked.
    case asked
    /// The catalog.
    case catalog
    /// What the shop says of the customer, whatever he bought.
    case facts
}

/// How much of a period has passed.
package enum ElapsedShare {
    /// The share of a period that had passed when Apple signed a request, in thousandths of a percent, cut off.
    ///
    /// An earlier period has passed wholly; a renewal that is signed before its period begins has not begun. A period
    /// of no length has passed.
    ///
    /// - Parameters:
    ///   - instant: When the request was signed.
    ///   - beginning: When the period of that very transaction began.
    ///   - end: When it ends.
    /// - Returns: The share, from 0 to 100000.
    package static func milliunits(at instant: Instant, from beginning: Instant, to end: Instant) -> Int64 {
        if instant >= end { return RuleValue.wholeShare }
        if instant <= beginning { return 0 }
        let passed = Int128(instant.milliseconds) - Int128(beginning.milliseconds)
        let length = Int128(end.milliseconds) - Int128(beginning.milliseconds)
        return Int64(passed * Int128(RuleValue.wholeShare) / length)
    }
}
