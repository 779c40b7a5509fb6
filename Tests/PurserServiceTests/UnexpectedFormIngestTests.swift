import AppStore
import Crypto
import Foundation
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

/// Data that the App Store signed for this app in a form that this version cannot read.
@Suite struct UnexpectedFormIngestTests {
    private static let code = "signed_form_unexpected"

    let shop: TestShop

    init() throws {
        self.shop = try TestShop()
    }

    /// A payload that Apple may sign in the future: a list instead of another type.
    private static func odd(_ payload: some SignedPayload, _ field: String) throws -> [UInt8] {
        guard case .object(let members) = try JSONValue(json: payload.json()) else { return [] }
        let kept = members.filter { $0.key != field }
        return JSONValue.object(kept + [JSONMember(key: field, value: .array([.bool(true)]))]).json()
    }

    private func signedOdd(_ payload: some SignedPayload, _ field: String) throws -> [UInt8] {
        try self.shop.authority.sign(Self.odd(payload, field))
    }

    /// Notifications of another form: in the notification itself, in its transaction and in its renewal info.
    private func notifications() throws -> [[UInt8]] {
        let transaction = SignedData(try self.signedOdd(SamplePayloads.transaction(), "revocationDate"))
        let renewal = SignedData(try self.signedOdd(SamplePayloads.renewalInfo(), "renewalDate"))
        let good = try self.shop.authority.sign(SamplePayloads.transaction())
        return [
            try self.signedOdd(SamplePayloads.notification(transaction: good), "subtype"),
            try self.signedOdd(SamplePayloads.notification(transaction: good), "signedDate"),
            try self.signedOdd(SamplePayloads.notification(transaction: good), "data"),
            try self.shop.authority.sign(SamplePayloads.notification(transaction: transaction)).bytes,
            try self.shop.authority.sign(SamplePayloads.notification(transaction: good, renewalInfo: renewal)).bytes,
        ]
    }

    private static func release(into shop: TestShop) async {
        await QuarantineReviewWorker(
            repository: shop.repository,
            ambient: shop.ambient,
            changes: AsyncStream { $0.finish() },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ).review(QuarantineReviewWorker.atStart)
        await QuarantineReleaseWorker(ingest: shop.ingest, apps: [shop.app], clock: ContinuousClock()).releaseDue()
    }

    @Test("A notification of another form is held, however it came, and changes nothing")
    func notification() async throws {
        let all = try self.notifications()
        for (number, compact) in (all + all).enumerated() {
            let outcome = try await self.shop.ingest.notification(compact, for: self.shop.app, isSent: number % 2 == 0)
            #expect(outcome == .held(.missingPart, code: Self.code, dueAt: nil))
        }
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == [.missingPart: all.count])
        #expect(try await self.shop.repository.read { view in try view.newestEvidencePosition() } == 0)
        // A version that cannot read it either keeps it, and does not try repeatedly.
        await Self.release(into: self.shop)
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == [.missingPart: all.count])
        let due = try await self.shop.repository.read { view in
            try view.dueHeldEvidence(at: self.shop.ambient.now() + .days(99), limit: 9)
        }
        #expect(due.isEmpty)
    }

    @Test("No more evidence of another form is held than there is room for")
    func bounds() async throws {
        let ingest = Ingest(
            repository: self.shop.repository,
            ambient: self.shop.ambient,
            revocation: nil,
            quarantineLimit: 2,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        for (number, compact) in try self.notifications().enumerated() {
            let outcome = try? await ingest.notification(compact, for: self.shop.app)
            #expect((outcome != nil) == (number < 2))
        }
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == [.missingPart: 2])
    }

    @Test("Data of an untrusted signer is refused and not stored, whatever its form")
    func forged() async throws {
        let stranger = try SigningAuthority(name: "Stranger")
        let forged = try stranger.sign(Self.odd(SamplePayloads.notification(transaction: nil), "subtype"))
        await #expect(throws: IngestError.self) {
            try await self.shop.ingest.notification(forged, for: self.shop.app)
        }
        let part = SignedData(try stranger.sign(Self.odd(SamplePayloads.transaction(), "quantity")))
        let around = try self.signedOdd(SamplePayloads.notification(transaction: part), "subtype")
        await #expect(throws: IngestError.self) {
            try await self.shop.ingest.notification(around, for: self.shop.app)
        }
        #expect(try await self.shop.repository.read { view in try view.heldCounts() }.isEmpty)
    }

    @Test("A submitted purchase of another form is held for its customer, whichever field differs")
    func purchase() async throws {
        for field in ["transactionId", "price", "signedDate", "bundleId", "environment"] {
            let submitted = try await self.shop.ingest.purchase(
                self.signedOdd(SamplePayloads.transaction(), field),
                by: #require(CustomerID("anna")),
                intent: .purchase,
                tokens: [],
                for: self.shop.app
            )
            #expect(submitted.outcome == .held(.missingPart, code: Self.code, dueAt: nil))
        }
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == [.missingPart: 5])
        #expect(try await self.shop.entitlements(of: "anna").isEmpty)
        try await self.shop.repository.write { unit in
            try unit.reviewHeldEvidence([.missingPart], at: self.shop.ambient.now())
        }
        let held = try await self.shop.repository.read { view in
            try view.dueHeldEvidence(at: self.shop.ambient.now(), limit: 9)
        }
        #expect(held.map(\.submission?.customer.rawValue) == Array(repeating: "anna", count: 5))
    }

    @Test("A later version that can read held evidence ingests it by itself, for the customer who submitted it")
    func laterVersion() async throws {
        // Data that this version can read takes the place of data that it could not read when it was held.
        let anna = try #require(CustomerID("anna"))
        let now = self.shop.ambient.now()
        let unread = try await self.submittedUnread(by: anna)
        for (kind, compact, submission) in [
            (SignedEvidence.Kind.transaction, try self.shop.authority.sign(SamplePayloads.transaction()).bytes, unread),
            (.renewal, try self.shop.authority.sign(SamplePayloads.renewalInfo()).bytes, nil),
        ] as [(SignedEvidence.Kind, [UInt8], Submission?)] {
            try await self.shop.repository.write { unit in
                try unit.hold(
                    HeldEvidence(
                        digest: try #require(EvidenceDigest(Array(SHA256.hash(data: compact)))),
                        app: self.shop.app.name,
                        reason: .missingPart,
                        code: Self.code,
                        body: compact,
                        kind: kind,
                        submission: submission,
                        receivedAt: now,
                        dueAt: nil
                    )
                )
            }
        }
        await Self.release(into: self.shop)
        #expect(
            try await self.shop.repository.read { view in try view.heldCounts() } == [.missingPart: 1],
            "Only the unreadable evidence stays held."
        )
        let entitlement = try #require(try await self.shop.entitlements(of: "anna").first)
        #expect(entitlement.isActive)
        #expect(entitlement.willRenew == .yes, "The renewal info counts too.")
    }

    /// A submission as it is stored with unreadable evidence.
    private func submittedUnread(by customer: CustomerID) async throws -> Submission {
        _ = try await self.shop.ingest.purchase(
            self.signedOdd(SamplePayloads.consumable(), "transactionId"),
            by: customer,
            intent: .purchase,
            tokens: [],
            for: self.shop.app
        )
        try await self.shop.repository.write { unit in
            try unit.reviewHeldEvidence([.missingPart], at: self.shop.ambient.now())
        }
        let held = try await self.shop.repository.read { view in
            try view.dueHeldEvidence(at: self.shop.ambient.now(), limit: 9)
        }
        return try #require(held.first?.submission)
    }

    @Test("One object of another form in Apple's answer is held, and everything else is recorded")
    func answer() async throws {
        let odd = try self.signedOdd(SamplePayloads.consumable(id: "77"), "quantity")
        let answer = AnsweredEvidence(
            transactions: [
                odd, try self.shop.authority.sign(SamplePayloads.consumable(id: "78")).bytes,
                try self.signedOdd(SamplePayloads.consumable(id: "79"), "signedDate"),
            ],
            subscriptions: [
                AnsweredEvidence.Subscription(
                    originalTransactionID: OriginalTransactionID("2000000000000001"),
                    status: .active,
                    transaction: try self.shop.authority.sign(SamplePayloads.transaction()).bytes,
                    renewal: try self.signedOdd(SamplePayloads.renewalInfo(), "renewalPrice")
                ),
                AnsweredEvidence.Subscription(
                    originalTransactionID: OriginalTransactionID("2000000000000002"),
                    status: .active,
                    transaction: try self.signedOdd(
                        SamplePayloads.transaction(id: "2000000000000002", originalID: "2000000000000002"),
                        "expiresDate"
                    ),
                    renewal: try self.shop.authority.sign(SamplePayloads.renewalInfo(originalID: "2000000000000002"))
                        .bytes
                ),
            ],
            askedAt: self.shop.ambient.now()
        )
        let outcome = try await self.shop.ingest.answer(answer, for: self.shop.app)
        #expect(Set(outcome.transactions) == [TransactionID("78"), TransactionID("2000000000000001")])
        #expect(outcome.heldCount == 4)
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == [.missingPart: 4])
        let chain = try await self.shop.repository.read { view in
            try view.chain(
                of: TransactionID("2000000000000001"),
                app: self.shop.app.name,
                environment: .production
            )
        }?.chain
        #expect(chain?.statuses.map(\.status) == [.active])
    }

    @Test("One notification of another form in a page of Apple's history is held, and the others are ingested")
    func history() async throws {
        let odd = try self.notifications()[3]
        let good = try self.shop.notification(
            type: .test,
            subtype: nil,
            uuid: "good",
            transaction: nil,
            renewalInfo: nil
        )
        let items = [odd, good].map { #"{"signedPayload":"\#(String(decoding: $0, as: UTF8.self))"}"# }
        let page = Array(#"{"notificationHistory":[\#(items.joined(separator: ","))],"hasMore":false}"#.utf8)
        let now = self.shop.ambient.now
        let client = AppStoreClient(
            key: try AppStoreKey(
                issuerID: "57246542-96fe-1a63-e053-0824d011072a",
                keyID: "2X9R4HXF34",
                pem: P256.Signing.PrivateKey().pemRepresentation
            ),
            bundleID: SamplePayloads.bundleID,
            hosts: AppStoreHosts(address: "http://store"),
            transport: AppStoreTransport { _, _ in AppStoreHTTPResponse(status: 200, headers: [], body: page) },
            budget: LocalRequestBudget(),
            time: AppStoreTime(now: { now().milliseconds }, wallNow: { now().milliseconds }, sleep: { _ in }),
            jitter: { 0.5 }
        )
        let reading = HistoryReading(
            repository: self.shop.repository,
            ingest: self.shop.ingest,
            app: ServedApp(
                name: self.shop.app.name,
                verifier: self.shop.app.verifier,
                catalog: self.shop.app.catalog,
                appStore: client
            ),
            client: client,
            ambient: self.shop.ambient,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let count = try await reading.run(.production)
        #expect(count.missing == 1)
        #expect(count.refused == 0)
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == [.missingPart: 1])
        #expect(try await self.shop.repository.read { view in try view.newestEvidencePosition() } > 0)
    }
}
