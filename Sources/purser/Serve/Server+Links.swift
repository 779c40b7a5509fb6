import Ledger
import PurserService

extension Server {
    /// Probes the hosts of Apple's that the configuration uses, once a minute; `nil` where that is switched off.
    var linkProber: LinkProber? {
        self.linkProbe.map { probe in
            LinkProber(
                self.configuration.linkTargets,
                board: self.linkBoard,
                wall: .live,
                sleep: { try await ContinuousClock().sleep(for: $0) },
                run: { await probe.run($0) }
            )
        }
    }
}
