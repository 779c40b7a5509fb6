import Ledger
import PurserTesting
import Testing

@Suite struct FulfillmentJobTests {
    private static let now = Scene.day(1)

    private static func confirm(
        _ kind: FulfillmentCall.Kind? = nil,
        key: String? = nil,
        recovered: [String: Int]? = nil
    ) -> FulfillmentAction {
        .confirm(kind, by: .shop, recovered: recovered, key: key)
    }

    /// A fulfillment that was confirmed and of which half is to be revoked.
    private static func halfRefunded() throws -> FulfillmentJob {
        var work = FulfillmentJob(FulfillmentTests.due())
        #expect(work.perform(Self.confirm(), at: Self.now, workersAt: Self.now).outcome == .done)
        return Self.refunded(50_000, of: work)
    }

    private static func refunded(_ target: Int, of work: FulfillmentJob) -> FulfillmentJob {
        var work = work
        var fulfillment = work.fulfillment
        _ = fulfillment.settle(FulfillmentTests.refunded(target), at: Self.now)
        work.settle(fulfillment)
        return work
    }

    @Test("A confirmation with the key of a call that is another one by now is refused, and changes nothing")
    func staleKey() throws {
        let half = try Self.halfRefunded()
        let key = try #require(half.fulfillment.call?.key(of: half.fulfillment.id))
        var whole = Self.refunded(100_000, of: half)
        let grown = whole
        #expect(whole.perform(Self.confirm(key: key), at: Self.now, workersAt: Self.now).outcome == .refused)
        #expect(whole == grown)
        let next = try #require(whole.fulfillment.call?.key(of: whole.fulfillment.id))
        #expect(
            whole.perform(Self.confirm(key: next, recovered: ["gems": 5]), at: Self.now, workersAt: Self.now).outcome
                == .done
        )
        #expect(whole.fulfillment.revoked == 100_000 && whole.fulfillment.recovered == ["gems": 5])
        #expect(whole.perform(Self.confirm(.revoke, key: next), at: Self.now, workersAt: Self.now).outcome == .already)
    }

    @Test("Without a word of what was done the fulfilling is meant: said again after a refund it takes nothing back")
    func bare() throws {
        var half = try Self.halfRefunded()
        let pending = half
        #expect(half.perform(Self.confirm(), at: Self.now, workersAt: Self.now).outcome == .already)
        let first = half.fulfillment.id.rawValue
        #expect(half.perform(Self.confirm(key: first), at: Self.now, workersAt: Self.now).outcome == .already)
        #expect(half.perform(Self.confirm(.revoke, key: first), at: Self.now, workersAt: Self.now).outcome == .refused)
        #expect(half == pending)
        let key = try #require(half.fulfillment.callKey)
        #expect(half.perform(Self.confirm(key: key), at: Self.now, workersAt: Self.now).outcome == .done)
        #expect(half.fulfillment.state == .revoked)
        #expect(half.perform(Self.confirm(key: key), at: Self.now, workersAt: Self.now).outcome == .already)
        var back = Self.refunded(0, of: half)
        #expect(back.fulfillment.call?.kind == .restore)
        #expect(back.perform(Self.confirm(), at: Self.now, workersAt: Self.now).outcome == .already)
        #expect(back.perform(Self.confirm(.restore), at: Self.now, workersAt: Self.now).outcome == .done)
        #expect(back.fulfillment.state == .confirmed && back.fulfillment.revoked == 0)
        var due = FulfillmentJob(FulfillmentTests.due())
        #expect(due.perform(Self.confirm(key: "another"), at: Self.now, workersAt: Self.now).outcome == .refused)
        #expect(due.perform(Self.confirm(key: first), at: Self.now, workersAt: Self.now).outcome == .done)
    }

    @Test("A lease is heeded until it runs out by the time of workers, and no longer", arguments: [59, 60])
    func lapsed(seconds: Int64) throws {
        var work = FulfillmentJob(FulfillmentTests.due())
        let leased = work.lease(1, at: Self.now, until: Self.now + .seconds(60))
        _ = try #require(leased)
        let clock = Self.now + .seconds(seconds)
        var (failed, suspended) = (work, work)
        let isOver = seconds == 60
        let failure = FulfillmentAction.fail(FulfillmentTests.failure(nil))
        #expect(failed.perform(failure, at: Self.now, workersAt: clock).outcome == (isOver ? .done : .refused))
        #expect(failed.fulfillment.state == (isOver ? .due : .fulfilling))
        #expect(suspended.perform(.suspend, at: Self.now, workersAt: clock).outcome == (isOver ? .done : .refused))
        #expect(
            suspended.fulfillment.state == (isOver ? .suspended : .fulfilling)
                && suspended.fulfillment.isInDoubt == isOver
        )
    }

    @Test("An operator cannot fail a leased job; a confirmation counts even after its lease has ended")
    func leased() throws {
        var work = FulfillmentJob(FulfillmentTests.due())
        let leased = work.lease(1, at: Self.now, until: Self.now + .minutes(1))
        let lease = try #require(leased)
        let failure = FulfillmentTests.failure(nil)
        #expect(work.perform(.fail(failure), at: Self.now, workersAt: Self.now).outcome == .refused)
        _ = work.lease(2, at: Self.now + .minutes(1), until: Self.now + .minutes(2))
        #expect(work.conclude(lease, .failed(failure, isCertain: true, retryAt: nil), at: Self.now) == nil)
        #expect(work.conclude(lease, .confirmed(recovered: nil), at: Self.now) == [.fulfillmentConfirmed])
        #expect(work.fulfillment.confirmedBy == .fulfiller)
        #expect(work.conclude(lease, .confirmed(recovered: nil), at: Self.now) == nil)
    }
}
