package import AppStore
package import Ledger
package import Logging
import ServiceLifecycle

/// Keeps on disk which of Apple's certificates were reported as revoked, and shares it between the nodes.
///
/// A server that has just started, or whose responder is silent, would believe a stolen key again otherwise.
package struct RevocationStorage<C: Clock<Duration>>: Service {
    /// How often what is known here and what is kept are compared; another node learns of a revocation this much later.
    package static var interval: Duration { .seconds(2) }

    private let checker: RevocationChecker
    private let repository: any Repository
    private let logger: Logger
    private let clock: C

    /// Keeps what this checker learns.
    package init(checker: RevocationChecker, repository: any Repository, logger: Logger, clock: C) {
        self.checker = checker
        self.repository = repository
        self.logger = logger
        self.clock = clock
    }

    /// Compares until the server stops, and once more then.
    package func run() async throws {
        await PollingLoop(interval: Self.interval, clock: self.clock).run {
            await self.exchangeOrSay()
            return false
        }
        await self.exchangeOrSay()
    }

    /// Takes over what is kept and keeps what is not; to be done before the first request, too.
    package func exchange() async throws(RepositoryError) {
        let kept = try await self.repository.revokedCertificates()
        self.checker.adopt(kept.map { CertificateRevocation($0) })
        let known = Dictionary(kept.map { ($0.id, $0) }) { first, _ in first }
        for revocation in self.checker.revocations {
            let revoked = RevokedCertificate(revocation)
            let joined = known[revoked.id]?.joined(with: revoked) ?? revoked
            if joined != known[revoked.id] { try await self.repository.keep(revoked) }
        }
    }

    private func exchangeOrSay() async {
        do throws(RepositoryError) {
            try await self.exchange()
        } catch {
            self.logger.error(
                "Which certificates are revoked cannot be read or kept now; it is tried again.",
                metadata: ["code": "\(error.code)"]
            )
        }
    }
}

extension CertificateRevocation {
    /// What is kept, in the checker's terms.
    fileprivate init(_ revoked: RevokedCertificate) {
        self.init(
            certificateID: OCSPCertificateID(
                issuerNameHash: revoked.id.issuerNameHash,
                issuerKeyHash: revoked.id.issuerKeyHash,
                serialNumber: revoked.id.serialNumber
            ),
            revokedAt: revoked.revokedAt.milliseconds,
            learnedAt: revoked.learnedAt.milliseconds,
            statedAt: revoked.statedAt.milliseconds,
            clearedAt: revoked.clearedAt?.milliseconds
        )
    }
}

extension RevokedCertificate {
    /// What the checker knows, in the ledger's terms.
    fileprivate init(_ revocation: CertificateRevocation) {
        self.init(
            id: ID(
                issuerNameHash: revocation.certificateID.issuerNameHash,
                issuerKeyHash: revocation.certificateID.issuerKeyHash,
                serialNumber: revocation.certificateID.serialNumber
            ),
            revokedAt: Instant(milliseconds: revocation.revokedAt),
            learnedAt: Instant(milliseconds: revocation.learnedAt),
            statedAt: Instant(milliseconds: revocation.statedAt),
            clearedAt: revocation.clearedAt.map { Instant(milliseconds: $0) }
        )
    }
}
