/// A piece of evidence that refund policies may name.
package enum RefundEvidence: String, Hashable, Sendable, CaseIterable {
    /// The product.
    case product
    /// Its kind.
    case productKind = "product.kind"
    /// The price that the customer paid.
    case price
    /// The storefront of the purchase.
    case storefront
    /// Its region.
    case storefrontRegion = "storefront.region"
    /// Whether the terms of the storefront require no reason.
    case termsUnconditional = "terms.unconditional"
    /// Whether the terms of the storefront still allow a refund, with a reason or without one.
    case termsInside = "terms.inside"
    /// The time from the purchase to the request.
    case age
    /// Apple's reason.
    case reason
    /// The basis on which the server may answer.
    case consentBasis = "consent.basis"
    /// The state of the fulfillment.
    case fulfillmentState = "fulfillment.state"
    /// The consumed share.
    case share
    /// The number of earlier requests of the case that Apple decided.
    case casesDecided = "cases.decided"
    /// The number of the customer's earlier cases.
    case casesEarlier = "cases.earlier"
    /// The number of the customer's refunded purchases.
    case refundsEarlier = "refunds.earlier"
    /// The total that the customer paid.
    case lifetimePaid = "lifetime.paid"
    /// The total that was refunded to the customer.
    case lifetimeRefunded = "lifetime.refunded"
    /// The time since the customer registered.
    case customerAge = "customer.age"
    /// Whether an operator blocked the customer.
    case customerBlocked = "customer.blocked"
    /// The customer's play time.
    case playTime
    /// The risk points.
    case riskPoints = "risk.points"
    /// The customer's debt in coins.
    case walletDebt = "wallet.debt"
    /// Whether the purchase is in the Sandbox.
    case sandbox

    /// The name, type and texts of the evidence.
    package var term: RuleTerm {
        switch self {
        case .product: .product
        case .productKind: .productKind
        case .price:
            self.term(
                .money,
                "the price",
                "What the customer paid; unknown in old evidence.",
                "{ above: CNY 500 }"
            )
        case .storefront:
            self.term(
                .text(known: nil),
                "the storefront",
                "The three-letter code of the purchase's storefront.",
                "[CHN, HKG]"
            )
        case .storefrontRegion:
            self.term(
                .text(known: nil),
                "the region of the storefront",
                "`EU` for every storefront of the European Union, otherwise the storefront's own three-letter code.",
                "EU"
            )
        case .termsUnconditional:
            self.term(
                .flag,
                "the storefront's terms ask for no reason",
                "Whether a refund needs no reason by the terms of the storefront, which bound the days after the purchase and "
                    + "the number of refunds a year or in all for each Apple Account.",
                "true"
            )
        case .termsInside:
            self.term(
                .flag,
                "the storefront's terms allow a refund",
                "Whether the terms of the storefront still allow a refund, with a reason or without one.",
                "false"
            )
        case .age:
            self.term(
                .span,
                "the time since the purchase",
                "The time from the purchase to the request.",
                "{ below: 14d }"
            )
        case .reason:
            self.term(
                .text(known: nil),
                "the reason that was given",
                "The customer's reason, as Apple states it; unknown where Apple states none.",
                "UNINTENDED_PURCHASE"
            )
        case .consentBasis:
            self.term(
                .text(known: ConsentBasis.allCases.map(\.rawValue)),
                "the basis of consent",
                "The basis on which the server may answer: the customer's consent was `given`, or the customer stated nothing and "
                    + "the regime of the purchase's `storefront` implies consent; unknown where the server may not answer.",
                "given"
            )
        case .fulfillmentState:
            self.term(
                .text(known: FulfillmentState.allCases.map(\.rawValue)),
                "the fulfillment",
                "The state of the fulfillment; unknown for a product without fulfillment.",
                "[due, suspended]"
            )
        case .share:
            self.term(
                .share,
                "the share that was consumed",
                "The share that the shop stated; otherwise, of coins the spent share of the paid ones, of a period the elapsed share; "
                    + "unknown where none of these is known.",
                "{ atLeast: 80% }"
            )
        case .casesDecided:
            self.term(
                .count,
                "the number of earlier decisions about it",
                "The number of requests about this purchase that Apple decided before this one.",
                "{ atLeast: 1 }"
            )
        case .casesEarlier:
            self.term(
                .count,
                "the number of the customer's earlier cases",
                "The number of the customer's other purchases with an earlier refund request or refund.",
                "{ atLeast: 3 }"
            )
        case .refundsEarlier:
            self.term(
                .count,
                "the number of the customer's earlier refunds",
                "The number of the customer's other purchases with an earlier refund that Apple did not reverse.",
                "{ atLeast: 2 }"
            )
        case .lifetimePaid:
            self.term(
                .money,
                "what the customer ever paid",
                "The total of the customer's purchases, in the currency of this one; refunds are not deducted.",
                "{ above: CNY 1000 }"
            )
        case .lifetimeRefunded:
            self.term(
                .money,
                "what was ever refunded to the customer",
                "The total of the customer's refunds, in the currency of this purchase.",
                "{ above: CNY 100 }"
            )
        case .customerAge: .customerAge
        case .customerBlocked: .customerBlocked
        case .playTime:
            self.term(
                .span,
                "the customer's time in the app",
                "The time for which the customer used the purchase, or else the app, where the shop stated it.",
                "{ above: 10h }"
            )
        case .riskPoints: .riskPoints
        case .walletDebt: .walletDebt
        case .sandbox:
            self.term(.flag, "it is the Sandbox", "Whether the purchase is in the Sandbox.", "true")
        }
    }

    private func term(_ kind: RuleTerm.Kind, _ phrase: String, _ sentence: String, _ example: String) -> RuleTerm {
        RuleTerm(name: self.rawValue, kind: kind, phrase: phrase, sentence: sentence, example: example)
    }
}

extension RuleVocabulary {
    /// The longest time for which a request may wait for an operator: what Apple allows in Production, less the time
    /// that sending takes.
    package static let longestHold = Span.hours(11)

    /// The evidence that refund policies may use, and the answers that they may give.
    package static let refunds = Self(
        name: "refunds",
        terms: RefundEvidence.allCases.map(\.term),
        answers: [
            RuleAnswerForm("DECLINE", sentence: "Apple is asked not to refund"),
            RuleAnswerForm("GRANT_FULL", sentence: "Apple is asked to refund all"),
            RuleAnswerForm("GRANT_PRORATED", sentence: "Apple is asked to refund what was not consumed"),
            RuleAnswerForm("none", sentence: "Apple receives the facts and decides"),
            RuleAnswerForm(
                "hold",
                sentence: "an operator decides",
                detail: .wait(longest: Self.longestHold, then: ["DECLINE", "GRANT_FULL", "GRANT_PRORATED", "none"])
            ),
        ],
        warnings: [
            RuleWarning(
                answer: "DECLINE",
                term: RefundEvidence.fulfillmentState.rawValue,
                values: FulfillmentState.allCases.filter(\.isOpen).map { .text($0.rawValue) },
                problem: "declines a purchase that was not fulfilled",
                remedy: "Answer GRANT_FULL: Apple learns that it was not delivered."
            )
        ]
    )
}

/// The origin of a piece of evidence.
package enum EvidenceOrigin: String, Hashable, Sendable, CaseIterable {
    /// The spent coins of the purchase.
    case wallet
    /// The elapsed time of its period.
    case time
    /// The fulfillment: nothing was consumed of what was not fulfilled.
    case fulfillment
    /// A statement of the shop before the request.
    case shop
    /// The shop's answer to the server's question.
    case asked
    /// The catalog.
    case catalog
    /// The shop's facts about the customer, independent of the purchase.
    case facts
}

/// The elapsed share of a period.
package enum ElapsedShare {
    /// Returns the share of a period that had elapsed when Apple signed a request, in thousandths of a percent, rounded
    /// down.
    ///
    /// An earlier period has elapsed wholly; a renewal that Apple signs before its period begins has not begun. A
    /// period of no length has elapsed.
    ///
    /// - Parameters:
    ///   - instant: The instant at which Apple signed the request.
    ///   - beginning: The beginning of the period of that very transaction.
    ///   - end: The end of the period.
    /// - Returns: The share, from 0 to 100000.
    package static func milliunits(at instant: Instant, from beginning: Instant, to end: Instant) -> Int64 {
        if instant >= end { return RuleValue.wholeShare }
        if instant <= beginning { return 0 }
        let passed = Int128(instant.milliseconds) - Int128(beginning.milliseconds)
        let length = Int128(end.milliseconds) - Int128(beginning.milliseconds)
        return Int64(passed * Int128(RuleValue.wholeShare) / length)
    }
}
