package import Ledger
import Metrics

/// Counts the certificates of Apple's that are revoked as far as any node knows.
package struct RevokedCertificateGauge: MinuteGauge {
    let repository: any Repository

    /// A gauge of what this repository keeps of revocations.
    package init(repository: any Repository) {
        self.repository = repository
    }

    /// Measures and records; what cannot be read stays unknown.
    package func record(at now: Instant) async {
        guard let count = try? await self.count() else { return }
        Gauge(label: "purser_revoked_certificates").record(count)
    }

    /// Counts those of which no later answer has said that they are good.
    package func count() async throws(RepositoryError) -> Int {
        try await self.repository.revokedCertificates().count { certificate in
            certificate.clearedAt.map { certificate.statedAt > $0 } ?? true
        }
    }
}
