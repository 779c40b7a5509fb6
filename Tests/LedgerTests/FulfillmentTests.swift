import Ledger
import PurserTesting
import Testing

@Suite struct FulfillmentTests {
    static let now = Scene.day(1)
    static let fulfill = FulfillmentDemand(decision: .fulfill, revoked: 0, consequence: .debt)

    static func refunded(_ revoked: Int) -> FulfillmentDemand {
        FulfillmentDemand(
            decision: revoked < FulfillmentDemand.all ? .fulfill : .nothing(.refunded),
            revoked: revoked,
            consequence: .debt
        )
    }

    static func failure(_ status: Int?) -> DeliveryFailure {
        DeliveryFailure(code: "status", status: status, at: Self.now)
    }

    /// A fulfillment that is due.
    static func due() -> Fulfillment {
        var fulfillment = Fulfillment(
            transactionID: TransactionID("1"),
            originalTransactionID: OriginalTransactionID("1"),
            app: AppName("shop"),
            environment: .production,
            goods: FulfillmentGoods(productID: ProductID("gems"), kind: .consumable, quantity: 1, coins: ["gems": 6]),
            purchasedAt: Scene.day(0),
            createdAt: Scene.day(0),
            demand: Self.fulfill
        )
        _ = fulfillment.settle(Self.fulfill, at: Scene.day(0))
        return fulfillment
    }

    @Test("Its name says what it is of, and nothing else is a name")
    func names() {
        for text in ["2000000123", "a_b", "~", "日本"] {
            let id = FulfillmentID(TransactionID(text), in: .sandbox)
            #expect(id.place?.transactionID == TransactionID(text) && id.place?.environment == .sandbox)
        }
        for text in [
            "", "ful_", "ful_Production_", "ful_Nowhere_1", "cus_ada_1", "ful_Production_~", "ful_Production_~61",
        ] {
            #expect(FulfillmentID(text).place == nil, "\(text)")
        }
    }

    @Test(
        "A booking is counted in the unit of work that booked it, and a confirmation from elsewhere never",
        arguments: [
            (FulfillmentConfirmer.booking, true), (.shop, false), (.fulfiller, false), (.operator, false),
        ]
    )
    func booked(by confirmer: FulfillmentConfirmer, isBooking: Bool) {
        var fulfillment = Self.due()
        #expect(!fulfillment.isBooked(at: Self.now))
        fulfillment.confirmedAt = Self.now
        fulfillment.confirmedBy = confirmer
        #expect(fulfillment.isBooked(at: Self.now) == isBooking)
        #expect(!fulfillment.isBooked(at: Scene.day(2)), "The same evidence again is not another booking.")
        #expect(fulfillment.delay == Span.days(1))
    }

    @Test("The key of a call never changes; what is to be done anew has another")
    func keys() throws {
        var fulfillment = Self.due()
        let key = fulfillment.callKey
        _ = fulfillment.begin(at: Self.now)
        _ = fulfillment.fail(Self.failure(503), isCertain: true, at: Self.now)
        _ = fulfillment.settle(Self.refunded(100_000), at: Self.now)
        #expect(fulfillment.state == .canceled && fulfillment.callKey == nil)
        _ = fulfillment.settle(Self.fulfill, at: Self.now)
        #expect(fulfillment.callKey == key && key == fulfillment.id.rawValue)
        _ = fulfillment.confirm(.fulfill, by: .fulfiller, at: Self.now)
        _ = fulfillment.settle(Self.refunded(33_333), at: Self.now)
        let part = try #require(fulfillment.callKey)
        _ = fulfillment.settle(Self.refunded(100_000), at: Self.now)
        let whole = try #require(fulfillment.callKey)
        #expect(Set([key, part, whole]).count == 3)
        #expect(fulfillment.call == FulfillmentCall(kind: .revoke, round: 3, target: 100_000))
    }

    @Test("A refund during a call waits for the answer: a failure cancels, a confirmation confirms and revokes")
    func refundInCall() {
        for isDone in [true, false] {
            var fulfillment = Self.due()
            _ = fulfillment.begin(at: Self.now)
            #expect(
                fulfillment.settle(Self.refunded(100_000), at: Self.now).isEmpty && fulfillment.state == .fulfilling
            )
            if isDone {
                let step = fulfillment.confirm(.fulfill, by: .fulfiller, at: Self.now)
                #expect(
                    step.events == [.fulfillmentConfirmed, .fulfillmentRevocationDue]
                        && fulfillment.state == .revocationDue
                )
            } else {
                let step = fulfillment.fail(Self.failure(500), isCertain: true, at: Self.now)
                #expect(step.events == [.fulfillmentCanceled] && fulfillment.state == .canceled)
            }
        }
    }

    @Test("After an attempt whose end is unknown a later no says nothing, and the shop's own word does")
    func doubt() {
        var fulfillment = Self.due()
        _ = fulfillment.begin(at: Self.now)
        _ = fulfillment.fail(Self.failure(nil), isCertain: false, at: Self.now)
        _ = fulfillment.settle(Self.refunded(100_000), at: Self.now)
        _ = fulfillment.begin(at: Self.now)
        _ = fulfillment.fail(Self.failure(500), isCertain: true, at: Self.now)
        #expect(fulfillment.state == .fulfilling && fulfillment.isInDoubt)
        var other = fulfillment
        _ = fulfillment.fail(Self.failure(500), isCertain: true, isFinal: true, at: Self.now)
        #expect(fulfillment.state == .canceled && !fulfillment.isInDoubt)
        _ = other.fail(Self.failure(500), isCertain: true, isSuspending: true, at: Self.now)
        _ = other.settle(Self.refunded(100_000), at: Self.now)
        #expect(other.state == .suspended && other.isInDoubt, "A person decides.")
        #expect(
            other.confirm(.fulfill, by: .operator, at: Self.now).events == [
                .fulfillmentConfirmed, .fulfillmentRevocationDue,
            ]
        )
    }

    @Test("An attempt without a stored outcome is in doubt")
    func crash() {
        var fulfillment = Self.due()
        let first = fulfillment.begin(at: Self.now)
        #expect(!fulfillment.isInDoubt)
        #expect(fulfillment.begin(at: Self.now) == first && fulfillment.isInDoubt)
        _ = fulfillment.confirm(.fulfill, by: .fulfiller, at: Self.now)
        #expect(!fulfillment.isInDoubt)
    }

    @Test("A reversal gives back what was taken, and one before that leaves the goods where they are")
    func reversal() {
        var fulfillment = Self.due()
        _ = fulfillment.confirm(.fulfill, by: .shop, at: Self.now)
        _ = fulfillment.settle(Self.refunded(100_000), at: Self.now)
        #expect(
            fulfillment.settle(Self.fulfill, at: Self.now) == [.fulfillmentRevocationCanceled]
                && fulfillment.state == .confirmed
        )
        _ = fulfillment.settle(Self.refunded(100_000), at: Self.now)
        _ = fulfillment.confirm(.revoke, by: .shop, recovered: ["gems": 4], at: Self.now)
        #expect(fulfillment.state == .revoked && fulfillment.recovered == ["gems": 4])
        #expect(fulfillment.settle(Self.fulfill, at: Self.now) == [.fulfillmentDue])
        #expect(fulfillment.call?.kind == .restore)
        #expect(
            fulfillment.confirm(.fulfill, by: .shop, at: Self.now).outcome == .already,
            "a replay gives nothing back"
        )
        #expect(fulfillment.confirm(.restore, by: .shop, at: Self.now).events == [.fulfillmentConfirmed])
        #expect(fulfillment.revoked == 0 && fulfillment.recovered == nil)
    }

    @Test("A replayed or early confirmation of a revocation takes nothing twice")
    func replays() {
        var fulfillment = Self.due()
        #expect(fulfillment.confirm(.revoke, by: .shop, at: Self.now).outcome == .refused)
        _ = fulfillment.confirm(.fulfill, by: .shop, at: Self.now)
        #expect(fulfillment.confirm(.revoke, by: .shop, at: Self.now).outcome == .refused)
        _ = fulfillment.settle(Self.refunded(50_000), at: Self.now)
        #expect(fulfillment.confirm(.revoke, by: .shop, at: Self.now).outcome == .done)
        #expect(fulfillment.confirm(.revoke, by: .shop, recovered: ["gems": 3], at: Self.now).outcome == .done)
        #expect(fulfillment.confirm(.revoke, by: .shop, recovered: ["gems": 9], at: Self.now).outcome == .already)
        #expect(fulfillment.revoked == 50_000 && fulfillment.recovered == ["gems": 3])
    }

    @Test("The delay is from the purchase to the first confirmation, and never negative")
    func delay() {
        var fulfillment = Self.due()
        #expect(fulfillment.delay == nil)
        var early = fulfillment
        _ = fulfillment.confirm(.fulfill, by: .shop, at: Scene.day(0) + .seconds(7))
        _ = early.confirm(.fulfill, by: .shop, at: Scene.day(-1))
        #expect(fulfillment.delay == .seconds(7) && early.delay == .zero)
    }

    @Test("An app finishes what is fulfilled or never will be, and leaves everything else")
    func finish() {
        func finish(_ fulfillments: [Fulfillment], wasBefore: Bool = false) -> FulfillmentFinish {
            FulfillmentFinish(fulfillments, submittedAt: Scene.day(2), wasSubmittedBefore: wasBefore)
        }
        let due = Self.due()
        var before = due
        _ = before.confirm(.fulfill, by: .shop, at: Scene.day(1))
        var just = due
        _ = just.confirm(.fulfill, by: .booking, at: Scene.day(2))
        var canceled = due
        _ = canceled.settle(Self.refunded(100_000), at: Scene.day(1))
        #expect(finish([due]) == .no && finish([before, due]) == .no)
        #expect(finish([before]) == .already && finish([just]) == .yes && finish([canceled]) == .yes)
        #expect(finish([]) == .yes && finish([], wasBefore: true) == .already)
    }
}
