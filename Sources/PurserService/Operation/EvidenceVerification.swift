import AppStore
import Crypto
import Foundation
package import Ledger

/// A verification of stored evidence, which reassembles it byte for byte and verifies it like new evidence.
///
/// It checks signatures, certificate chains to the pinned roots at the signed date, whether a notification matches its
/// parts, and the stored hashes. It only reads, in short reads, so that a running server is not blocked.
package struct EvidenceVerification: Sendable {
    /// The number of objects read at once.
    private static let batchCount = 256

    private let repository: any Repository
    private let apps: [AppName: ServedApp]
    private let workers: Int

    /// Creates a verification of the evidence of these apps that uses this many processors.
    package init(repository: any Repository, apps: [ServedApp], workers: Int) {
        self.repository = repository
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.workers = max(1, workers)
    }

    /// One stored object.
    private typealias Stored = (position: Int64, app: AppName, evidence: SignedEvidence)

    /// Verifies everything that was signed since an instant, or all evidence.
    package func run(
        since: Instant?,
        report: @escaping Operations.Report
    ) async throws(RepositoryError) -> OperationResult {
        let newest = try await self.repository.read { view in try view.newestEvidencePosition() }
        var counts: [SignedEvidence.Kind: Int64] = [:]
        var failures: Int64 = 0
        var position: Int64 = 0
        while position < newest {
            guard !Task.isCancelled else { throw .unavailable }
            report(
                .progress(OperationProgress(stage: "verifying", done: position, total: newest, unit: "objects"))
            )
            let batch = try await self.repository.read { [position] view in
                try view.evidence(after: position, limit: Self.batchCount)
            }
            guard let last = batch.last else { break }
            position = last.position
            let chosen = batch.filter { $0.position <= newest && $0.evidence.signedAt >= since ?? $0.evidence.signedAt }
            for stored in chosen { counts[stored.evidence.kind, default: 0] += 1 }
            for finding in try await self.findings(in: chosen) {
                failures += 1
                report(.finding(finding))
            }
        }
        report(.progress(OperationProgress(stage: "verifying", done: newest, total: newest, unit: "objects")))
        var fields = SignedEvidence.Kind.allCases.map { kind in
            OperationResult.Field(kind.rawValue, .number(counts[kind] ?? 0))
        }
        fields.append(OperationResult.Field("failures", .number(failures)))
        return OperationResult(isClean: failures == 0, fields: fields)
    }

    /// Returns the findings about the objects of a batch, in their order.
    private func findings(in batch: [Stored]) async throws(RepositoryError) -> [OperationFinding] {
        let share = (batch.count + self.workers - 1) / self.workers
        guard share > 0 else { return [] }
        let slices = stride(from: 0, to: batch.count, by: share).map { batch[$0..<min($0 + share, batch.count)] }
        let results = await withTaskGroup(
            of: (Int, Result<[OperationFinding], RepositoryError>).self
        ) { group in
            for (number, slice) in slices.enumerated() {
                group.addTask {
                    do throws(RepositoryError) {
                        var findings: [OperationFinding] = []
                        for stored in slice { findings += try await self.finding(stored).map { [$0] } ?? [] }
                        return (number, .success(findings))
                    } catch {
                        return (number, .failure(error))
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var findings: [OperationFinding] = []
        for (_, result) in results.sorted(by: { $0.0 < $1.0 }) { findings += try result.get() }
        return findings
    }

    /// Returns the finding about one object, if any.
    private func finding(_ stored: Stored) async throws(RepositoryError) -> OperationFinding? {
        let evidence = stored.evidence
        guard let app = self.apps[stored.app] else {
            return Self.finding(code: "app_unknown", "no app of this name is configured", stored)
        }
        guard Self.isHash(evidence.headerDigest, of: evidence.header) else {
            return Self.finding(code: "evidence_header_changed", "its header differs from the signed one", stored)
        }
        guard let compact = try await self.repository.compactForm(of: evidence, app: stored.app) else {
            return Self.finding(code: "evidence_part_missing", "a part of it is missing", stored)
        }
        // A receipt is identified by the digest of its signed content, which is checked below.
        let stated = evidence.kind == .receipt ? evidence.signature : evidence.digest.bytes
        guard stated == Array(SHA256.hash(data: compact)) else {
            return Self.finding(code: "evidence_changed", "its bytes differ from the signed ones", stored)
        }
        do {
            let (signedAt, digest) = try Self.verify(compact, as: evidence.kind, by: app.verifier)
            guard digest.map({ $0 == evidence.digest.bytes }) ?? true else {
                return Self.finding(code: "evidence_changed", "its bytes differ from the signed ones", stored)
            }
            guard Instant(signedAt) == evidence.signedAt else {
                return Self.finding(code: "evidence_date_changed", "its stored date is not the signed one", stored)
            }
            return nil
        } catch {
            return Self.finding(code: error.code.rawValue, error.detail, stored)
        }
    }

    private static func verify(
        _ compact: [UInt8],
        as kind: SignedEvidence.Kind,
        by verifier: SignedDataVerifier
    ) throws(VerificationError) -> (signedAt: Timestamp, digest: [UInt8]?) {
        switch kind {
        case .notification: return (try verifier.notification(compact).notification.signedAt, nil)
        case .transaction: return (try verifier.transaction(compact).signedAt, nil)
        case .renewal: return (try verifier.renewalInfo(compact).signedAt, nil)
        case .appTransaction: return (try verifier.appTransaction(compact).signedAt, nil)
        case .retentionRequest: return (try verifier.realtimeRequest(compact).signedAt, nil)
        case .receipt:
            // A volume purchase may have been valid when it came.
            let text = Data(compact).base64EncodedString()
            let receipt = try verifier.receipt(text, at: Timestamp(milliseconds: 0))
            return (receipt.createdAt, receipt.payloadDigest)
        }
    }

    private static func isHash(_ digest: EvidenceDigest, of bytes: [UInt8]) -> Bool {
        digest.bytes == Array(SHA256.hash(data: bytes))
    }

    private static func finding(code: String, _ what: String, _ stored: Stored) -> OperationFinding {
        OperationFinding(
            code: code,
            detail: "\(stored.evidence.kind.rawValue) \(stored.position) of \(stored.app): \(what)"
        )
    }
}
