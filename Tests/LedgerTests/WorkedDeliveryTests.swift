import Ledger
import PurserTesting
import Testing

@Suite struct WorkedDeliveryTests {
    private static let now = Scene.day(1)

    private static func confirm(
        _ kind: DeliveryCall.Kind? = nil,
        key: String? = nil,
        recovered: [String: Int]? = nil
    ) -> DeliveryAct {
        .confirm(kind, by: .shop, recovered: recovered, key: key)
    }

    /// A delivery that was confirmed and of which half is to be taken back.
    private static func halfRefunded() throws -> WorkedDelivery {
        var work = WorkedDelivery(DeliveryTests.due())
        #expect(work.act(Self.confirm(), at: Self.now, workersAt: Self.now).outcome == .done)
        return Self.refunded(50_000, of: work)
    }

    private static func refunded(_ target: Int, of work: WorkedDelivery) -> WorkedDelivery {
        var work = work
        var delivery = work.delivery
        _ = delivery.settle(DeliveryTests.refunded(target), at: Self.now)
        work.settle(delivery)
        return work
    }

    @Test("A confirmation with the key of a call that is another one by now is refused, and changes nothing")
    func staleKey() throws {
        let half = try Self.halfRefunded()
        let key = try #require(half.delivery.call?.key(of: half.delivery.id))
        var whole = Self.refunded(100_000, of: half)
        let grown = whole
        #expect(whole.act(Self.confirm(key: key), at: Self.now, workersAt: Self.now).outcome == .refused)
        #expect(whole == grown)
        let next = try #require(whole.delivery.call?.key(of: whole.delivery.id))
        #expect(
            whole.act(Self.confirm(key: next, recovered: ["gems": 5]), at: Self.now, workersAt: Self.now).outcome
                == .done
        )
        #expect(whole.delivery.taken == 100_000 && whole.delivery.recovered == ["gems": 5])
        #expect(whole.act(Self.confirm(.takeBack, key: next), at: Self.now, workersAt: Self.now).outcome == .already)
    }

    @Test("Without a word of what was done the handing over is meant: said again after a refund it takes nothing back")
    func bare() throws {
        var half = try Self.halfRefunded()
        let pending = half
        #expect(half.act(Self.confirm(), at: Self.now, workersAt: Self.now).outcome == .already)
        let first = half.delivery.id.rawValue
        #expect(half.act(Self.confirm(key: first), at: Self.now, workersAt: Self.now).outcome == .already)
        #expect(half.act(Self.confirm(.takeBack, key: first), at: Self.now, workersAt: Self.now).outcome == .refused)
        #expect(half == pending)
        let key = try #require(half.delivery.callKey)
        #expect(half.act(Self.confirm(key: key), at: Self.now, workersAt: Self.now).outcome == .done)
        #expect(half.delivery.state == .takenBack)
        #expect(half.act(Self.confirm(key: key), at: Self.now, workersAt: Self.now).outcome == .already)
        var back = Self.refunded(0, of: half)
        #expect(back.delivery.call?.kind == .handBack)
        #expect(back.act(Self.confirm(), at: Self.now, workersAt: Self.now).outcome == .already)
        #expect(back.act(Self.confirm(.handBack), at: Self.now, workersAt: Self.now).outcome == .done)
        #expect(back.delivery.state == .confirmed && back.delivery.taken == 0)
        var due = WorkedDelivery(DeliveryTests.due())
        #expect(due.act(Self.confirm(key: "another"), at: Self.now, workersAt: Self.now).outcome == .refused)
        #expect(due.act(Self.confirm(key: first), at: Self.now, workersAt: Self.now).outcome == .done)
    }

    @Test("A lease is heeded until it runs out by the time of workers, and no longer", arguments: [59, 60])
    func lapsed(seconds: Int64) throws {
        var work = WorkedDelivery(DeliveryTests.due())
        let leased = work.lease(1, at: Self.now, until: Self.now + .seconds(60))
        _ = try #require(leased)
        let clock = Self.now + .seconds(seconds)
        var (failed, parked) = (work, work)
        let isOver = seconds == 60
        let failure = DeliveryAct.fail(DeliveryTests.failure(nil))
        #expect(failed.act(failure, at: Self.now, workersAt: clock).outcome == (isOver ? .done : .refused))
        #expect(failed.delivery.state == (isOver ? .due : .delivering))
        #expect(parked.act(.park, at: Self.now, workersAt: clock).outcome == (isOver ? .done : .refused))
        #expect(parked.delivery.state == (isOver ? .parked : .delivering) && parked.delivery.isInDoubt == isOver)
    }

    @Test("While somebody is being told, nobody may say that it certainly failed; his yes counts after his lease too")
    func leased() throws {
        var work = WorkedDelivery(DeliveryTests.due())
        let leased = work.lease(1, at: Self.now, until: Self.now + .minutes(1))
        let lease = try #require(leased)
        let failure = DeliveryTests.failure(nil)
        #expect(work.act(.fail(failure), at: Self.now, workersAt: Self.now).outcome == .refused)
        _ = work.lease(2, at: Self.now + .minutes(1), until: Self.now + .minutes(2))
        #expect(work.conclude(lease, .failed(failure, isCertain: true, retryAt: nil), at: Self.now) == nil)
        #expect(work.conclude(lease, .confirmed(recovered: nil), at: Self.now) == [.deliveryConfirmed])
        #expect(work.delivery.confirmedBy == .fulfiller)
        #expect(work.conclude(lease, .confirmed(recovered: nil), at: Self.now) == nil)
    }
}
