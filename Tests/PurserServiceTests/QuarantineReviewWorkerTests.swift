import AppStore
import AppStoreSimulator
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

@Suite struct QuarantineReviewWorkerTests {
    private static let wallClock: Int64 = 1_790_000_000_000

    @Test("A notification for the wrong environment is applied once the configuration has the right one")
    func configuration() async throws {
        let wrong = try TestShop(environments: [.sandbox])
        await #expect(throws: IngestError.self) {
            try await wrong.ingest.notification(try wrong.notification(), for: wrong.app)
        }
        #expect(try await wrong.repository.read { view in try view.heldCounts() } == [.notOurs: 1])
        try await Self.reviewAndRelease(wrong)
        #expect(
            try await wrong.repository.read { view in try view.heldCounts() } == [.notOurs: 1],
            "Nothing has changed."
        )
        let right = try TestShop(repository: wrong.repository, authority: wrong.authority)
        try await Self.reviewAndRelease(right)
        #expect(try await right.repository.read { view in try view.heldCounts() }.isEmpty)
        #expect(try await right.repository.read { view in try view.evidence(after: 0, limit: 10) }.count == 3)
    }

    @Test("A submission that had to wait keeps its customer and their tokens")
    func tokens() async throws {
        let shop = try TestShop()
        let dueAt = Instant(milliseconds: SamplePayloads.signedAt.milliseconds + 900_000)
        let ahead = Timestamp(milliseconds: dueAt.milliseconds)
        let token = Sample.token(77)
        let submitted = try await shop.ingest.purchase(
            shop.authority.sign(SamplePayloads.consumable(id: "7000", signedAt: ahead)).bytes,
            by: Sample.customer("anna"),
            intent: .purchase,
            tokens: [token],
            for: shop.app
        )
        guard case .held = submitted.outcome else {
            Issue.record("It was not held: \(submitted.outcome)")
            return
        }
        shop.setNow(dueAt)
        await QuarantineReleaseWorker(ingest: shop.ingest, apps: [shop.app], clock: ContinuousClock()).releaseDue()
        let bought = Sample.period("8000", of: "8000", token: token)
        _ = try await shop.repository.record(Sample.facts([bought]))
        let chain = try await shop.repository.read { view in
            try view.chain(
                of: bought.transactionID,
                app: shop.app.name,
                environment: .production
            )
        }
        #expect(chain?.claims[bought.transactionID]?.owner == Sample.customer("anna"))
    }

    @Test(
        "Evidence signed under a revoked certificate is applied only when the responder withdraws the revocation",
        .timeLimit(.minutes(10))
    )
    func revocation() async throws {
        let world = try Self.world()
        try world.publishOCSP(at: "http://127.0.0.1:1/ocsp")
        _ = try world.perform(.buy("pro.monthly", by: "anna"))
        _ = try world.perform(.revokeCertificate("leaf"))
        let responder = OCSPTransport { _, request throws(RevocationError) in
            world.answerOCSP(request, now: Self.wallClock)
        }
        let checker = Self.checker(responder)
        let shop = try Self.shop(of: world, checker: checker, repository: InMemoryRepository())
        let first = try #require(world.notifications(from: 0).first).signedPayload
        // The first notification starts the check; it is accepted, because the status is unknown yet.
        _ = try await shop.ingest.notification(first, for: shop.app)
        try await Self.letAsk(checker, about: world)
        _ = try world.perform(.cancel("pro.monthly", of: "anna"))
        let second = try #require(world.notifications(from: 1).first).signedPayload
        let outcome = try await shop.ingest.notification(second, for: shop.app)
        guard case .held(.certificateRevoked, _, nil) = outcome else {
            Issue.record("It was not held: \(outcome)")
            return
        }
        try await shop.reviewAndRelease()
        #expect(
            try await shop.repository.read { view in try view.heldCounts() } == [.certificateRevoked: 1],
            "The certificate is still revoked."
        )

        // A server that has just started knows no status and must not accept the evidence.
        _ = try world.perform(.revokeCertificate("leaf", false))
        let other = Self.checker(responder)
        let restarted = try Self.shop(of: world, checker: other, repository: shop.repository)
        try await restarted.reviewAndRelease()
        #expect(
            try await shop.repository.read { view in try view.heldCounts() } == [.certificateRevoked: 1],
            "The status is unknown."
        )
        try await Self.letAsk(other, about: world)
        try await restarted.reviewAndRelease()
        #expect(try await shop.repository.read { view in try view.heldCounts() }.isEmpty, "The responder answers good.")
    }

    private static func checker(_ transport: OCSPTransport) -> RevocationChecker {
        RevocationChecker(
            transport: transport,
            now: { Self.wallClock },
            nonce: { [UInt8](repeating: 3, count: 32) },
            onChange: { _ in }
        )
    }

    /// Lets a checker ask until it knows the status of its chain.
    private static func letAsk(_ checker: RevocationChecker, about world: World) async throws {
        let id = CertificateChainID(leaf: world.certificates.chain[0], intermediate: world.certificates.chain[1])
        let status = await withTaskGroup(of: Void.self) { group in
            group.addTask { await checker.run(clock: ContinuousClock()) }
            for _ in 0..<1_000_000 where checker.status(of: id) == .unchecked { await Task.yield() }
            group.cancelAll()
            return checker.status(of: id)
        }
        try #require(status != .unchecked, "\(status)")
    }

    // MARK: Types

    private struct Cast {
        let ingest: Ingest
        let app: ServedApp
        let repository: any Repository
        let ambient: Ambient

        func reviewAndRelease() async throws {
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            await QuarantineReviewWorker(
                repository: self.repository,
                ambient: self.ambient,
                changes: AsyncStream { $0.finish() },
                logger: logger
            ).review(QuarantineReviewWorker.atStart)
            await QuarantineReleaseWorker(ingest: self.ingest, apps: [self.app], clock: ContinuousClock()).releaseDue()
        }
    }

    private static func reviewAndRelease(_ shop: TestShop) async throws {
        try await Cast(ingest: shop.ingest, app: shop.app, repository: shop.repository, ambient: shop.ambient)
            .reviewAndRelease()
    }

    private static func world() throws -> World {
        try World(
            seed: 11,
            startingAt: Timestamp(milliseconds: 1_780_000_000_000),
            apps: [
                (
                    app: WorldApp(bundleId: "com.example.shop", appAppleId: 1_234_567_890, environment: .production),
                    catalog: WorldCatalog([
                        .subscription(
                            "pro.monthly",
                            group: "pro",
                            period: .month,
                            price: WorldPrice(milliunits: 9990, currency: "USD")
                        )
                    ])
                )
            ]
        )
    }

    private static func shop(of world: World, checker: RevocationChecker, repository: any Repository) throws -> Cast {
        let identity = try #require(
            AppIdentity(bundleID: "com.example.shop", appAppleID: 1_234_567_890, environments: [.production])
        )
        let signatures = SignatureVerifier(anchors: try TrustAnchors(roots: [world.certificates.root])) { chain in
            checker.note(chain)
        }
        let app = ServedApp(
            name: AppName("shop"),
            verifier: SignedDataVerifier(signatures: signatures, app: identity),
            catalog: TestShop.catalog
        )
        let ambient = Ambient(now: { Instant(milliseconds: world.now.milliseconds) }, randomBytes: { _ in [] })
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let ingest = Ingest(repository: repository, ambient: ambient, revocation: checker, logger: logger)
        return Cast(ingest: ingest, app: app, repository: repository, ambient: ambient)
    }
}
