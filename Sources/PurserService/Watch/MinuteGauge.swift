package import Ledger
package import Logging
import Metrics

/// Measures a state that nobody counts while working, such as the free space of the disk.
///
/// The leader runs every gauge once a minute, before it evaluates the alarms. A gauge records what it finds as metrics,
/// so that `/metrics`, the history and the alarms read the same metrics. One that is expensive decides itself how often
/// it measures; a failure leaves its metrics unknown for the minute.
package protocol MinuteGauge: Sendable {
    /// Measures and records; `now` is the time of the ledger.
    func record(at now: Instant) async
}

/// The gauges that the leader runs once a minute, in their order.
package enum MinuteGauges {
    /// Makes the gauges of a server.
    ///
    /// - Parameters:
    ///   - apps: The apps that it serves.
    ///   - repository: What it keeps.
    ///   - ingest: Takes in what Apple answers about a subscription that differs.
    ///   - sinks: Who receives events besides the webhook endpoints.
    ///   - ambient: The time of the ledger, and chance.
    ///   - path: A file of the server's, whose disk is measured.
    ///   - certificateEndsAt: The end of the certificate with which the server ends TLS; `nil` where it does not.
    ///   - logger: Where to tell what an operator should know.
    /// - Returns: The gauges.
    package static func make(
        apps: [ServedApp],
        repository: any Repository,
        ingest: Ingest,
        sinks: [EventSink],
        ambient: Ambient,
        path: String,
        certificateEndsAt: (@Sendable () -> Instant?)?,
        logger: Logger
    ) -> [any MinuteGauge] {
        var gauges: [any MinuteGauge] = [
            RenewalGauge(repository: repository, apps: apps),
            StatusDriftGauge(repository: repository, ingest: ingest, apps: apps, ambient: ambient, logger: logger),
            HistoryGapGauge(repository: repository, apps: apps),
            RefundAnswerGauge(repository: repository, apps: apps),
            SandboxCustomerGauge(repository: repository, apps: apps),
            StorageGauge(repository: repository, path: path),
            RevokedCertificateGauge(repository: repository),
            EventBacklogGauge(repository: repository, sinks: sinks),
        ]
        if let certificateEndsAt { gauges.append(CertificateGauge(of: "server", endsAt: certificateEndsAt)) }
        return gauges
    }
}

/// Finds the boundaries of minutes in a clock that is looked at again and again.
///
/// A clock that jumps over many minutes passes one boundary.
package struct MinuteBoundaries: Sendable {
    /// A clock that goes back by fewer minutes waits until it comes to the next one; it was corrected a little.
    private static let tolerance: Int64 = 5

    private var current: Int64?

    /// The boundaries after the first look.
    package init() {}

    /// Returns the minute that ended since the last look; `nil` where the minute is still the same.
    package mutating func ended(at now: Instant) -> Int64? {
        let minute = MetricResolution.minute.point(of: now)
        guard let current = self.current else {
            self.current = minute
            return nil
        }
        guard minute > current || minute < current - Self.tolerance else { return nil }
        self.current = minute
        return minute - 1
    }
}

/// Measures how long a certificate is still valid.
package struct CertificateGauge: MinuteGauge {
    let subject: String
    let endsAt: @Sendable () -> Instant?

    /// A gauge of the certificate that is called so; `endsAt` tells the end of the one that counts now.
    package init(of subject: String, endsAt: @escaping @Sendable () -> Instant?) {
        self.subject = subject
        self.endsAt = endsAt
    }

    /// Measures and records.
    package func record(at now: Instant) async {
        guard let endsAt = self.endsAt() else { return }
        Gauge(label: "purser_certificate_left_seconds", dimensions: [("subject", self.subject)])
            .record(Double((endsAt - now).milliseconds) / 1000)
    }
}

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

extension ServedApp {
    /// The environments of the App Store that it takes purchases of.
    package var storeEnvironments: [StoreEnvironment] {
        (self.takesProduction ? [.production] : []) + (self.takesSandbox ? [.sandbox] : [])
    }
}
