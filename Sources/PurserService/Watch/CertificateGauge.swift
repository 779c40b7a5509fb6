package import Ledger
import Metrics

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
