import Ledger
import PurserTesting
import Testing

@Suite struct OrderLimitsTests {
    private static let now = Sample.beginning

    private func refusal(open: Int = 0, minutesAgo: [Int64] = []) -> OrderCreation? {
        var limits = OrderLimits()
        limits.open = 2
        limits.perHour = 2
        limits.perDay = 4
        return limits.refusal(openCount: open, creations: minutesAgo.map { Self.now - .minutes($0) }, at: Self.now)
    }

    @Test("An order is refused while too many orders are open or too many were created")
    func refusals() {
        #expect(self.refusal() == nil)
        #expect(self.refusal(open: 1) == nil)
        #expect(self.refusal(open: 2) == .tooManyOpen)
        #expect(self.refusal(minutesAgo: [1]) == nil)
        #expect(self.refusal(minutesAgo: [1, 59]) == .tooMany(until: Self.now + .minutes(1)))
        #expect(self.refusal(minutesAgo: [1, 60]) == nil)
        #expect(self.refusal(minutesAgo: [1, 60, 90, 100]) == .tooMany(until: Self.now + .minutes(24 * 60 - 100)))
        #expect(
            self.refusal(minutesAgo: [1, 2, 3, 1439]) == .tooMany(until: Self.now + .minutes(58)),
            "The later of the two limits counts."
        )
        #expect(self.refusal(open: 9, minutesAgo: [1, 2]) == .tooMany(until: Self.now + .minutes(58)))
    }

    @Test("An unpaid order closes after its expiry, and one with a payment, fulfillment or note does not")
    func closing() {
        let order = RepositoryContract.order("1", token: 1)
        var record = OrderRecord(order: order)
        let closesAt = order.expiresAt + OrderLimits.defaultRetention
        #expect(record.closesAt == closesAt)
        #expect(!record.isClosed(at: closesAt - .seconds(1)))
        #expect(record.isClosed(at: closesAt))
        let cancel = OrderAction.cancel(at: Self.now, by: "shop", reason: nil)
        record.apply(cancel)
        #expect(record.closesAt == closesAt, "A cancellation does not change when the order closes.")
        #expect(record.ignores(cancel, at: closesAt))
        #expect(!record.ignores(.look, at: closesAt), "Time still changes a closed order.")
        for action in [
            OrderAction.fulfill(at: Self.now), .note(OrderNote(at: Self.now, by: "shop", text: "a")),
        ] {
            var other = record
            other.apply(action)
            #expect(other.closesAt == nil)
        }
        record.hear(RepositoryContract.payment("1", token: 1, eventPosition: 1))
        #expect(record.closesAt == nil)
    }
}
