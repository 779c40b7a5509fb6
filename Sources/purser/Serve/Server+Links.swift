import Ledger
import PurserService

extension Server {
    /// What probes the hosts of Apple's that the configuration uses, once a minute; nothing where that is switched off.
    var linkGauges: [any MinuteGauge] {
        guard let probe = self.linkProbe else { return [] }
        return [
            LinkProber(
                self.configuration.linkTargets,
                board: self.linkBoard,
                wall: .live,
                sleep: { try await ContinuousClock().sleep(for: $0) },
                run: { await probe.run($0) }
            )
        ]
    }

    /// Says how the links are: by this node's probes, or by the figures that all nodes share.
    var links: LinkService {
        let repository = self.repository
        return LinkService(
            self.configuration.linkTargets,
            isEnabled: self.linkProbe != nil,
            board: self.linkBoard,
            ambient: self.time.ambient
        ) { tier, numbers, keys async throws(RepositoryError) in
            try await repository.figureRows(tier, numbers, of: keys)
        }
    }
}
