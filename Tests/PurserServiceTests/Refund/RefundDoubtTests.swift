import AppStoreSimulator
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

/// Attempts whose result was not stored.
@Suite struct RefundDoubtTests {
    private static let lost = RefundAttemptError(code: "appstore_timed_out", canRetry: true, mayHaveArrived: true)
    private static let down = RefundAttemptError(code: "appstore_unreachable", canRetry: true)

    /// A responder whose node dies once Apple has received an answer, before it stores that.
    private static func dying(_ stage: RefundStage) -> RefundResponder {
        let repository = DyingRepository(stage.shop.repository)
        return RefundResponder(
            for: stage.shop.app,
            repository: repository,
            ambient: stage.shop.ambient,
            workers: stage.shop.ambient,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            fetch: { _ in },
            send: { _, _ in repository.die() }
        )
    }

    @Test("A node dies between the call and its result: the attempt is in doubt, and the next one sends the same")
    func died() async throws {
        let (stage, id) = try await RefundStage.asked()
        _ = await Self.dying(stage).work()
        let left = try #require(try await stage.record(id)?.answers.first)
        #expect(left.isInDoubt && left.attempts == 1 && left.receivedAt == nil)
        #expect(left.attemptedAt == stage.shop.ambient.now())
        let responder = try stage.responder()
        try await stage.work(responder)
        #expect(stage.calls == 0, "The lease of the dead responder still runs.")
        try await stage.pass(.seconds(20))
        try await stage.work(responder)
        let answer = try #require(try await stage.record(id)?.answers.first)
        #expect(stage.calls == 1 && answer.receivedAt != nil && answer.attempts == 2)
        #expect(answer.isInDoubt, "Apple may have received it twice.")
        #expect(answer.sent == left.sent)
    }

    @Test("Apple decides after an attempt in doubt: the refund does not count as missed")
    func decided() async throws {
        let (stage, id) = try await RefundStage.asked()
        _ = await Self.dying(stage).work()
        try await stage.pass(.seconds(13 * 3600))
        try await stage.work(try stage.responder())
        let record = try #require(try await stage.record(id))
        #expect(record.status == .refunded)
        #expect(record.answers.first?.isMissed == true && record.answers.first?.isInDoubt == true)
        #expect(stage.calls == 0, "Apple no longer waits for an answer.")
    }

    @Test("Nothing was received for 48 hours: doubtful where an attempt may have arrived, missed where none can have")
    func neverNoted() async throws {
        for (trouble, status) in [(Self.lost, RefundStatus.doubtful), (Self.down, .missed)] {
            let (stage, id) = try await RefundStage.asked()
            let responder = try stage.responder { _ in trouble }
            try await stage.work(responder)
            #expect(try await stage.record(id)?.status == .requested)
            // Apple's notifications do not arrive in the meantime.
            try stage.shop.world.advance(by: .seconds(49 * 3600))
            _ = await responder.work()
            #expect(try await stage.record(id)?.status == status)
        }
    }

    @Test("A refused attempt is not in doubt, and does not resolve an earlier doubt")
    func refused() async throws {
        let (stage, id) = try await RefundStage.asked()
        try await stage.work(try stage.responder { _ in Self.down })
        #expect(try await stage.record(id)?.answers.first?.isInDoubt == false)
        try await stage.pass(.seconds(15))
        try await stage.work(try stage.responder { _ in Self.lost })
        #expect(try await stage.record(id)?.answers.first?.isInDoubt == true)
        try await stage.pass(.seconds(15))
        try await stage.work(try stage.responder { _ in Self.down })
        let answer = try #require(try await stage.record(id)?.answers.first)
        #expect(answer.isInDoubt && answer.attempts == 3)
    }
}
