import Ledger
import PurserService
import PurserTesting
import Testing

/// Refunds whose purchase is transferred before an answer was sent.
@Suite struct RefundOwnerTests {
    /// Transfers a purchase, as an operator does.
    private static func give(_ id: String, to customer: String, _ stage: RefundStage) async throws {
        let now = stage.shop.ambient.now()
        let decision = Decision(
            customer: try #require(CustomerID(customer)),
            transactionID: TransactionID(id),
            reach: .purchase,
            decidedAt: now
        )
        let change = OwnershipChange(
            id: OwnershipChangeID("\(id) to \(customer)"),
            kind: .decide(decision, stage.shop.environment),
            changedAt: now,
            by: "ops",
            note: nil
        )
        _ = try await stage.shop.repository.write { unit in
            try unit.change(
                change,
                of: stage.shop.app.name,
                catalog: stage.shop.app.catalog,
                isPreview: false
            )
        }.get()
    }

    @Test("A refund that waits for a person is decided at once with the facts of the new owner")
    func held() async throws {
        let stage = try RefundStage()
        try await stage.consent("anna", id: "c1")
        try await stage.consent("bert", id: "c2")
        try await stage.publish("policy: refunds\notherwise: hold, 60min, then: none\n")
        let bert = try #require(CustomerID("bert"))
        let app = stage.shop.app.name
        _ = try await stage.service.setOverride(.decline, of: bert, in: app, by: "eve", reason: "agreed by mail")
        let id = try await stage.buy()
        try stage.ask(for: id)
        try await stage.hear()
        let responder = try stage.responder()
        try await stage.work(responder)
        #expect(try await stage.record(id)?.status == .held && stage.calls == 0)
        try await Self.give(id, to: "bert", stage)
        try await stage.work(responder)
        #expect(try await stage.sent(id).last == "DECLINE")
        #expect(try await stage.record(id)?.answers.first?.decider == .override(by: "eve"))
        #expect(stage.calls == 1)
    }

    @Test("A refund that waited for consent is answered once the new owner has consented, and not before")
    func withheld() async throws {
        let stage = try RefundStage()
        try await stage.consent("carl", id: "c3")
        let id = try await stage.buy()
        try stage.ask(for: id)
        try await stage.hear()
        let responder = try stage.responder()
        try await stage.work(responder)
        #expect(try await stage.record(id)?.status == .withheld)
        try await Self.give(id, to: "bert", stage)
        try await stage.work(responder)
        #expect(try await stage.record(id)?.status == .withheld && stage.calls == 0)
        #expect(try await stage.record(id)?.customer == CustomerID("bert"))
        try await stage.pass(.seconds(1))
        try await Self.give(id, to: "carl", stage)
        try await stage.work(responder)
        #expect(stage.calls == 1)
    }

    @Test("An answer that Apple may have received is repeated unchanged, and only with the new owner's consent")
    func underWay() async throws {
        let stage = try RefundStage()
        try await stage.consent("anna", id: "c1")
        let id = try await stage.buy()
        try stage.ask(for: id)
        try await stage.hear()
        let down = RefundAttemptError(code: "appstore_unreachable", canRetry: true)
        try await stage.work(try stage.responder { _ in down })
        let sent = try #require(try await stage.record(id)?.answers.first?.sent)
        try await Self.give(id, to: "bert", stage)
        try await stage.pass(.seconds(15))
        try await stage.work(try stage.responder())
        #expect(stage.calls == 0)
        #expect(try await stage.record(id)?.status == .withheld)
        try await stage.consent("bert", id: "c2")
        try await stage.pass(.seconds(15))
        try await stage.work(try stage.responder())
        #expect(stage.calls == 1)
        #expect(try await stage.record(id)?.answers.first?.sent == sent)
    }
}
