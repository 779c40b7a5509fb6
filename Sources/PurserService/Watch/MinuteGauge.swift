package import Ledger
package import Logging
import Metrics

/// Measures a state that no other code counts, such as the free space of the disk.
///
/// The leader runs every gauge once a minute, before it evaluates the alarms. A gauge records its result as metrics, so
/// that `/metrics`, the history and the alarms read the same values. An expensive gauge limits its own frequency; a
/// failure leaves its metrics unknown for the minute.
package protocol MinuteGauge: Sendable {
    /// Measures and records; `now` is the time of the ledger.
    func record(at now: Instant) async
}

/// The gauges that the leader runs once a minute, in their order.
package enum MinuteGauges {
    /// Creates the gauges of a server.
    ///
    /// - Parameters:
    ///   - apps: The apps that the server serves.
    ///   - repository: The repository of the ledger.
    ///   - ingest: Records Apple's answers about subscriptions that differ.
    ///   - sinks: The sinks of events besides the webhook endpoints.
    ///   - ambient: The time of the ledger, and randomness.
    ///   - path: A file of the server, whose disk is measured.
    ///   - certificateEndsAt: The expiry of the server's TLS certificate; `nil` where it has none.
    ///   - logger: The log of what an operator should know.
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

/// Detects the minute boundaries of a clock that is read repeatedly.
///
/// A jump over many minutes counts as one boundary.
package struct MinuteBoundaries: Sendable {
    /// A clock that goes back by fewer minutes was corrected; the next boundary is the next new minute.
    private static let tolerance: Int64 = 5

    private var current: Int64?

    /// Creates a detector of the boundaries after the first reading.
    package init() {}

    /// Returns the minute that ended since the last reading; `nil` within the same minute.
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

/// Measures the remaining validity of a certificate.
package struct CertificateGauge: MinuteGauge {
    let subject: String
    let endsAt: @Sendable () -> Instant?

    /// Creates a gauge of the certificate with this name; `endsAt` returns the expiry of the current one.
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

/// Counts Apple's certificates that are revoked according to any node.
package struct RevokedCertificateGauge: MinuteGauge {
    let repository: any Repository

    /// Creates a gauge of the revocations in this repository.
    package init(repository: any Repository) {
        self.repository = repository
    }

    /// Measures and records; a value that cannot be read stays unknown.
    package func record(at now: Instant) async {
        guard let count = try? await self.count() else { return }
        Gauge(label: "purser_revoked_certificates").record(count)
    }

    /// Returns the number of certificates without a later answer that they are good.
    package func count() async throws(RepositoryError) -> Int {
        try await self.repository.read { view in try view.revokedCertificates() }.count { certificate in
            certificate.clearedAt.map { certificate.statedAt > $0 } ?? true
        }
    }
}

extension ServedApp {
    /// The environments of the App Store from which the app accepts purchases.
    package var storeEnvironments: [StoreEnvironment] {
        (self.takesProduction ? [.production] : []) + (self.takesSandbox ? [.sandbox] : [])
    }
}
