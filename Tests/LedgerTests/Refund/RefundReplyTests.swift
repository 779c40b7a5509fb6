import Ledger
import PurserTesting
import Testing

@Suite struct RefundReplyTests {
    /// Returns the reasons for which Apple refuses a reply, by the table of Send Consumption Information.
    private static func objections(to reply: RefundReply, kind: TransactionSnapshot.Kind) -> [String] {
        var found: [String] = []
        if kind == .autoRenewable, reply.share != nil { found.append("4000209") }
        if let share = reply.share, !(0...100_000).contains(share) { found.append("out of range") }
        if reply.deliveryStatus != .delivered, reply.share ?? 0 != 0 { found.append("undelivered and consumed") }
        if kind != .autoRenewable, reply.preference == .grantProrated, reply.share ?? 0 == 0 {
            found.append("prorated without a share")
        }
        return found
    }

    @Test(
        "For any wish in any circumstances, Apple accepts the reply",
        arguments: [nil, 0, 1, 40_000, 100_000, 250_000, -5] as [Int64?]
    )
    func legal(share: Int64?) throws {
        var replies = 0
        for kind in TransactionSnapshot.Kind.allCases {
            for deliveryStatus in RefundDeliveryStatus.allCases {
                for before in [nil, 0, 60_000, 100_000] as [Int64?] {
                    for desired in [nil, .decline, .grantFull, .grantProrated] as [RefundPreference?] {
                        for second in [nil, .decline, .grantFull, .grantProrated] as [RefundPreference?] {
                            let circumstances = RefundCircumstances(
                                kind: kind,
                                deliveryStatus: deliveryStatus,
                                share: share,
                                shareSentBefore: before,
                                hasConsent: true
                            )
                            let reply = try RefundReply(desired, otherwise: second, in: circumstances)
                            #expect(Self.objections(to: reply, kind: kind) == [])
                            if desired != .grantProrated { #expect(reply.preference == desired) }
                            if let before, before > 0, deliveryStatus == .delivered, kind != .autoRenewable {
                                #expect(try #require(reply.share) >= before)
                            }
                            replies += 1
                        }
                    }
                }
            }
        }
        #expect(replies == 4 * 5 * 4 * 4 * 4)
    }

    @Test("Without consent nothing is sent, nor about family-shared purchases or those paid by others")
    func refusals() {
        var circumstances = RefundCircumstances(
            kind: .consumable,
            deliveryStatus: .delivered,
            share: 0,
            hasConsent: false
        )
        #expect(throws: RefundReply.Refusal.noConsent) { try RefundReply(nil, in: circumstances) }
        circumstances.hasConsent = true
        #expect(throws: Never.self) { try RefundReply(nil, in: circumstances) }
        circumstances.ownership = .familyShared
        #expect(throws: RefundReply.Refusal.familyShared) { try RefundReply(.decline, in: circumstances) }
        circumstances.ownership = .assigned
        #expect(throws: RefundReply.Refusal.assigned) { try RefundReply(.decline, in: circumstances) }
    }

    @Test("A part that cannot be granted becomes what comes nearest, and says so")
    func changes() throws {
        func reply(_ share: Int64?, sent: Int64? = nil, second: RefundPreference? = .decline) throws -> RefundReply {
            try RefundReply(
                .grantProrated,
                otherwise: second,
                in: RefundCircumstances(
                    kind: .consumable,
                    deliveryStatus: .delivered,
                    share: share,
                    shareSentBefore: sent,
                    hasConsent: true
                )
            )
        }
        #expect(try reply(0).preference == .grantFull)
        #expect(try reply(0).changes == [.nothingConsumed])
        #expect(try reply(100_000).preference == .decline)
        #expect(try reply(100_000).changes == [.allConsumed])
        #expect(try reply(nil, second: nil).preference == nil)
        #expect(try reply(nil).changes == [.shareUnknown])
        #expect(try reply(33_333).changes == [] && reply(33_333).preference == .grantProrated)
        #expect(try reply(10, sent: 500).share == 500)
        #expect(try reply(10, sent: 500).changes == [.shareRaised])
        // An answer sent before fulfillment does not describe what was consumed since.
        #expect(try reply(nil, sent: 0).share == nil && reply(nil, sent: 0).changes == [.shareUnknown])
    }

    @Test("A due purchase was not delivered, and nothing of it was consumed")
    func undelivered() throws {
        for state in FulfillmentState.allCases {
            let circumstances = RefundCircumstances(
                kind: .consumable,
                deliveryStatus: RefundDeliveryStatus(state),
                share: 70_000,
                hasConsent: true
            )
            let reply = try RefundReply(nil, in: circumstances)
            let isThere = !state.isOpen && state != .canceled
            #expect(reply.deliveryStatus == (isThere ? .delivered : .undelivered))
            #expect(reply.share == (isThere ? 70_000 : 0))
        }
        #expect(RefundDeliveryStatus(nil) == .delivered)
        for reason in FulfillmentReason.allCases {
            let isElsewhere = reason == .elsewhere || reason == .twin
            #expect(RefundDeliveryStatus(.canceled, because: reason) == (isElsewhere ? .delivered : .undelivered))
            #expect(RefundDeliveryStatus(.due, because: reason) == .undelivered)
            #expect(RefundDeliveryStatus(.due, because: reason, wasConfirmed: true) == .delivered)
        }
    }

    @Test("The share of a period is that of the very transaction, cut off and within its bounds")
    func elapsed() {
        let start = Sample.beginning
        func share(_ span: Span) -> Int64 {
            ElapsedShare.milliunits(at: start + span, from: start, to: start + .days(30))
        }
        #expect(share(.zero) == 0)
        #expect(share(.days(10)) == 33_333)
        #expect(share(.days(30)) == 100_000)
        #expect(share(.days(400)) == 100_000, "An earlier period is gone.")
        #expect(share(Span(milliseconds: -5000)) == 0, "A renewal may be signed before it begins.")
        #expect(ElapsedShare.milliunits(at: start, from: start, to: start) == 100_000)
        let whole = ElapsedShare.milliunits(
            at: Instant(milliseconds: 0),
            from: Instant(milliseconds: .min),
            to: Instant(milliseconds: .max)
        )
        #expect(whole == 50_000)
    }
}
