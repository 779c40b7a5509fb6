package import Ledger
package import Logging
import ServiceLifecycle

/// Writes down every few seconds, and once more at the stop, how often each form was used.
package struct FormTallyService<C: Clock<Duration>>: Service {
    /// How often it is written down.
    package static var interval: Duration { .seconds(10) }

    private let tally: FormTally
    private let repository: any Repository
    private let logger: Logger
    private let clock: C

    /// A service that writes a tally down in a repository.
    package init(tally: FormTally, repository: any Repository, logger: Logger, clock: C) {
        self.tally = tally
        self.repository = repository
        self.logger = logger
        self.clock = clock
    }

    /// Writes until the server stops.
    package func run() async throws {
        await Sweep(interval: Self.interval, clock: self.clock).run {
            await self.write()
            return false
        }
        await self.write()
    }

    /// Writes down what was counted since the last time.
    package func write() async {
        let uses = self.tally.take()
        guard !uses.isEmpty else { return }
        do throws(RepositoryError) {
            try await self.repository.count(uses)
        } catch {
            self.tally.putBack(uses)
            self.logger.warning(
                "How often old forms are used cannot be written down now; it is tried again.",
                metadata: ["code": "\(error.code)"]
            )
        }
    }
}
