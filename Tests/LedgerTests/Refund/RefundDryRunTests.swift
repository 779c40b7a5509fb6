import Ledger
import PurserTesting
import Testing

@Suite struct RefundDryRunTests {
    private static let declineFirst = RuleSet(
        rules: [
            Rule(
                name: "asks again",
                conditions: [
                    RuleCondition("cases.decided", .within([RuleCondition.Bound(.atLeast, .count(1))]))
                ],
                answer: RuleAnswer("GRANT_FULL")
            )
        ],
        otherwise: RuleAnswer("DECLINE")
    )

    private static func pastRequest(
        _ id: String,
        decided: Int64 = 0,
        share: Int64? = 40_000,
        consent: Bool = true,
        sent: RefundPreference? = .decline,
        outcome: RefundCase.State? = .declined,
        price: Int64 = 10_000
    ) -> PastRefundRequest {
        PastRefundRequest(
            id: id,
            evidence: ["cases.decided": .count(decided), "fulfillment.state": .text("confirmed")],
            circumstances: RefundCircumstances(
                kind: .consumable,
                deliveryStatus: .delivered,
                share: share,
                hasConsent: consent
            ),
            sent: consent ? PastRefundRequest.SentAnswer(sent) : nil,
            outcome: outcome,
            price: Money(amountMilliunits: price, currency: "CNY")
        )
    }

    @Test("A dry run reports the policy's answers, the differences, and the money of each answer")
    func run() {
        var run = RefundDryRun(Self.declineFirst)
        run.take(Self.pastRequest("same"))
        run.take(Self.pastRequest("again", decided: 1, outcome: .refunded(share: 33_333)))
        run.take(Self.pastRequest("silent", consent: false, outcome: .refunded(share: 100_000)))
        #expect(run.requests == 3 && run.different == 1)
        #expect(run.differences.map(\.id) == ["again"])
        #expect(run.differences.first?.rule == "asks again" && run.differences.first?.sent == .decline)
        #expect(run.sides[.decline]?.declined == 1 && run.sides[.decline]?.paidBack == ["CNY": 0])
        #expect(run.sides[.grantFull]?.paidBack == ["CNY": 3300], "As the sales count it.")
        #expect(run.sides[.withheld]?.paidBack == ["CNY": 10_000])
        #expect(run.matches == ["asks again": 1, nil: 2])
    }

    @Test("An answer that Apple would reject counts as the answer that would have been sent")
    func nearest() {
        var run = RefundDryRun(RuleSet(otherwise: RuleAnswer("GRANT_PRORATED")), otherwise: .decline)
        run.take(Self.pastRequest("part"))
        run.take(Self.pastRequest("nothing", share: 0))
        run.take(Self.pastRequest("all", share: 100_000))
        run.take(Self.pastRequest("unknown", share: nil))
        #expect(run.sides.mapValues(\.requests) == [.grantProrated: 1, .grantFull: 1, .decline: 2])
    }

    @Test("At most the limit of differences is listed, all are counted, and sums do not overflow")
    func bounds() {
        var run = RefundDryRun(RuleSet(otherwise: RuleAnswer("none")), differenceLimit: 2)
        for number in 0..<5 { run.take(Self.pastRequest("\(number)", outcome: .refunded(share: 100_000), price: .max)) }
        #expect(run.differences.count == 2 && run.different == 5)
        #expect(run.sides[.none]?.paidBack == ["CNY": 5 * Int128(Int64.max)])
    }
}
