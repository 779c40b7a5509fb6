import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Sends prepared HTTP/1.1 requests over a number of persistent connections and measures the time of each answer.
///
/// A general HTTP client would cost more than the server under test on the same two cores; this one writes prepared
/// bytes and only searches for the status and the end of each answer.
struct LoadGenerator {
    /// The results of a run.
    struct Outcome {
        /// The number of answers from 200 to 299.
        var succeeded = 0
        /// The number of other answers.
        var failed = 0
        /// The time from the first request to the last answer.
        var duration: Duration = .zero
        /// The processor time of this process during the run: unlike the wall clock it excludes other processes.
        var processorSeconds = 0.0
        /// The latencies, in the order of the answers.
        var latencies: [Duration] = []

        /// Successful answers per second.
        var perSecond: Double { Double(self.succeeded) / self.duration.seconds }

        /// Returns a percentile of the latencies.
        func percentile(_ percent: Double) -> Duration {
            let sorted = self.latencies.sorted()
            guard !sorted.isEmpty else { return .zero }
            return sorted[min(sorted.count - 1, Int(Double(sorted.count) * percent / 100))]
        }
    }

    let group: any EventLoopGroup
    let port: Int
    let connections: Int

    /// Sends each request once, as fast as the connections allow or at an even pace.
    ///
    /// `perSecond` is the pace. With a pace, latency counts from when the request should have been sent, so a stall is
    /// not hidden by sending less meanwhile.
    func send(_ requests: [ByteBuffer], perSecond: Double? = nil) async throws -> Outcome {
        let clock = ContinuousClock()
        let queue = RequestQueue(requests: requests, perSecond: perSecond, clock: clock)
        let started = clock.now
        let processorSeconds = Self.processorSeconds()
        var outcome = try await withThrowingTaskGroup(of: Outcome.self) { tasks in
            for _ in 0..<self.connections {
                tasks.addTask { try await self.connect(queue) }
            }
            var sum = Outcome()
            for try await part in tasks {
                sum.succeeded += part.succeeded
                sum.failed += part.failed
                sum.latencies += part.latencies
            }
            return sum
        }
        outcome.duration = clock.now - started
        outcome.processorSeconds = Self.processorSeconds() - processorSeconds
        return outcome
    }

    /// Returns the processor time of this process so far.
    static func processorSeconds() -> Double {
        // POSIX counts in microseconds.
        Double(clock()) / 1_000_000
    }

    private func connect(_ queue: RequestQueue) async throws -> Outcome {
        let promise = self.group.any().makePromise(of: Outcome.self)
        let channel = try await ClientBootstrap(group: self.group)
            .channelOption(.socketOption(.so_reuseaddr), value: 1)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(AnswerReader(queue: queue, promise: promise))
                }
            }
            .connect(host: "127.0.0.1", port: self.port)
            .get()
        defer { channel.close(promise: nil) }
        return try await promise.futureResult.get()
    }
}

/// The requests that the connections share, each given out once.
final class RequestQueue: Sendable {
    /// A request and its due time.
    struct Turn {
        /// The whole request.
        let request: ByteBuffer
        /// The instant at which to send it.
        let dueAt: ContinuousClock.Instant
    }

    private let requests: [ByteBuffer]
    private let interval: Duration?
    private let started: ContinuousClock.Instant
    private let next = Atomic<Int>(0)

    init(requests: [ByteBuffer], perSecond: Double?, clock: ContinuousClock) {
        self.requests = requests
        self.interval = perSecond.map { .nanoseconds(Int64(1e9 / $0)) }
        self.started = clock.now
    }

    /// Returns the next request, or `nil` after the last.
    func take() -> Turn? {
        let index = self.next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < self.requests.count else { return nil }
        let dueAt = self.interval.map { self.started + $0 * index } ?? ContinuousClock.now
        return Turn(request: self.requests[index], dueAt: dueAt)
    }
}
