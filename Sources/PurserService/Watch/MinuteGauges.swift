package import Ledger
package import Logging

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
