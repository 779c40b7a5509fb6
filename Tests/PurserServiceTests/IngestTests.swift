import AppStore
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

@Suite struct IngestTests {
    let shop: TestShop

    init() throws {
        self.shop = try TestShop()
    }

    @Test("A notification is recorded once, and its repetition is a duplicate")
    func duplicate() async throws {
        let compact = try self.shop.notification()
        #expect(try await self.isNew(compact) == true)
        #expect(try await self.isNew(compact) == false)
        let claimed = try await self.submit(SamplePayloads.transaction(), by: "anna")
        #expect(claimed.claim == Claim(owner: CustomerID("anna"), reason: .purchaser))
        let entitlements = try await self.shop.entitlements(of: "anna")
        #expect(entitlements.map(\.name) == [EntitlementName("pro")])
        #expect(entitlements.first?.isActive == true)
        #expect(entitlements.first?.willRenew == .yes)
    }

    @Test("The exact bytes of a notification and its parts can be reassembled from the ledger")
    func rebuilt() async throws {
        let compact = try self.shop.notification()
        _ = try await self.shop.ingest.notification(compact, for: self.shop.app)
        let kept = try await self.shop.repository.read { view in try view.evidence(after: 0, limit: 10) }
        #expect(kept.map(\.evidence.kind) == [.transaction, .renewal, .notification])
        let whole = try #require(kept.last?.evidence)
        #expect(whole.parts.count == 2)
        #expect(whole.payload.count < 700)
        let repository = self.shop.repository
        let rebuilt = try await whole.compactForm { digest in
            guard let part = try await repository.read({ view in try view.evidence(digest, app: AppName("shop")) })
            else { return nil }
            return SignedObject.compactForm(header: part.header, payload: part.payload, signature: part.signature)
        }
        #expect(rebuilt == compact)
        let again = try self.shop.app.verifier.notification(#require(rebuilt))
        #expect(again.transaction?.payload == SamplePayloads.transaction())
    }

    @Test("Evidence that was signed more than five minutes ahead waits for the clock and is then applied by itself")
    func future() async throws {
        let now = Instant(milliseconds: SamplePayloads.signedAt.milliseconds)
        let ahead = Timestamp(milliseconds: now.milliseconds + 301_000)
        let compact = try self.shop.notification(
            transaction: SamplePayloads.transaction(signedAt: ahead),
            renewalInfo: SamplePayloads.renewalInfo(signedAt: ahead),
            signedAt: ahead
        )
        let outcome = try await self.shop.ingest.notification(compact, for: self.shop.app)
        let dueAt = Instant(milliseconds: ahead.milliseconds)
        #expect(outcome == .held(.signedInFuture, code: "signed_date_in_future", dueAt: dueAt))
        #expect(try await self.shop.repository.read { view in try view.evidence(after: 0, limit: 1) }.isEmpty)

        let release = QuarantineReleaseWorker(ingest: self.shop.ingest, apps: [self.shop.app], clock: ContinuousClock())
        await release.releaseDue()
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == [.signedInFuture: 1])
        self.shop.setNow(dueAt)
        await release.releaseDue()
        #expect(try await self.shop.repository.read { view in try view.heldCounts() }.values.allSatisfy { $0 == 0 })
        #expect(try await self.shop.repository.read { view in try view.evidence(after: 0, limit: 5) }.count == 3)
    }

    @Test("No more evidence is held than there is room for: further evidence is refused, and the held evidence stays")
    func quarantineFull() async throws {
        let ingest = Ingest(
            repository: self.shop.repository,
            ambient: self.shop.ambient,
            revocation: nil,
            quarantineLimit: 2,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let ahead = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 900_000)
        for number in 0..<4 {
            let compact = try self.shop.notification(uuid: "\(number)", transaction: nil, signedAt: ahead)
            let outcome = try? await ingest.notification(compact, for: self.shop.app)
            #expect((outcome != nil) == (number < 2))
        }
        let compact = try self.shop.notification(uuid: "5", transaction: nil, signedAt: ahead)
        await #expect(throws: IngestError.quarantineFull) { try await ingest.notification(compact, for: self.shop.app) }
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == [.signedInFuture: 2])
        // Evidence that lacks a part waits for another reason.
        let lacking = try self.shop.notification(type: .didRenew, transaction: nil)
        _ = try await ingest.notification(lacking, for: self.shop.app)
        #expect(
            try await self.shop.repository.read { view in try view.heldCounts() } == [
                .signedInFuture: 2, .missingPart: 1,
            ]
        )
    }

    @Test("A date exactly five minutes ahead is accepted")
    func tolerance() async throws {
        let ahead = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 300_000)
        let compact = try self.shop.notification(
            transaction: SamplePayloads.transaction(signedAt: ahead),
            renewalInfo: nil,
            signedAt: ahead
        )
        #expect(try await self.isNew(compact) == true)
    }

    @Test("A submitted purchase from the future keeps its customer while it waits")
    func futureSubmission() async throws {
        let ahead = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 900_000)
        let compact = try self.shop.authority.sign(SamplePayloads.transaction(signedAt: ahead)).bytes
        let anna = try #require(CustomerID("anna"))
        let outcome = try await self.shop.ingest.purchase(
            compact,
            by: anna,
            intent: .purchase,
            tokens: [],
            for: self.shop.app
        )
        guard case .held(.signedInFuture, _, let dueAt) = outcome.outcome else {
            Issue.record("It was not held: \(outcome)")
            return
        }
        self.shop.setNow(try #require(dueAt))
        await QuarantineReleaseWorker(ingest: self.shop.ingest, apps: [self.shop.app], clock: ContinuousClock())
            .releaseDue()
        #expect(try await self.shop.entitlements(of: "anna").first?.isActive == true)
    }

    @Test("A notification that lacks a part that its type requires is held with the reason and changes nothing")
    func missingPart() async throws {
        for (type, transaction) in [
            (NotificationType.didRenew, nil),
            (.refund, SamplePayloads.transaction()),
        ] as [(NotificationType, TransactionPayload?)] {
            let compact = try self.shop.notification(
                type: type,
                subtype: nil,
                uuid: "uuid-\(type.rawValue)",
                transaction: transaction,
                renewalInfo: nil
            )
            let outcome = try await self.shop.ingest.notification(compact, for: self.shop.app)
            guard case .held(.missingPart, _, nil) = outcome else {
                Issue.record("\(type.rawValue) was not held: \(outcome)")
                continue
            }
        }
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == [.missingPart: 2])
        #expect(try await self.shop.repository.read { view in try view.evidence(after: 0, limit: 1) }.isEmpty)
    }

    @Test("Unknown types, subtypes and values are recorded, and are never an error")
    func unknownValues() async throws {
        var transaction = SamplePayloads.transaction()
        transaction.offerType = OfferType(rawValue: 99)
        transaction.revocationType = RevocationType(rawValue: "SOMETHING_NEW")
        transaction.inAppOwnershipType = InAppOwnershipType(rawValue: "LENT")
        transaction.unknownFields = [JSONMember(key: "future", value: .bool(true))]
        let compact = try self.shop.notification(
            type: NotificationType(rawValue: "BRAND_NEW"),
            subtype: NotificationSubtype(rawValue: "NEVER_SEEN"),
            transaction: transaction
        )
        #expect(try await self.isNew(compact) == true)
        let test = try self.shop.notification(
            type: .test,
            subtype: nil,
            uuid: "uuid-test",
            transaction: nil,
            renewalInfo: nil,
            status: nil
        )
        #expect(try await self.isNew(test) == true)
    }

    @Test("Authentic data of another app is stored outside the ledger")
    func notOurs() async throws {
        var payload = SamplePayloads.notification(transaction: nil)
        payload.data?.bundleId = "com.example.other"
        let compact = try self.shop.authority.sign(payload).bytes
        let error = await #expect(throws: IngestError.self) {
            try await self.shop.ingest.notification(compact, for: self.shop.app)
        }
        guard case .notOurs(let refusal) = error else {
            Issue.record("Unexpected: \(String(describing: error))")
            return
        }
        #expect(refusal.code == .bundleMismatch)
        #expect(try await self.shop.repository.read { view in try view.heldCounts() } == [.notOurs: 1])
        #expect(try await self.shop.repository.read { view in try view.evidence(after: 0, limit: 1) }.isEmpty)
    }

    @Test("Forged data is not stored")
    func forged() async throws {
        let stranger = try SigningAuthority(name: "Stranger")
        let compact = try stranger.sign(SamplePayloads.notification(transaction: nil)).bytes
        await #expect(throws: IngestError.self) {
            try await self.shop.ingest.notification(compact, for: self.shop.app)
        }
        #expect(try await self.shop.repository.read { view in try view.heldCounts() }.isEmpty)
    }

    @Test("A refund ends the entitlement and a reversal restores it, in whichever order they arrive")
    func refundAndReversal() async throws {
        let start = SamplePayloads.signedAt.milliseconds
        var refunded = SamplePayloads.transaction(signedAt: Timestamp(milliseconds: start))
        refunded.signedDate = Timestamp(milliseconds: start + 60_000)
        refunded.revocationDate = Timestamp(milliseconds: start + 50_000)
        refunded.revocationReason = TransactionRevocationReason(rawValue: 0)
        refunded.revocationType = .refundFull
        var restored = SamplePayloads.transaction(signedAt: Timestamp(milliseconds: start))
        restored.signedDate = Timestamp(milliseconds: start + 120_000)
        let refund = try self.shop.notification(
            type: .refund,
            subtype: nil,
            uuid: "uuid-refund",
            transaction: refunded,
            renewalInfo: nil,
            status: nil,
            signedAt: Timestamp(milliseconds: start + 60_000)
        )
        let reversal = try self.shop.notification(
            type: .refundReversed,
            subtype: nil,
            uuid: "uuid-reversal",
            transaction: restored,
            renewalInfo: nil,
            status: nil,
            signedAt: Timestamp(milliseconds: start + 120_000)
        )
        for order in [[refund, reversal], [reversal, refund], [refund, reversal, refund]] {
            let shop = try TestShop(authority: self.shop.authority)
            shop.setNow(Instant(milliseconds: start + 130_000))
            _ = try await shop.ingest.notification(self.shop.notification(), for: shop.app)
            _ = try await shop.ingest.purchase(
                self.shop.authority.sign(SamplePayloads.transaction()).bytes,
                by: #require(CustomerID("anna")),
                intent: .purchase,
                tokens: [],
                for: shop.app
            )
            _ = try await shop.ingest.notification(order[0], for: shop.app)
            if order[0] == refund {
                #expect(try await shop.entitlements(of: "anna").first?.isActive == false)
            }
            for compact in order.dropFirst() { _ = try await shop.ingest.notification(compact, for: shop.app) }
            #expect(try await shop.entitlements(of: "anna").first?.isActive == true)
        }
    }

    @Test("A token that the shop assigns later finds the purchase with that token, in upper or lower case")
    func lateToken() async throws {
        let token = "7e3fb20b-4cdb-47cc-936d-99d65f608138"
        let compact = try self.shop.notification(transaction: SamplePayloads.transaction(token: token))
        #expect(try await self.isNew(compact) == true)
        #expect(try await self.shop.entitlements(of: "anna").isEmpty)
        let bought = SamplePayloads.consumable()
        _ = try await self.shop.ingest.purchase(
            self.shop.authority.sign(bought).bytes,
            by: #require(CustomerID("anna")),
            intent: .purchase,
            tokens: [#require(AccountToken(token.uppercased()))],
            for: self.shop.app
        )
        #expect(try await self.shop.entitlements(of: "anna").first?.isActive == true)
    }

    @Test("A malformed token loses nothing and counts as absent")
    func malformedToken() async throws {
        let claim = try await self.submit(SamplePayloads.transaction(token: "user-42"), by: "anna").claim
        #expect(claim == Claim(owner: CustomerID("anna"), reason: .purchaser))
    }

    private func isNew(_ compact: [UInt8]) async throws -> Bool? {
        guard case .recorded(let recorded) = try await self.shop.ingest.notification(compact, for: self.shop.app)
        else { return nil }
        return recorded.isNew
    }

    private func submit(_ payload: TransactionPayload, by customer: String) async throws -> RecordingResult {
        let submitted = try await self.shop.ingest.purchase(
            self.shop.authority.sign(payload).bytes,
            by: #require(CustomerID(customer)),
            intent: .purchase,
            tokens: [],
            for: self.shop.app
        )
        guard case .recorded(let recorded) = submitted.outcome else {
            throw SigningRefusal.leafKeyNotP256
        }
        return recorded
    }
}
