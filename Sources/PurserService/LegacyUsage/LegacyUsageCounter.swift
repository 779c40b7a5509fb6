package import Ledger
package import Logging
import ServiceLifecycle
import Synchronization

/// A counter of the uses of each format since the last write: requests are counted in memory and written as sums.
///
/// A crash loses a few seconds of a report, and no purchase.
package final class LegacyUsageCounter: Sendable {
    private struct Key: Hashable {
        let app: AppName
        let day: CivilDay
        let format: InputFormat
        let version: String
    }

    /// The maximum number of counts; beyond it, the versions are counted together.
    static let capacity = 4096
    /// The name of versions that are counted together.
    static let other = "other"

    private let counts = Mutex<[Key: Int64]>([:])

    /// Creates a counter without counts.
    package init() {}

    /// Counts one use; a version that is too long or has control characters counts as unknown.
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

    /// Returns all counts and resets the counter.
    func take() -> [LegacyUse] {
        let counts = self.counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
        return counts.map { LegacyUse(app: $0.app, day: $0.day, format: $0.format, version: $0.version, count: $1) }
    }

    /// Adds counts again that could not be written.
    func putBack(_ uses: [LegacyUse]) {
        self.counts.withLock { counts in
            for use in uses {
                let key = Key(app: use.app, day: use.day, format: use.format, version: use.version)
                counts[key, default: 0] += use.count
            }
        }
    }
}

/// The worker that writes the counts every few seconds, and once more during the shutdown.
package struct LegacyUsageWorker<C: Clock<Duration>>: Service {
    /// The interval between two writes.
    package static var interval: Duration { .seconds(10) }

    private let counter: LegacyUsageCounter
    private let repository: any Repository
    private let logger: Logger
    private let clock: C

    /// Creates a worker that writes a counter's counts to a repository.
    package init(counter: LegacyUsageCounter, repository: any Repository, logger: Logger, clock: C) {
        self.counter = counter
        self.repository = repository
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops.
    package func run() async throws {
        await PollingLoop(interval: Self.interval, clock: self.clock).run {
            await self.write()
            return false
        }
        await self.write()
    }

    /// Writes what was counted since the last write.
    package func write() async {
        let uses = self.counter.take()
        guard !uses.isEmpty else { return }
        do throws(RepositoryError) {
            try await self.repository.write { unit in try unit.count(uses) }
        } catch {
            self.counter.putBack(uses)
            self.logger.warning(
                "The usage of legacy formats cannot be written now; the server tries again.",
                metadata: ["code": "\(error.code)"]
            )
        }
    }
}
