import Ledger
import Notation
import PurserTesting
import Testing

@Suite struct OrderRecordTests {
    private static let start = Sample.beginning
    private static let later = Sample.beginning + .days(2)

    private static func record(remark: Order.Remark? = nil) -> OrderRecord {
        OrderRecord(
            order: Order(
                id: OrderID("1"),
                customer: Sample.customer("anna"),
                environment: .production,
                productID: ProductID("gems.600"),
                quantity: 1,
                price: nil,
                reference: nil,
                storefront: nil,
                token: Sample.token(1),
                createdAt: Self.start,
                createdBy: "backend",
                expiresAt: Self.start + .days(1),
                remark: remark
            )
        )
    }

    private static func payment(
        _ id: String = "100",
        product: String = "gems.600",
        quantity: Int = 1,
        owner: String? = "anna",
        environment: StoreEnvironment = .production,
        after span: Span = .minutes(1),
        refundedAt: Instant? = nil,
        refundedShare: Int64? = nil,
        isRefundReported: Bool = false,
        eventPosition: Int64 = 1
    ) -> OrderPayment {
        OrderPayment(
            environment: environment,
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(id),
            productID: ProductID(product),
            quantity: quantity,
            owner: owner.map { Sample.customer($0) },
            token: Sample.token(1),
            purchasedAt: Self.start + span,
            refundedAt: refundedAt,
            refundedShare: refundedShare,
            isRefundReported: isRefundReported,
            eventPosition: eventPosition
        )
    }

    @Test("An order is created until it expires, and expired from that instant on")
    func expiry() {
        let record = Self.record()
        #expect(record.state(at: Self.start) == .created)
        #expect(record.queue(at: Self.start) == .open)
        #expect(record.dueAt(after: Self.start) == Self.start + .days(1))
        #expect(record.state(at: Self.start + .days(1)) == .expired)
        #expect(record.queue(at: Self.later) == nil)
        #expect(record.dueAt(after: Self.later) == nil)
    }

    @Test("A payment after expiry or cancel makes it paid, and is flagged")
    func latePayment() {
        var expired = Self.record()
        expired.hear(Self.payment(after: .days(1)))
        #expect(expired.state(at: Self.later) == .paid)
        #expect(expired.flags == [.paidAfterExpiry])
        var canceled = Self.record()
        canceled.apply(.cancel(at: Self.start + .seconds(30), by: "support", reason: nil))
        #expect(canceled.state(at: Self.later) == .canceled)
        canceled.hear(Self.payment())
        #expect(canceled.state(at: Self.later) == .paid)
        #expect(canceled.flags == [.paidAfterCancel])
        var intime = Self.record()
        intime.hear(Self.payment())
        #expect(intime.state(at: Self.later) == .paid)
        #expect(intime.flags == [])
    }

    @Test("An order whose payment is reported as refunded is flagged as long as the report stands")
    func reported() {
        var record = Self.record()
        record.hear(Self.payment(isRefundReported: true))
        #expect(record.state(at: Self.later) == .paid)
        #expect(record.flags == [.refundReported])
        record.hear(Self.payment(eventPosition: 2))
        #expect(record.flags == [])
        // What does not pay for it flags nothing of the kind.
        var other = Self.record()
        other.hear(Self.payment(quantity: 2, isRefundReported: true))
        #expect(other.flags == [.otherQuantity])
    }

    @Test("Fulfillment, refund and reversal, each with what comes before")
    func life() {
        var record = Self.record()
        record.hear(Self.payment())
        #expect(record.queue(at: Self.later) == .paidNotFulfilled)
        record.apply(.fulfill(at: Self.later))
        #expect(record.state(at: Self.later) == .fulfilled)
        record.hear(Self.payment(refundedAt: Self.later, refundedShare: 30000, eventPosition: 2))
        #expect(record.state(at: Self.later) == .partlyRefunded)
        record.hear(Self.payment(refundedAt: Self.later, eventPosition: 3))
        #expect(record.state(at: Self.later) == .refunded)
        record.hear(Self.payment(eventPosition: 4))
        #expect(record.state(at: Self.later) == .fulfilled)
        record.apply(.fulfill(at: nil))
        #expect(record.state(at: Self.later) == .paid)
    }

    @Test(
        "A payment that does not match pays for no order and has a reason",
        arguments: [
            (Self.payment(product: "gems.60"), [.otherProduct]), (Self.payment(quantity: 2), [.otherQuantity]),
            (Self.payment(owner: "ben"), [.otherCustomer]), (Self.payment(environment: .sandbox), [.otherEnvironment]),
            (Self.payment(product: "gems.60", quantity: 2), [.otherProduct, .otherQuantity]),
        ] as [(OrderPayment, [OrderFlag])]
    )
    func mismatch(payment: OrderPayment, flags: [OrderFlag]) {
        var record = Self.record()
        record.hear(payment)
        #expect(record.state(at: Self.start) == .created)
        #expect(record.flags == flags)
        record.hear(Self.payment("101"))
        #expect(record.state(at: Self.start) == .paid)
        #expect(record.flags == flags)
    }

    @Test("A purchase without an owner pays an order")
    func unclaimed() {
        var record = Self.record()
        record.hear(Self.payment(owner: nil))
        #expect(record.state(at: Self.start) == .paid)
        #expect(record.flags == [])
    }

    @Test("Paid twice is flagged as long as neither was paid back, and both stay")
    func twice() {
        var record = Self.record()
        record.hear(Self.payment("100"))
        record.hear(Self.payment("200", after: .minutes(2), eventPosition: 2))
        #expect(record.flags == [.paidTwice])
        #expect(record.matches.map(\.transactionID) == [TransactionID("100"), TransactionID("200")])
        record.hear(Self.payment("200", after: .minutes(2), refundedAt: Self.later, eventPosition: 3))
        #expect(record.state(at: Self.later) == .paid)
        #expect(record.flags == [])
        record.hear(Self.payment("100", refundedAt: Self.later, eventPosition: 4))
        #expect(record.state(at: Self.later) == .refunded)
    }

    @Test("An order that was fulfilled without a payment is in its own queue")
    func unpaid() {
        var record = Self.record()
        record.apply(.fulfill(at: Self.start))
        #expect(record.queue(at: Self.start) == .fulfilledNotPaid)
        #expect(record.flags == [.fulfilledUnpaid])
        record.hear(Self.payment())
        #expect(record.queue(at: Self.start) == nil)
        #expect(record.state(at: Self.start) == .fulfilled)
        #expect(record.flags == [])
    }

    @Test("Called off twice, the earlier instant counts; of notes only so many are kept")
    func auditEntries() {
        var record = Self.record()
        record.apply(.cancel(at: Self.later, by: "a", reason: nil))
        record.apply(.cancel(at: Self.start, by: "b", reason: "c"))
        record.apply(.cancel(at: Self.later, by: "d", reason: nil))
        #expect(record.cancellation == .init(at: Self.start, by: "b", reason: "c"))
        for _ in 0...OrderNote.maximumCount { record.apply(.note(OrderNote(at: Self.start, by: "a", text: "b"))) }
        #expect(record.notes.count == OrderNote.maximumCount)
    }

    @Test("Apple is asked at growing distances, and no longer once it is paid or called off")
    func asking() {
        var record = Self.record()
        var instants: [Instant] = []
        while let askAt = record.askAt, instants.count < 9 {
            instants.append(askAt)
            record.apply(.asked(at: askAt))
        }
        #expect(instants == OrderRecord.askedAfter.map { Self.start + $0 })
        var paid = Self.record()
        paid.hear(Self.payment())
        #expect(paid.askAt == nil)
        var canceled = Self.record()
        canceled.apply(.cancel(at: Self.start, by: "a", reason: nil))
        #expect(canceled.askAt == nil)
    }

    @Test(
        "The state of an order does not depend on the order of arrival",
        arguments: 0..<60 as Range<UInt64>
    )
    func anyOrder(seed: UInt64) {
        enum Fact {
            case action(OrderAction)
            case payment(OrderPayment)
        }
        var generator = SeededGenerator(seed: seed)
        var facts: [Fact] = [
            .payment(Self.payment()), .payment(Self.payment(refundedAt: Self.later, eventPosition: 2)),
            .payment(Self.payment(eventPosition: 3)), .payment(Self.payment("200", after: .days(2), eventPosition: 4)),
            .payment(Self.payment("300", product: "gems.60", eventPosition: 5)),
            .action(.cancel(at: Self.start + .minutes(3), by: "a", reason: nil)),
            .action(.cancel(at: Self.start + .minutes(5), by: "b", reason: nil)), .action(.look),
        ].filter { _ in generator.happens(percent: 70) }
        func end() -> OrderRecord {
            facts.reduce(into: Self.record()) { record, fact in
                switch fact {
                case .action(let action): record.apply(action)
                case .payment(let payment): record.hear(payment)
                }
            }
        }
        let expected = end()
        for _ in 0..<10 {
            facts.shuffle(using: &generator)
            #expect(end() == expected)
        }
    }

    @Test(
        "Each change is published by its name, and a repetition is not",
        arguments: [
            (nil, .created, [.orderCreated]), (nil, .paid, [.orderCreated, .orderPaid]), (.created, .created, []),
            (.created, .paid, [.orderPaid]), (.expired, .paid, [.orderPaid]), (.canceled, .paid, [.orderPaid]),
            (.paid, .fulfilled, [.orderFulfilled]), (.fulfilled, .paid, [.orderReopened]),
            (.paid, .created, [.orderReopened]), (.created, .expired, [.orderExpired]),
            (.created, .canceled, [.orderCanceled]), (.fulfilled, .refunded, [.orderRefunded]),
            (.partlyRefunded, .refunded, [.orderRefunded]), (.refunded, .paid, [.orderRestored]),
            (.refunded, .fulfilled, [.orderRestored]), (.refunded, .refunded, []),
        ] as [(OrderState?, OrderState, [EventName])]
    )
    func publishing(before: OrderState?, after: OrderState, names: [EventName]) {
        let former = before.map { OrderEventDerivation.PublishedOrder(state: $0, flags: []) }
        #expect(OrderEventDerivation(from: former, to: .init(state: after, flags: [])).names == names)
        #expect(
            OrderEventDerivation(from: former, to: .init(state: after, flags: [.paidTwice])).names == names + [
                .orderFlagged
            ]
        )
    }

    @Test("An order check's remark is published to the shop, and not to the player's app")
    func remark() {
        let record = Self.record(remark: Order.Remark(rule: "many", reason: "looks like a thief"))
        func text(isForApp: Bool) -> String {
            var json = JSONText()
            json.describe(record, at: Self.start, isForApp: isForApp)
            return String(decoding: json.bytes, as: UTF8.self)
        }
        #expect(text(isForApp: false).contains("looks like a thief"))
        #expect(!text(isForApp: true).contains("guard"))
        #expect(!text(isForApp: true).contains("thief"))
    }

    @Test("A paid order refuses to be canceled, and an order with all its notes refuses another")
    func refusals() {
        let cancel = OrderAction.cancel(at: Self.start, by: "shop", reason: nil)
        let note = OrderAction.note(OrderNote(at: Self.start, by: "shop", text: "n"))
        var record = Self.record()
        #expect(!record.refuses(cancel) && !record.refuses(note))
        record.hear(Self.payment())
        #expect(record.refuses(cancel) && !record.refuses(note))
        for _ in 0..<OrderNote.maximumCount { record.apply(note) }
        #expect(record.refuses(note))
    }
}
