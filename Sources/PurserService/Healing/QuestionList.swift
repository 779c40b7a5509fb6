package import Ledger
package import Logging
import ServiceLifecycle

/// Asks Apple what the books leave open: each chain has the instant of its next question in an index, as it has that of
/// its next change.
package struct QuestionList<C: Clock<Duration>>: Service {
    /// How often the index is asked.
    package static var interval: Duration { .seconds(1) }
    /// The most questions of one round.
    package static var batch: Int { 64 }

    let repository: any Repository
    let asking: ChainAsking
    let ambient: Ambient
    let apps: [AppName: ServedApp]
    let catchUp: (@Sendable () async throws -> Void)?
    let logger: Logger
    let clock: C

    /// The questions of these books; `catchUp` is awaited before each round where the time is somebody else's.
    package init(
        repository: any Repository,
        asking: ChainAsking,
        ambient: Ambient,
        apps: [ServedApp],
        catchUp: (@Sendable () async throws -> Void)? = nil,
        logger: Logger,
        clock: C
    ) {
        self.repository = repository
        self.asking = asking
        self.ambient = ambient
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.catchUp = catchUp
        self.logger = logger
        self.clock = clock
    }

    /// Asks until the server stops.
    package func run() async throws {
        await Sweep(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
            // Nobody waits for Apple when the server stops: what it is asked for stays as it was and is asked for again.
            await cancelWhenGracefulShutdown { await self.askDue() }
        }
    }

    /// Asks what is due now, and says whether there may be more.
    package func askDue() async -> Bool {
        do throws(RepositoryError) {
            let questions = try await self.repository.chainsToAsk(at: self.ambient.now(), limit: Self.batch)
            let failure: RepositoryError? = await withTaskGroup(of: RepositoryError?.self) { group in
                for question in questions { group.addTask { await self.ask(question) } }
                return await group.reduce(nil) { $0 ?? $1 }
            }
            if let failure { throw failure }
            return questions.count == Self.batch
        } catch {
            self.logger.error("What is open cannot be asked now.", metadata: ["code": "\(error.code)"])
            return false
        }
    }

    private func ask(_ question: ChainQuestion) async -> RepositoryError? {
        do throws(RepositoryError) {
            if let app = self.apps[question.app] {
                try await self.asking.ask(question, of: app)
            } else {
                // An app that is no longer served keeps its books as they are.
                try await self.repository.putOff(question, until: self.ambient.now() + .days(1))
            }
            return nil
        } catch {
            return error
        }
    }
}
