import Ledger
import PurserTesting
import Testing

@Suite struct DeliveryTests {
    static let now = Scene.day(1)
    static let deliver = DeliveryDemand(handing: .deliver, taken: 0, consequence: .debt)

    static func refunded(_ taken: Int) -> DeliveryDemand {
        DeliveryDemand(
            handing: taken < DeliveryDemand.all ? .deliver : .nothing(.refunded),
            taken: taken,
            consequence: .debt
        )
    }

    static func failure(_ status: Int?) -> DeliveryFailure {
        DeliveryFailure(code: "status", status: status, at: Self.now)
    }

    /// A delivery that is due.
    static func due() -> Delivery {
        var delivery = Delivery(
            transactionID: TransactionID("1"),
            originalTransactionID: OriginalTransactionID("1"),
            app: AppName("shop"),
            environment: .production,
            goods: DeliveryGoods(productID: ProductID("gems"), kind: .consumable, quantity: 1, coins: ["gems": 6]),
            purchasedAt: Scene.day(0),
            createdAt: Scene.day(0),
            demand: Self.deliver
        )
        _ = delivery.settle(Self.deliver, at: Scene.day(0))
        return delivery
    }

    @Test("Its name says what it is of, and nothing else is a name")
    func names() {
        for text in ["2000000123", "a_b", "~", "日本"] {
            let id = DeliveryID(TransactionID(text), in: .sandbox)
            #expect(id.place?.transactionID == TransactionID(text) && id.place?.environment == .sandbox)
        }
        for text in [
            "", "dlv_", "dlv_Production_", "dlv_Nowhere_1", "cus_ada_1", "dlv_Production_~", "dlv_Production_~61",
        ] {
            #expect(DeliveryID(text).place == nil, "\(text)")
        }
    }

    @Test(
        "A booking is counted in the unit of work that booked it, and a confirmation of anybody else never",
        arguments: [
            (DeliveryConfirmer.booking, true), (.shop, false), (.fulfiller, false), (.operator, false),
        ]
    )
    func booked(by confirmer: DeliveryConfirmer, isBooking: Bool) {
        var delivery = Self.due()
        #expect(!delivery.isBooked(at: Self.now))
        delivery.confirmedAt = Self.now
        delivery.confirmedBy = confirmer
        #expect(delivery.isBooked(at: Self.now) == isBooking)
        #expect(!delivery.isBooked(at: Scene.day(2)), "The same evidence again is not another booking.")
        #expect(delivery.delay == Span.days(1))
    }

    @Test("The key of a call never changes; what is to be done anew has another")
    func keys() throws {
        var delivery = Self.due()
        let key = delivery.callKey
        _ = delivery.begin(at: Self.now)
        _ = delivery.fail(Self.failure(503), isCertain: true, at: Self.now)
        _ = delivery.settle(Self.refunded(100_000), at: Self.now)
        #expect(delivery.state == .cancelled && delivery.callKey == nil)
        _ = delivery.settle(Self.deliver, at: Self.now)
        #expect(delivery.callKey == key && key == delivery.id.rawValue)
        _ = delivery.confirm(.handOver, by: .fulfiller, at: Self.now)
        _ = delivery.settle(Self.refunded(33_333), at: Self.now)
        let part = try #require(delivery.callKey)
        _ = delivery.settle(Self.refunded(100_000), at: Self.now)
        let whole = try #require(delivery.callKey)
        #expect(Set([key, part, whole]).count == 3)
        #expect(delivery.call == DeliveryCall(kind: .takeBack, round: 3, target: 100_000))
    }

    @Test("A refund while somebody is being told waits for the answer: no cancels, yes confirms and takes back")
    func refundInCall() {
        for isDone in [true, false] {
            var delivery = Self.due()
            _ = delivery.begin(at: Self.now)
            #expect(delivery.settle(Self.refunded(100_000), at: Self.now).isEmpty && delivery.state == .delivering)
            if isDone {
                let step = delivery.confirm(.handOver, by: .fulfiller, at: Self.now)
                #expect(step.events == [.deliveryConfirmed, .takebackDue] && delivery.state == .takeBackDue)
            } else {
                let step = delivery.fail(Self.failure(500), isCertain: true, at: Self.now)
                #expect(step.events == [.deliveryCancelled] && delivery.state == .cancelled)
            }
        }
    }

    @Test("After an attempt whose end is unknown a later no says nothing, and the shop's own word does")
    func doubt() {
        var delivery = Self.due()
        _ = delivery.begin(at: Self.now)
        _ = delivery.fail(Self.failure(nil), isCertain: false, at: Self.now)
        _ = delivery.settle(Self.refunded(100_000), at: Self.now)
        _ = delivery.begin(at: Self.now)
        _ = delivery.fail(Self.failure(500), isCertain: true, at: Self.now)
        #expect(delivery.state == .delivering && delivery.isInDoubt)
        var other = delivery
        _ = delivery.fail(Self.failure(500), isCertain: true, isFinal: true, at: Self.now)
        #expect(delivery.state == .cancelled && !delivery.isInDoubt)
        _ = other.fail(Self.failure(500), isCertain: true, isParking: true, at: Self.now)
        _ = other.settle(Self.refunded(100_000), at: Self.now)
        #expect(other.state == .parked && other.isInDoubt, "A person decides.")
        #expect(other.confirm(.handOver, by: .operator, at: Self.now).events == [.deliveryConfirmed, .takebackDue])
    }

    @Test("An attempt that nobody wrote down leaves a doubt")
    func crash() {
        var delivery = Self.due()
        let first = delivery.begin(at: Self.now)
        #expect(!delivery.isInDoubt)
        #expect(delivery.begin(at: Self.now) == first && delivery.isInDoubt)
        _ = delivery.confirm(.handOver, by: .fulfiller, at: Self.now)
        #expect(!delivery.isInDoubt)
    }

    @Test("A reversal gives back what was taken, and one before that leaves the goods where they are")
    func reversal() {
        var delivery = Self.due()
        _ = delivery.confirm(.handOver, by: .shop, at: Self.now)
        _ = delivery.settle(Self.refunded(100_000), at: Self.now)
        #expect(delivery.settle(Self.deliver, at: Self.now) == [.takebackCancelled] && delivery.state == .confirmed)
        _ = delivery.settle(Self.refunded(100_000), at: Self.now)
        _ = delivery.confirm(.takeBack, by: .shop, recovered: ["gems": 4], at: Self.now)
        #expect(delivery.state == .takenBack && delivery.recovered == ["gems": 4])
        #expect(delivery.settle(Self.deliver, at: Self.now) == [.deliveryDue])
        #expect(delivery.call?.kind == .handBack)
        #expect(delivery.confirm(.handOver, by: .shop, at: Self.now).outcome == .already, "a replay gives nothing back")
        #expect(delivery.confirm(.handBack, by: .shop, at: Self.now).events == [.deliveryConfirmed])
        #expect(delivery.taken == 0 && delivery.recovered == nil)
    }

    @Test("A replayed or early confirmation of a take-back takes nothing twice")
    func replays() {
        var delivery = Self.due()
        #expect(delivery.confirm(.takeBack, by: .shop, at: Self.now).outcome == .refused)
        _ = delivery.confirm(.handOver, by: .shop, at: Self.now)
        #expect(delivery.confirm(.takeBack, by: .shop, at: Self.now).outcome == .refused)
        _ = delivery.settle(Self.refunded(50_000), at: Self.now)
        #expect(delivery.confirm(.takeBack, by: .shop, at: Self.now).outcome == .done)
        #expect(delivery.confirm(.takeBack, by: .shop, recovered: ["gems": 3], at: Self.now).outcome == .done)
        #expect(delivery.confirm(.takeBack, by: .shop, recovered: ["gems": 9], at: Self.now).outcome == .already)
        #expect(delivery.taken == 50_000 && delivery.recovered == ["gems": 3])
    }

    @Test("The delay is from the purchase to the first confirmation, and never negative")
    func delay() {
        var delivery = Self.due()
        #expect(delivery.delay == nil)
        var early = delivery
        _ = delivery.confirm(.handOver, by: .shop, at: Scene.day(0) + .seconds(7))
        _ = early.confirm(.handOver, by: .shop, at: Scene.day(-1))
        #expect(delivery.delay == .seconds(7) && early.delay == .zero)
    }

    @Test("An app finishes what is handed over or never will be, and leaves everything else")
    func finish() {
        func finish(_ deliveries: [Delivery], wasBefore: Bool = false) -> DeliveryFinish {
            DeliveryFinish(deliveries, submittedAt: Scene.day(2), wasSubmittedBefore: wasBefore)
        }
        let due = Self.due()
        var before = due
        _ = before.confirm(.handOver, by: .shop, at: Scene.day(1))
        var just = due
        _ = just.confirm(.handOver, by: .booking, at: Scene.day(2))
        var cancelled = due
        _ = cancelled.settle(Self.refunded(100_000), at: Scene.day(1))
        #expect(finish([due]) == .no && finish([before, due]) == .no)
        #expect(finish([before]) == .already && finish([just]) == .yes && finish([cancelled]) == .yes)
        #expect(finish([]) == .yes && finish([], wasBefore: true) == .already)
    }
}
