import AppStore
import Crypto
import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

/// The handling of data whose signer is revoked, if its key is stolen and its dates are arbitrary.
@Suite struct RevokedEvidenceTests {
    private static let now = SamplePayloads.signedAt.milliseconds
    private static let hour: Int64 = 3_600_000

    private let authority: SigningAuthority
    private let repository = InMemoryRepository()

    init() throws {
        self.authority = try SigningAuthority()
    }

    private static func checker() -> RevocationChecker {
        RevocationChecker(
            transport: OCSPTransport { _, _ throws(RevocationError) in throw .unreachable },
            now: { Self.now },
            nonce: { [UInt8](repeating: 3, count: 32) },
            onChange: { _ in }
        )
    }

    private func chain() throws -> SignerChain {
        try SignerChain(leaf: self.authority.x5c[0], intermediate: self.authority.x5c[1], root: self.authority.root)
    }

    /// The authority's leaf, revoked an hour from now, so that no honest date is after it.
    private func revocation(learnedAt: Int64 = now - hour) throws -> CertificateRevocation {
        let chain = try self.chain()
        return CertificateRevocation(
            certificateID: try OCSPCertificateID(certificate: chain.leaf, issuer: chain.intermediate),
            revokedAt: Self.now + Self.hour,
            learnedAt: learnedAt,
            statedAt: learnedAt
        )
    }

    private func shop(_ known: [CertificateRevocation] = []) throws -> TestShop {
        let checker = Self.checker()
        checker.adopt(known)
        return try TestShop(repository: self.repository, authority: self.authority, revocation: checker)
    }

    private static func isHeld(_ outcome: IngestOutcome) -> Bool {
        if case .held(.certificateRevoked, "certificate_revoked", _) = outcome { return true }
        return false
    }

    @Test("Evidence that is first seen after the server learned of the revocation is held, whatever its date")
    func datedBack() async throws {
        let shop = try self.shop([try self.revocation()])
        #expect(Self.isHeld(try await shop.ingest.notification(shop.notification(), for: shop.app)))
        let bought = try await shop.ingest.purchase(
            shop.authority.sign(SamplePayloads.consumable()).bytes,
            by: Sample.customer("anna"),
            intent: .purchase,
            tokens: [],
            for: shop.app
        )
        #expect(Self.isHeld(bought.outcome))
        #expect(try await self.repository.read { view in try view.heldCounts() } == [.certificateRevoked: 2])
        #expect(try await self.repository.read { view in try view.newestEvidencePosition() } == 0)
    }

    @Test("Evidence that is recorded already is accepted again, and new data with it is not")
    func repeated() async throws {
        let before = try self.shop()
        let first = try before.notification()
        guard case .recorded = try await before.ingest.notification(first, for: before.app) else {
            Issue.record("It was not recorded.")
            return
        }
        let after = try self.shop([try self.revocation()])
        guard case .recorded(let again) = try await after.ingest.notification(first, for: after.app) else {
            Issue.record("It was held.")
            return
        }
        #expect(!again.isNew)
        let payload = try #require(first.split(separator: UInt8(ascii: ".")).dropFirst().first)
        let notification = try NotificationPayload(json: try #require(Base64URL.decode(payload)))
        let transaction = try #require(notification.data?.signedTransactionInfo)
        var other = SamplePayloads.notification(uuid: "002e14d5-51f5-4503-b5a8-c3a1af68eb21", transaction: transaction)
        other.data?.signedRenewalInfo = notification.data?.signedRenewalInfo
        let outcome = try await after.ingest.notification(self.authority.sign(other).bytes, for: after.app)
        #expect(Self.isHeld(outcome))
    }

    @Test(
        "Evidence that was seen before the revocation was known is judged by its date, though it is applied later"
    )
    func seenBefore() async throws {
        let ahead = Instant(milliseconds: Self.now + Self.hour / 2)
        let before = try self.shop()
        let compact = try before.authority.sign(
            SamplePayloads.consumable(id: "7000", signedAt: Timestamp(milliseconds: ahead.milliseconds))
        ).bytes
        let held = try await before.ingest.purchase(
            compact,
            by: Sample.customer("anna"),
            intent: .purchase,
            tokens: [],
            for: before.app
        )
        guard case .held(.signedInFuture, _, _) = held.outcome else {
            Issue.record("It was not held: \(held.outcome)")
            return
        }
        let after = try self.shop([try self.revocation(learnedAt: Self.now + 1)])
        after.setNow(ahead)
        await QuarantineReleaseWorker(ingest: after.ingest, apps: [after.app], clock: ContinuousClock()).releaseDue()
        #expect(try await self.repository.read { view in try view.heldCounts() }.isEmpty)
        #expect(try await self.repository.read { view in try view.newestEvidencePosition() } == 1)
    }

    @Test("A chain that was evicted from the full registry, though its signer is known, is held once it is revoked")
    func leftTheRegistry() async throws {
        let checker = Self.checker()
        let shop = try TestShop(repository: self.repository, authority: self.authority, revocation: checker)
        guard case .recorded = try await shop.ingest.notification(shop.notification(), for: shop.app) else {
            Issue.record("It was not recorded.")
            return
        }
        let other = try SigningAuthority(name: "Other")
        let chains = try (0..<2 * RevocationChecker.maximumChainCount).map { number in
            let chain = try SignerChain(leaf: other.x5c[0], intermediate: other.x5c[1], root: other.root)
            return SignerChain(
                id: CertificateChainID(leaf: [UInt8(number)], intermediate: []),
                leaf: chain.leaf,
                intermediate: chain.intermediate,
                root: chain.root
            )
        }
        // The shop's chain is no longer used, and the others evict it.
        for _ in 0..<4 * RevocationRecords.halvingPeriod { _ = checker.status(of: chains[0].id) }
        for chain in chains { checker.note(chain) }
        #expect(checker.status(of: try self.chain().id) == .unchecked)

        checker.adopt([try self.revocation()])
        let next = try shop.notification(uuid: "002e14d5-51f5-4503-b5a8-c3a1af68eb22")
        #expect(Self.isHeld(try await shop.ingest.notification(next, for: shop.app)))
    }

    @Test("A revocation survives a restart, and every node learns of it from the others")
    func kept() async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        func storage(_ checker: RevocationChecker) -> RevocationStorage<ContinuousClock> {
            RevocationStorage(checker: checker, repository: self.repository, logger: logger, clock: .continuous)
        }
        let chain = try self.chain()
        let revoked = RevocationStatus.revoked(since: Self.now + Self.hour, certificate: .leaf)
        let running = Self.checker()
        running.note(chain)
        let first = Self.checker()
        first.note(chain)
        first.adopt([try self.revocation()])
        try await storage(first).exchange()
        let row = try #require(try await self.repository.read { view in try view.revokedCertificates() }.first)
        #expect(row.revokedAt.milliseconds == Self.now + Self.hour)
        #expect(row.learnedAt.milliseconds == Self.now - Self.hour)

        #expect(running.status(of: chain.id) == .good(.noResponder))
        try await storage(running).exchange()
        #expect(running.status(of: chain.id) == revoked)
        let restarted = Self.checker()
        try await storage(restarted).exchange()
        #expect(restarted.note(chain) == revoked)
    }

    // MARK: Apple's answers

    /// Apple's answer about a transaction.
    private enum Answer {
        case signed([UInt8])
        case unknown
        case silence
    }

    /// The shop with Apple's server.
    private static func app(of shop: TestShop, _ answer: @escaping @Sendable () -> Answer) throws -> ServedApp {
        let client = AppStoreClient(
            key: try AppStoreKey(
                issuerID: "57246542-96fe-1a63-e053-0824d011072a",
                keyID: "2X9R4HXF34",
                pem: P256.Signing.PrivateKey().pemRepresentation
            ),
            bundleID: SamplePayloads.bundleID,
            hosts: AppStoreHosts(production: ["https://production"], sandbox: ["https://sandbox"]),
            transport: AppStoreTransport { _, _ throws(AppStoreTransportError) in
                switch answer() {
                case .signed(let compact):
                    let body = Array(#"{"signedTransactionInfo":""#.utf8) + compact + Array(#""}"#.utf8)
                    return AppStoreHTTPResponse(status: 200, body: body)
                case .unknown:
                    let body = #"{"errorCode":4040010,"errorMessage":"Transaction id not found."}"#
                    return AppStoreHTTPResponse(status: 404, body: Array(body.utf8))
                case .silence: throw .unreachable
                }
            },
            budget: LocalRequestBudget(),
            time: AppStoreTime(
                now: { shop.ambient.now().milliseconds },
                wallNow: { shop.ambient.now().milliseconds },
                sleep: { _ in }
            ),
            jitter: { 0.5 }
        )
        return ServedApp(
            name: shop.app.name,
            verifier: shop.app.verifier,
            catalog: shop.app.catalog,
            appStore: client
        )
    }

    @Test(
        "A purchase that Apple's API confirms is applied as Apple signs it now; one that Apple does not know stays held"
    )
    func confirmed() async throws {
        let good = try SigningAuthority(below: self.authority)
        let payload = SamplePayloads.consumable()
        let answer = Mutex(Answer.silence)
        let shop = try self.shop([try self.revocation()])
        let app = try Self.app(of: shop) { answer.withLock { $0 } }
        let release = QuarantineReleaseWorker(ingest: shop.ingest, apps: [app], clock: ContinuousClock())
        let bought = try await shop.ingest.purchase(
            shop.authority.sign(payload).bytes,
            by: Sample.customer("anna"),
            intent: .purchase,
            tokens: [],
            for: app
        )
        guard case .held(.certificateRevoked, _, let dueAt?) = bought.outcome, dueAt <= shop.ambient.now() else {
            Issue.record("It was not held to be asked about: \(bought.outcome)")
            return
        }
        await release.releaseDue()
        #expect(try await self.repository.read { view in try view.heldCounts() } == [.certificateRevoked: 1])
        let next = try #require(try await self.repository.read { view in try view.nextHeldDueAt() })
        #expect(next > shop.ambient.now())

        // Another signature of the revoked certificate is no confirmation, even from Apple's server.
        let revokedAnswer = try shop.authority.sign(SamplePayloads.consumable()).bytes
        answer.withLock { $0 = .signed(revokedAnswer) }
        shop.setNow(next)
        await release.releaseDue()
        #expect(try await self.repository.read { view in try view.heldCounts() } == [.certificateRevoked: 1])

        let compact = try good.sign(payload).bytes
        answer.withLock { $0 = .signed(compact) }
        shop.setNow(try #require(try await self.repository.read { view in try view.nextHeldDueAt() }))
        await release.releaseDue()
        #expect(try await self.repository.read { view in try view.heldCounts() }.isEmpty)
        let id = TransactionID(try #require(payload.transactionId))
        let chain = try await self.repository.read { view in
            try view.chain(of: id, app: app.name, environment: .production)
        }
        #expect(chain?.claims[id]?.owner == Sample.customer("anna"))
    }

    @Test("A purchase that could not be read when it came is confirmed for the customer who submitted it")
    func confirmedOnceReadable() async throws {
        let good = try SigningAuthority(below: self.authority)
        let payload = SamplePayloads.consumable()
        let answer = try good.sign(payload).bytes
        let shop = try self.shop([try self.revocation()])
        let app = try Self.app(of: shop) { .signed(answer) }
        let body = try shop.authority.sign(payload).bytes
        // An earlier version holds what it cannot read, until a version that can read it starts.
        try await self.repository.write { unit in
            try unit.hold(
                HeldEvidence(
                    digest: try #require(EvidenceDigest(Array(SHA256.hash(data: body)))),
                    app: app.name,
                    reason: .missingPart,
                    code: "unexpected_form",
                    body: body,
                    kind: .transaction,
                    submission: Submission(
                        customer: Sample.customer("anna"),
                        transactionID: TransactionID(""),
                        intent: .purchase,
                        submittedAt: shop.ambient.now()
                    ),
                    receivedAt: shop.ambient.now(),
                    dueAt: shop.ambient.now()
                )
            )
        }
        await QuarantineReleaseWorker(ingest: shop.ingest, apps: [app], clock: ContinuousClock()).releaseDue()
        #expect(try await self.repository.read { view in try view.heldCounts() }.isEmpty)
        let id = TransactionID(try #require(payload.transactionId))
        let chain = try await self.repository.read { view in
            try view.chain(of: id, app: app.name, environment: .production)
        }
        #expect(chain?.claims[id]?.owner == Sample.customer("anna"))
    }

    private static func submit(
        _ compact: [UInt8],
        to shop: TestShop,
        for app: ServedApp
    ) async throws -> IngestOutcome {
        try await shop.ingest.purchase(
            compact,
            by: Sample.customer("anna"),
            intent: .purchase,
            tokens: [],
            for: app
        ).outcome
    }

    private func review(_ shop: TestShop) async {
        await QuarantineReviewWorker(
            repository: self.repository,
            ambient: shop.ambient,
            changes: AsyncStream { $0.finish() },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).review(QuarantineReviewWorker.atStart)
    }

    /// The code of the only evidence that is due at the next date.
    private func nextCode() async throws -> String? {
        guard let next = try await self.repository.read({ view in try view.nextHeldDueAt() }) else { return nil }
        return try await self.repository.read { view in try view.dueHeldEvidence(at: next, limit: 10) }.first?.code
    }

    @Test(
        "Apple is asked for a day about what it does not know, and a notification stays held beside what is confirmed"
    )
    func refuted() async throws {
        let good = try SigningAuthority(below: self.authority)
        let asked = Mutex(0)
        let answer = Mutex(Answer.unknown)
        let shop = try self.shop([try self.revocation()])
        let app = try Self.app(of: shop) {
            asked.withLock { $0 += 1 }
            return answer.withLock { $0 }
        }
        let release = QuarantineReleaseWorker(ingest: shop.ingest, apps: [app], clock: ContinuousClock())
        _ = try await Self.submit(shop.authority.sign(SamplePayloads.consumable()).bytes, to: shop, for: app)
        for _ in 0..<2 {
            await release.releaseDue()
            await self.review(shop)
        }
        #expect(asked.withLock { $0 } == 1)
        #expect(try await self.nextCode() == "certificate_revoked_unknown")
        for hour in 1...24 {
            let next = try #require(try await self.repository.read { view in try view.nextHeldDueAt() })
            #expect(next == Instant(milliseconds: Self.now + Int64(hour) * Self.hour))
            shop.setNow(next)
            await release.releaseDue()
        }
        #expect(asked.withLock { $0 } == 25)
        #expect(try await self.repository.read { view in try view.nextHeldDueAt() } == nil, "This state is final.")
        for _ in 0..<2 {
            await release.releaseDue()
            await self.review(shop)
        }
        #expect(asked.withLock { $0 } == 25)
        let held = try await self.repository.read { view in try view.dueHeldEvidence(at: shop.ambient.now(), limit: 10)
        }
        #expect(held.map(\.code) == ["certificate_revoked_refuted"])

        let compact = try good.sign(SamplePayloads.transaction()).bytes
        answer.withLock { $0 = .signed(compact) }
        _ = try await shop.ingest.notification(shop.notification(), for: app)
        await release.releaseDue()
        #expect(try await self.repository.read { view in try view.heldCounts() } == [.certificateRevoked: 2])
        #expect(try await self.repository.read { view in try view.newestEvidencePosition() } == 1)
        await self.review(shop)
        let all = try await self.repository.read { view in try view.dueHeldEvidence(at: shop.ambient.now(), limit: 10) }
        #expect(Set(all.map(\.code)) == ["certificate_revoked_refuted", "certificate_revoked_superseded"])
    }

    @Test("A single answer does not refute evidence about which Apple was first asked late")
    func askedLate() async throws {
        let asked = Mutex(0)
        let shop = try self.shop([try self.revocation()])
        _ = try await Self.submit(shop.authority.sign(SamplePayloads.consumable()).bytes, to: shop, for: shop.app)
        // A key is configured days later.
        let app = try Self.app(of: shop) {
            asked.withLock { $0 += 1 }
            return .unknown
        }
        let release = QuarantineReleaseWorker(ingest: shop.ingest, apps: [app], clock: ContinuousClock())
        let start = Instant(milliseconds: Self.now) + .days(3)
        shop.setNow(start)
        await self.review(shop)
        await release.releaseDue()
        #expect(try await self.nextCode() == "certificate_revoked_unknown")
        #expect(try await self.repository.read { view in try view.nextHeldDueAt() } == start + .days(1))
        shop.setNow(start + .days(1))
        await release.releaseDue()
        #expect(asked.withLock { $0 } == 2)
        #expect(try await self.repository.read { view in try view.nextHeldDueAt() } == nil)
    }

    @Test("An unreadable answer of Apple's refutes nothing, and Apple is asked again")
    func unreadableAnswer() async throws {
        let good = try SigningAuthority(below: self.authority)
        let payload = SamplePayloads.consumable()
        guard case .object(let members) = try JSONValue(json: payload.json()) else {
            Issue.record("It is no object.")
            return
        }
        let price = JSONMember(key: "price", value: .array([.bool(true)]))
        let odd = try good.sign(JSONValue.object(members.filter { $0.key != "price" } + [price]).json())
        let answer = Mutex(Answer.signed(odd))
        let shop = try self.shop([try self.revocation()])
        let app = try Self.app(of: shop) { answer.withLock { $0 } }
        let release = QuarantineReleaseWorker(ingest: shop.ingest, apps: [app], clock: ContinuousClock())
        _ = try await Self.submit(shop.authority.sign(payload).bytes, to: shop, for: app)
        await release.releaseDue()
        #expect(try await self.nextCode() == "certificate_revoked")
        let next = try #require(try await self.repository.read { view in try view.nextHeldDueAt() })
        #expect(next > shop.ambient.now())

        let compact = try good.sign(payload).bytes
        answer.withLock { $0 = .signed(compact) }
        shop.setNow(next)
        await release.releaseDue()
        #expect(try await self.repository.read { view in try view.heldCounts() }.isEmpty)
        #expect(try await self.repository.read { view in try view.newestEvidencePosition() } == 1)
    }

    @Test("Sending held evidence again causes no further request to Apple, and reverses no decision")
    func replayed() async throws {
        let asked = Mutex(0)
        let shop = try self.shop([try self.revocation()])
        let app = try Self.app(of: shop) {
            asked.withLock { $0 += 1 }
            return .unknown
        }
        let release = QuarantineReleaseWorker(ingest: shop.ingest, apps: [app], clock: ContinuousClock())
        let compact = try shop.authority.sign(SamplePayloads.consumable()).bytes
        for _ in 0..<5 {
            #expect(Self.isHeld(try await Self.submit(compact, to: shop, for: app)))
            await release.releaseDue()
        }
        #expect(asked.withLock { $0 } == 1)
        #expect(try await self.nextCode() == "certificate_revoked_unknown")
        #expect(try await self.repository.read { view in try view.heldCounts() } == [.certificateRevoked: 1])
    }
}
