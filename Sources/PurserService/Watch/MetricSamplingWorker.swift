package import Ledger
package import Logging
import ServiceLifecycle
import Synchronization

/// Stores a sample of this node's metrics at each minute of the ledger's clock, and a goodbye at a graceful stop.
///
/// Every node runs one, and it stops after everything that counts. While this node is the leader, the leader's tick
/// takes the samples.
package struct MetricSamplingWorker<C: Clock<Duration>>: Service {
    /// The interval between two looks at the clock.
    package static var interval: Duration { .seconds(1) }
    /// The maximum number of samples in memory while the database cannot be written; the oldest are dropped first.
    package static var greatestWaitingCount: Int { 60 }

    private let sampler: MetricSampler
    private let node: NodeID
    private let repository: any Repository
    private let ambient: Ambient
    private let catchUp: (@Sendable () async throws -> Void)?
    private let logger: Logger
    private let clock: C
    private let waiting = WaitingSamples()

    /// Creates a worker of a node.
    ///
    /// - Parameters:
    ///   - sampler: The sampler.
    ///   - node: This node.
    ///   - repository: The repository of samples.
    ///   - ambient: Provides the ledger's time.
    ///   - catchUp: Awaited before each look where the ledger follows a simulated clock.
    ///   - logger: The log of failures to write.
    ///   - clock: The clock of the interval.
    package init(
        sampler: MetricSampler,
        node: NodeID,
        repository: any Repository,
        ambient: Ambient,
        catchUp: (@Sendable () async throws -> Void)? = nil,
        logger: Logger,
        clock: C
    ) {
        self.sampler = sampler
        self.node = node
        self.repository = repository
        self.ambient = ambient
        self.catchUp = catchUp
        self.logger = logger
        self.clock = clock
    }

    /// Samples until the server stops.
    package func run() async throws {
        await self.remember(at: self.ambient.now())
        var boundaries = MinuteBoundaries()
        await PollingLoop(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
            guard let minute = boundaries.ended(at: self.ambient.now()) else { return false }
            if !self.sampler.isLeading { await self.put(atMinute: minute) }
            return false
        }
        await self.putGoodbye(at: self.ambient.now())
    }

    /// Registers the series of the last two days, so that they keep their labels.
    ///
    /// Where they cannot be read, the first series that are counted get the places; the node works all the same.
    private func remember(at now: Instant) async {
        let resolution = MetricResolution.fiveMinutes
        let last = resolution.row(ofPoint: resolution.point(of: now))
        let rows = try? await self.repository.read { view in try view.metricRows(resolution, (last - 2)...last, of: nil)
        }
        self.sampler.remember(Array(Set((rows ?? []).map(\.id.key))))
    }

    /// Stores the sample of a minute that has ended, and earlier ones that could not be stored.
    package func put(atMinute minute: Int64) async {
        await self.sampler.refresh()
        await self.put(self.sampler.sample(minute: minute))
    }

    /// Stores the sample of the current minute, and that this node stops.
    package func putGoodbye(at now: Instant) async {
        await self.sampler.refresh()
        let sample = self.sampler.sample(minute: MetricResolution.minute.point(of: now))
        await self.put(MetricSample(minute: sample.minute, values: sample.values + [NodeRoster.goodbye]))
    }

    private func put(_ sample: MetricSample) async {
        let samples = self.waiting.take() + [sample]
        do throws(RepositoryError) {
            try await self.repository.write { unit in
                for sample in samples { try unit.put(NodeSample(node: self.node, sample: sample)) }
            }
        } catch {
            self.waiting.keep(samples.suffix(Self.greatestWaitingCount))
            self.logger.warning(
                "The node's metrics cannot be written now; the node tries again in the next minute.",
                metadata: ["code": "\(error.code)"]
            )
        }
    }

    /// The samples that could not be stored yet.
    private final class WaitingSamples: Sendable {
        private let samples = Mutex<[MetricSample]>([])

        func take() -> [MetricSample] {
            self.samples.withLock { samples in
                defer { samples = [] }
                return samples
            }
        }

        func keep(_ kept: ArraySlice<MetricSample>) {
            self.samples.withLock { $0 = Array(kept) }
        }
    }
}
