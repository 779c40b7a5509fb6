package import Ledger
package import Logging
import ServiceLifecycle
import Synchronization

/// How often each format was used since somebody wrote it down last: requests are counted in memory, and never a row
/// each.
///
/// What a crash takes along is a few seconds of a report, and nothing of anybody's purchases.
package final class LegacyUsageCounter: Sendable {
    private struct Key: Hashable {
        let app: AppName
        let day: CivilDay
        let format: InputFormat
        let version: String
    }

    /// How many counts are held at most; of more, the versions are counted together.
    static let capacity = 4096
    /// Under which name what is too much is counted.
    static let other = "other"

    private let counts = Mutex<[Key: Int64]>([:])

    /// A counter without counts.
    package init() {}

    /// Counts one use; a version that is too long or not fit to be shown counts as unknown.
    package func note(_ format: InputFormat, version: String?, of app: AppName, at now: Instant) {
        let known = version ?? ""
        let isFit =
            known.utf8.count <= LegacyUse.maximumVersionBytes
            && known.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        let day = CivilDay(of: now)
        self.counts.withLock { counts in
            var key = Key(app: app, day: day, format: format, version: isFit ? known : "")
            if counts[key] == nil, counts.count >= Self.capacity {
                key = Key(app: app, day: day, format: format, version: Self.other)
            }
            counts[key, default: 0] += 1
        }
    }

    /// Hands over all counts, and begins anew.
    func take() -> [LegacyUse] {
        let counts = self.counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
        return counts.map { LegacyUse(app: $0.app, day: $0.day, format: $0.format, version: $0.version, count: $1) }
    }

    /// Takes back counts that could not be written down.
    func putBack(_ uses: [LegacyUse]) {
        self.counts.withLock { counts in
            for use in uses {
                let key = Key(app: use.app, day: use.day, format: use.format, version: use.version)
                counts[key, default: 0] += use.count
            }
        }
    }
}

/// Writes down every few seconds, and once more at the stop, how often each format was used.
package struct LegacyUsageWorker<C: Clock<Duration>>: Service {
    /// How often it is written down.
    package static var interval: Duration { .seconds(10) }

    private let counter: LegacyUsageCounter
    private let repository: any Repository
    private let logger: Logger
    private let clock: C

    /// A worker that writes a counter down in a repository.
    package init(counter: LegacyUsageCounter, repository: any Repository, logger: Logger, clock: C) {
        self.counter = counter
        self.repository = repository
        self.logger = logger
        self.clock = clock
    }

    /// Writes until the server stops.
    package func run() async throws {
        await PollingLoop(interval: Self.interval, clock: self.clock).run {
            await self.write()
            return false
        }
        await self.write()
    }

    /// Writes down what was counted since the last time.
    package func write() async {
        let uses = self.counter.take()
        guard !uses.isEmpty else { return }
        do throws(RepositoryError) {
            try await self.repository.count(uses)
        } catch {
            self.counter.putBack(uses)
            self.logger.warning(
                "How often legacy formats are used cannot be written down now; it is tried again.",
                metadata: ["code": "\(error.code)"]
            )
        }
    }
}
