import Ledger
import PurserHTTP
import PurserService

extension Server {
    /// What the leader measures once a minute.
    var minuteGauges: [any MinuteGauge] {
        var certificateEndsAt: (@Sendable () -> Instant?)?
        if let certificate = self.certificate { certificateEndsAt = { certificate.endsAt } }
        return MinuteGauges.make(
            apps: self.assembly.apps,
            repository: self.repository,
            ingest: self.ingest,
            sinks: self.sinks + self.riskSinks,
            ambient: self.time.ambient,
            path: self.configuration.statePath,
            certificateEndsAt: certificateEndsAt,
            logger: self.logger
        )
    }
}
