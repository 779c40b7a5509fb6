import AppStore
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

@Suite struct QuarantineReleaseWorkerTests {
    /// The instant at which all evidence held in these tests is due; some is due earlier.
    static let dueAt = Instant(milliseconds: SamplePayloads.signedAt.milliseconds + 900_000)

    let shop: TestShop

    init() throws {
        self.shop = try TestShop()
    }

    @Test("Evidence that can no longer be verified is deferred, blocks nothing, and is applied later")
    func otherTrust() async throws {
        // More than one batch, all due before the evidence that can be applied.
        let stranger = try TestShop(
            repository: self.shop.repository,
            authority: SigningAuthority(name: "Stranger")
        )
        let batch = QuarantineReleaseWorker<ContinuousClock>.batch
        for number in 0..<(batch + 5) { try await Self.hold(number, in: stranger, signedAt: Self.dueAt - .minutes(1)) }
        try await Self.hold(999, in: self.shop, signedAt: Self.dueAt)
        self.shop.setNow(Self.dueAt)
        for _ in 0..<2 { await Self.release(into: self.shop).releaseDue() }
        #expect(try await self.shop.repository.read { view in try view.evidence(after: 0, limit: 5) }.count == 1)
        let due = try await self.shop.repository.read { view in try view.dueHeldEvidence(at: Self.dueAt, limit: 1) }
        #expect(due.isEmpty, "Nothing is tried again before it is due.")
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == [.signedInFuture: batch + 5])

        // A server that trusts the correct root again reviews all of it once when it starts.
        stranger.setNow(Self.dueAt)
        await Self.review(into: stranger)
        await Self.release(into: stranger).releaseDue()
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == [.signedInFuture: 5])
    }

    @Test("Evidence of another environment stays held, and is not evicted as the oldest")
    func otherEnvironment() async throws {
        let repository = self.shop.repository
        try await Self.hold(1, in: self.shop, signedAt: Self.dueAt)
        let ahead = Timestamp(milliseconds: Self.dueAt.milliseconds)
        let compact = try self.shop.notification(type: .test, subtype: nil, transaction: nil, signedAt: ahead)
        _ = try await self.shop.ingest.notification(compact, for: self.shop.app)
        let sandbox = try TestShop(
            repository: repository,
            authority: self.shop.authority,
            environments: [.sandbox]
        )
        sandbox.setNow(Self.dueAt)
        await Self.release(into: sandbox).releaseDue()
        #expect(try await repository.read { view in try view.heldCounts() } == [.signedInFuture: 2])
        let due = try await repository.read { view in try view.dueHeldEvidence(at: Self.dueAt + .days(100), limit: 5) }
        #expect(due.isEmpty, "Only the configuration can help.")
        self.shop.setNow(Self.dueAt)
        await Self.review(into: self.shop)
        let again = try await repository.read { view in try view.dueHeldEvidence(at: Self.dueAt, limit: 5) }
        #expect(again.map(\.code) == ["environment_mismatch", "environment_mismatch"])
        await Self.release(into: self.shop).releaseDue()
        #expect(try await repository.read { view in try view.heldCounts() }.isEmpty)
    }

    @Test("Evidence of an app that is no longer served waits without blocking other evidence")
    func unknownApp() async throws {
        let gone = ServedApp(
            name: AppName("gone"),
            verifier: self.shop.app.verifier,
            catalog: self.shop.app.catalog
        )
        for number in 0..<QuarantineReleaseWorker<ContinuousClock>.batch {
            try await Self.hold(number, in: self.shop, app: gone, signedAt: Self.dueAt - .minutes(1))
        }
        try await Self.hold(999, in: self.shop, signedAt: Self.dueAt)
        self.shop.setNow(Self.dueAt)
        for _ in 0..<2 { await Self.release(into: self.shop).releaseDue() }
        #expect(try await self.shop.repository.read { view in try view.evidence(after: 0, limit: 5) }.count == 1)
    }

    @Test("Evidence that must wait again after its release, because the clock went back, waits until its own date")
    func heldAgain() async throws {
        try await Self.hold(1, in: self.shop, signedAt: Self.dueAt)
        let held = try #require(
            try await self.shop.repository.read { view in try view.dueHeldEvidence(at: Self.dueAt, limit: 1) }.first
        )
        let early = Instant(milliseconds: 0)
        try await self.shop.repository.write { unit in
            try unit.judge(held.judged(held.reason, code: held.code, dueAt: early))
        }
        await Self.release(into: self.shop).releaseDue()
        #expect(try await self.shop.repository.read { view in try view.nextHeldDueAt() } == Self.dueAt)
        self.shop.setNow(Self.dueAt)
        await Self.release(into: self.shop).releaseDue()
        #expect(try await self.shop.repository.read { view in try view.heldCounts() }.isEmpty)
    }

    private static func release(into shop: TestShop) -> QuarantineReleaseWorker<ContinuousClock> {
        QuarantineReleaseWorker(ingest: shop.ingest, apps: [shop.app], clock: ContinuousClock())
    }

    private static func review(into shop: TestShop) async {
        await QuarantineReviewWorker(
            repository: shop.repository,
            ambient: shop.ambient,
            changes: AsyncStream { $0.finish() },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).review(QuarantineReviewWorker.atStart)
    }

    /// Submits a purchase that must wait.
    private static func hold(
        _ number: Int,
        in shop: TestShop,
        app: ServedApp? = nil,
        signedAt: Instant
    ) async throws {
        let ahead = Timestamp(milliseconds: signedAt.milliseconds)
        let payload = SamplePayloads.consumable(id: "\(7000 + number)", signedAt: ahead)
        let submitted = try await shop.ingest.purchase(
            shop.authority.sign(payload).bytes,
            by: #require(CustomerID("anna")),
            intent: .purchase,
            tokens: [],
            for: app ?? shop.app
        )
        guard case .held(.signedInFuture, _, signedAt) = submitted.outcome else {
            Issue.record("It was not held: \(submitted.outcome)")
            return
        }
    }
}
