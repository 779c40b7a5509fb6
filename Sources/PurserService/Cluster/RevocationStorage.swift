package import AppStore
package import Ledger
package import Logging
import ServiceLifecycle

/// The worker that stores which of Apple's certificates were reported as revoked, and shares this between the nodes.
///
/// Without it, a server that has just started, or whose OCSP responder does not answer, would trust a revoked
/// certificate again.
package struct RevocationStorage<C: Clock<Duration>>: Service {
    /// The interval at which the worker checks whether known and stored revocations have to be compared; another node
    /// learns of a revocation after this time and a second at most.
    package static var interval: Duration { .seconds(2) }

    private let checker: RevocationChecker
    private let repository: any Repository
    private let signals: WorkSignals?
    private let logger: Logger
    private let clock: C

    /// Creates a worker that stores what this checker learns.
    package init(
        checker: RevocationChecker,
        repository: any Repository,
        signals: WorkSignals? = nil,
        logger: Logger,
        clock: C
    ) {
        self.checker = checker
        self.repository = repository
        self.signals = signals
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops, and once more during the shutdown.
    package func run() async throws {
        let loop = PollingLoop(interval: Self.interval, clock: self.clock)
        if let signals {
            await signals.listening(for: [.revocations]) { listener in
                var exchanged: (known: [CertificateRevocation], at: C.Instant)?
                await loop.run {
                    let (known, now) = (self.checker.revocations, self.clock.now)
                    // Without news on either side nothing is read.
                    if let exchanged, exchanged.known == known, listener.heardDueAt == nil,
                        exchanged.at.duration(to: now) < signals.longestRest
                    {
                        return false
                    }
                    listener.beginLook()
                    exchanged = await self.exchangeOrSay() ? (known, now) : nil
                    return false
                }
            }
        } else {
            await loop.run {
                await self.exchangeOrSay()
                return false
            }
        }
        await self.exchangeOrSay()
    }

    /// Loads the stored revocations and stores those that are missing; called before the first request, too.
    package func exchange() async throws(RepositoryError) {
        let kept = try await self.repository.read { view in try view.revokedCertificates() }
        self.checker.adopt(kept.map { CertificateRevocation($0) })
        let known = Dictionary(kept.map { ($0.id, $0) }) { first, _ in first }
        let new = self.checker.revocations.map { RevokedCertificate($0) }.filter { revoked in
            known[revoked.id].map { $0.joined(with: revoked) != $0 } ?? true
        }
        guard !new.isEmpty else { return }
        try await self.repository.write { unit in
            for revoked in new { try unit.keep(revoked) }
        }
    }

    @discardableResult
    private func exchangeOrSay() async -> Bool {
        do throws(RepositoryError) {
            try await self.exchange()
            return true
        } catch {
            self.logger.error(
                "Revoked certificates cannot be read or stored now; the server tries again.",
                metadata: ["code": "\(error.code)"]
            )
            return false
        }
    }
}

extension CertificateRevocation {
    /// Creates the checker's form of a stored revocation.
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
    /// Creates the ledger's form of a revocation that the checker knows.
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
