import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct EvidenceVerificationTests {
    /// The result of a verification.
    private struct Outcome {
        let result: OperationResult
        let findings: [OperationFinding]
        let lastProgress: OperationProgress?

        var codes: [String] { self.findings.map(\.code) }

        func count(_ name: String) -> Int64? {
            self.result.fields.first { $0.name == name }.flatMap { field in
                if case .number(let number) = field.value { number } else { nil }
            }
        }
    }

    /// Returns a repository with the content of a shop's, in which someone changed or removed signed objects.
    private static func tampered(
        _ shop: TestShop,
        _ change: (SignedEvidence) -> SignedEvidence?
    ) throws -> InMemoryRepository {
        try #require(shop.repository as? InMemoryRepository).copy(tamperingWith: change)
    }

    private static func filledShop(notifications count: Int = 3) async throws -> TestShop {
        let shop = try TestShop()
        for number in 0..<count {
            let id = "20000000000\(100 + number)"
            let compact = try shop.notification(
                uuid: "uuid-\(number)",
                transaction: SamplePayloads.transaction(id: id, originalID: id),
                renewalInfo: SamplePayloads.renewalInfo(originalID: id)
            )
            _ = try await shop.ingest.notification(compact, for: shop.app)
        }
        return shop
    }

    private static func run(
        _ repository: any Repository,
        _ apps: [ServedApp],
        since: Instant? = nil,
        workers: Int = 1
    ) async throws -> Outcome {
        let events = Mutex<[OperationEvent]>([])
        let verification = EvidenceVerification(repository: repository, apps: apps, workers: workers)
        let result = try await verification.run(since: since) { event in events.withLock { $0.append(event) } }
        let seen = events.withLock { $0 }
        return Outcome(
            result: result,
            findings: seen.compactMap { if case .finding(let finding) = $0 { finding } else { nil } },
            lastProgress: seen.compactMap { if case .progress(let progress) = $0 { progress } else { nil } }.last
        )
    }

    private static func with(
        _ evidence: SignedEvidence,
        header: [UInt8]? = nil,
        headerDigest: EvidenceDigest? = nil,
        payload: [UInt8]? = nil,
        signature: [UInt8]? = nil,
        signedAt: Instant? = nil,
        digest: EvidenceDigest? = nil
    ) -> SignedEvidence {
        SignedEvidence(
            digest: digest ?? evidence.digest,
            kind: evidence.kind,
            headerDigest: headerDigest ?? evidence.headerDigest,
            header: header ?? evidence.header,
            payload: payload ?? evidence.payload,
            signature: signature ?? evidence.signature,
            parts: evidence.parts,
            signedAt: signedAt ?? evidence.signedAt
        )
    }

    @Test("Unchanged evidence is verified without findings, and counted by kind", arguments: [1, 3])
    func sound(workers: Int) async throws {
        let shop = try await Self.filledShop(notifications: 5)
        let outcome = try await Self.run(shop.repository, [shop.app], workers: workers)
        #expect(outcome.result.isClean && outcome.findings.isEmpty)
        #expect(outcome.count("notification") == 5)
        #expect(outcome.count("transaction") == 5)
        #expect(outcome.count("renewal") == 5)
        #expect(outcome.count("appTransaction") == 0)
        #expect(outcome.lastProgress?.done == 15)
        #expect(outcome.lastProgress?.total == 15)
    }

    @Test("Without evidence there are no findings")
    func empty() async throws {
        let shop = try TestShop()
        let outcome = try await Self.run(shop.repository, [shop.app])
        #expect(outcome.result.isClean)
        #expect(outcome.count("notification") == 0)
    }

    @Test("A changed byte of a receipt is detected at any position, and an unchanged receipt is verified")
    func changedReceipt() async throws {
        let authority = try ReceiptAuthority()
        let shop = try TestShop(receipts: authority)
        let bytes = try authority.signer.receipt(SampleReceipts.draft(rows: 1))
        _ = try await shop.ingest.receipt(
            Data(bytes).base64EncodedString(),
            about: nil,
            by: Sample.customer("anna"),
            intent: .purchase,
            tokens: [],
            for: shop.app
        )
        #expect(try await Self.run(shop.repository, [shop.app]).result.isClean)
        for place in stride(from: 0, to: bytes.count, by: 211) {
            let repository = try Self.tampered(shop) { evidence in
                var payload = evidence.payload
                payload[place] ^= 1
                return Self.with(evidence, payload: payload)
            }
            #expect(try await Self.run(repository, [shop.app]).codes == ["evidence_changed"], "byte \(place)")
        }
    }

    @Test(
        "A changed byte is detected at any position",
        arguments: [SignedEvidence.Kind.notification, .transaction, .renewal]
    )
    func changed(kind: SignedEvidence.Kind) async throws {
        let shop = try await Self.filledShop(notifications: 1)
        func codes(_ change: (SignedEvidence) -> SignedEvidence) async throws -> [String] {
            let repository = try Self.tampered(shop) { $0.kind == kind ? change($0) : $0 }
            let outcome = try await Self.run(repository, [shop.app])
            #expect(!outcome.result.isClean)
            #expect(outcome.count("failures") == Int64(outcome.findings.count))
            #expect(outcome.findings.allSatisfy { $0.detail.contains(" of shop: ") })
            return outcome.codes
        }
        // A part is also in its notification, which then differs too.
        let both = kind == .notification ? ["evidence_changed"] : ["evidence_changed", "evidence_changed"]
        #expect(
            try await codes { evidence in
                var payload = evidence.payload
                payload[payload.count / 2] ^= 1
                return Self.with(evidence, payload: payload)
            } == both
        )
        #expect(
            try await codes { evidence in
                var signature = evidence.signature
                signature[5] ^= 128
                return Self.with(evidence, signature: signature)
            } == both
        )
        #expect(try await codes { Self.with($0, header: $0.header + [32]) }.first == "evidence_header_changed")
        #expect(try await codes { Self.with($0, signedAt: $0.signedAt + .seconds(1)) } == ["evidence_date_changed"])
    }

    @Test("A wrong signature is detected even if every hash was computed again")
    func forged() async throws {
        let shop = try await Self.filledShop(notifications: 1)
        let stranger = try TestShop(authority: SigningAuthority(name: "Stranger"))
        let forged = try stranger.notification()
        _ = try await stranger.ingest.notification(forged, for: stranger.app)
        let outcome = try await Self.run(stranger.repository, [shop.app])
        #expect(outcome.codes.count == 3)
        #expect(Set(outcome.codes) == ["chain_root_not_trusted"])
    }

    @Test("A missing part is detected")
    func partGone() async throws {
        let shop = try await Self.filledShop(notifications: 2)
        let repository = try Self.tampered(shop) { $0.kind == .renewal ? nil : $0 }
        let outcome = try await Self.run(repository, [shop.app])
        #expect(outcome.codes == ["evidence_part_missing", "evidence_part_missing"])
    }

    @Test("Evidence of an app that is no longer configured is reported")
    func unknownApp() async throws {
        let shop = try await Self.filledShop(notifications: 1)
        let outcome = try await Self.run(shop.repository, [])
        #expect(outcome.codes == ["app_unknown", "app_unknown", "app_unknown"])
    }

    @Test("With a start instant, only evidence that was signed since then is verified")
    func since() async throws {
        let shop = try await Self.filledShop(notifications: 1)
        let later = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 60_000)
        let compact = try shop.notification(
            uuid: "later",
            transaction: SamplePayloads.transaction(signedAt: later),
            renewalInfo: nil,
            signedAt: later
        )
        _ = try await shop.ingest.notification(compact, for: shop.app)
        let outcome = try await Self.run(
            shop.repository,
            [shop.app],
            since: Instant(milliseconds: later.milliseconds)
        )
        #expect(outcome.count("notification") == 1)
        #expect(outcome.count("transaction") == 1)
        #expect(outcome.count("renewal") == 0)
    }

    @Test("A canceled verification ends")
    func canceled() async throws {
        let shop = try await Self.filledShop(notifications: 1)
        let task = Task {
            unsafe withUnsafeCurrentTask { task in unsafe task?.cancel() }
            return try await Self.run(shop.repository, [shop.app])
        }
        await #expect(throws: RepositoryError.unavailable) { _ = try await task.value }
    }
}
