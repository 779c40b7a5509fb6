import Ledger
import PurserTesting
import Testing

/// Requests for retention messages, and what happened to the subscriptions.
extension SubscriptionFiguresTests {
    private static func requests(on days: Double...) -> [LedgerFact] {
        days.map { day in
            .retentionRequest(
                RetentionRequestEvidence(originalTransactionID: OriginalTransactionID("1"), signedAt: Scene.day(day))
            )
        }
    }

    private static let two = [
        Self.period("1", from: 0, to: 30, reason: .purchase), Self.period("2", from: 30, to: 60),
    ]

    @Test("A request is kept when the next period begins, and lost when the subscription ends")
    func outcomes() {
        let renewals = [
            Self.renewal(on: 0, end: 30), Self.renewal(on: 30, end: 60),
            Self.renewal(on: 45, end: 60, autoRenew: false), Self.renewal(on: 61, end: 60, autoRenew: false, intent: 1),
        ]
        let facts = Self.requests(on: 10, 12, 40) + renewals
        let rows = Self.figures(Self.two, facts)
        #expect(Self.days(.retentionRequests, rows) == [10: 1, 40: 1], "Once for each period.")
        #expect(Self.days(.retentionKept, rows) == [30: 1] && Self.days(.retentionLost, rows) == [60: 1])
        for order in 0..<20 {
            var generator = SeededGenerator(seed: UInt64(order))
            let mixed = facts.shuffled(using: &generator)
            #expect(Self.figures(Self.two, mixed + Self.requests(on: 12, 10.5)) == rows, "order \(order)")
        }
    }

    @Test("A request while the App Store tries to bill, and one before the subscription, count for nothing")
    func outside() {
        let rows = Self.figures(
            [Self.period("1", from: 0, to: 30, reason: .purchase)],
            Self.requests(on: -3, 40) + [Self.renewal(on: 31, end: 30, intent: 2, isRetrying: true)]
        )
        for figure in [Figure.retentionRequests, .retentionKept, .retentionLost] {
            #expect(Self.days(figure, rows).isEmpty, "\(figure)")
        }
    }

    @Test("A request in billing grace is kept by a late payment, and lost at the end of grace")
    func grace() {
        let failed = [
            Self.renewal(on: 0, end: 30), Self.renewal(on: 30.25, end: 30, grace: 46, intent: 2, isRetrying: true),
        ]
        let lost = Self.figures([Self.two[0]], Self.requests(on: 33) + failed)
        #expect(Self.days(.retentionRequests, lost) == [33: 1] && Self.days(.retentionLost, lost) == [46: 1])
        let kept = Self.figures(Self.two, Self.requests(on: 33) + failed + [Self.renewal(on: 35, end: 60)])
        #expect(Self.days(.retentionRequests, kept) == [33: 1] && Self.days(.retentionKept, kept) == [35: 1])
    }

    @Test("Of several requests on a day in UTC the first is stored, in any order")
    func days() {
        let noon = Instant(milliseconds: 43_200_000)
        let instants = [noon, noon + .hours(1), noon - .hours(13), noon + .hours(30), noon + .hours(29)]
        let expected = [noon - .hours(13), noon, noon + .hours(29)]
        for order in 0..<20 {
            var generator = SeededGenerator(seed: UInt64(order))
            var requests = RetentionRequests(instants.shuffled(using: &generator))
            #expect(requests.instants == expected)
            #expect(instants.allSatisfy { !requests.add($0) })
        }
    }
}
