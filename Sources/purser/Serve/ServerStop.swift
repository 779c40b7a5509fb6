import Dispatch
import Foundation
package import Logging
package import ServiceLifecycle
import Synchronization
import UnixSignals

/// Runs a server's services until a signal asks to stop or one of them ends, and sees to it that the process then ends
/// within a bounded time, whatever its services wait for.
///
/// What is at hand is finished for a while; then what still runs is canceled; then the process ends without it. Killing
/// it at any moment loses nothing that was acknowledged, because an acknowledgment follows a commit that is on disk.
package final class ServerStop {
    /// How long services have for what is at hand, from the signal on: longer than healthy requests take, and short
    /// enough for the rest to end in time.
    static let patience: Duration = .seconds(5)
    /// When the process ends at the latest, from the signal or the service's end on: the documents promise ten seconds.
    package static let limit: Duration = .milliseconds(8500)
    /// How long the last line of the log may take, because standard error may be a pipe that nobody reads.
    static let logging: Duration = .milliseconds(500)
    /// How long what was used may take to close besides the database; whatever is left, the system closes.
    static let closing: Duration = .seconds(1)

    /// What a signal, or a service that ended, has begun.
    private final class State: Sendable {
        /// What has begun.
        private struct Stop {
            /// Whether a signal has asked for it.
            var isAsked = false
            /// Whether the end is set.
            var hasEnd = false
            /// What ended although nobody had asked.
            var cause: String?
        }

        let running = RunningServices()
        let logger: Logger
        private let limit: Duration
        private let stop = Mutex(Stop())

        init(logger: Logger, limit: Duration) {
            self.logger = logger
            self.limit = limit
        }

        /// Whether a signal has asked to stop.
        var isAsked: Bool { self.stop.withLock { $0.isAsked } }

        /// Takes note of a signal.
        func ask() {
            self.begin { $0.isAsked = true }
        }

        /// Takes note of a service that ended although nobody had asked, after which all others are stopped.
        func note(_ cause: String) {
            self.begin { $0.cause = $0.cause ?? cause }
        }

        /// Sets the end, the first time.
        private func begin(_ change: (inout Stop) -> Void) {
            let isFirst = self.stop.withLock { stop in
                defer { stop.hasEnd = true }
                change(&stop)
                return !stop.hasEnd
            }
            // A thread of its own, because those that all share may be what hangs.
            if isFirst { Thread.detachNewThread { self.end() } }
        }

        /// Ends the process, whatever runs, once its time is over.
        private func end() {
            let over = DispatchSemaphore(value: 0)
            _ = over.wait(timeout: .now() + self.limit.seconds)
            let cause = self.stop.withLock { $0.isAsked ? nil : $0.cause }
            Thread.detachNewThread {
                var metadata: Logger.Metadata = ["running": "\(self.running.names.joined(separator: ", "))"]
                if let cause { metadata["cause"] = "\(cause)" }
                self.logger.error(
                    "The server ends although something still runs; nothing that was acknowledged is lost.",
                    metadata: metadata
                )
                over.signal()
            }
            _ = over.wait(timeout: .now() + ServerStop.logging.seconds)
            // Not `exit`, whose handlers may wait for what hangs.
            _exit((cause == nil ? ExitStatus.done : .unavailable).rawValue)
        }
    }

    private let state: State
    /// Hear of the signals beside the group's own, even when every thread that tasks share is taken.
    private let signals: [any DispatchSourceSignal]

    /// A stop that nobody has asked for yet.
    package init(logger: Logger, limit: Duration = ServerStop.limit) {
        let state = State(logger: logger, limit: limit)
        let queue = DispatchQueue(label: "purser.stop")
        self.state = state
        self.signals = [SIGTERM, SIGINT].map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { state.ask() }
            source.resume()
            return source
        }
    }

    deinit {
        for source in self.signals { source.cancel() }
    }

    /// Runs the services until they have ended, and returns why, if they were not asked to.
    package func run(_ services: [any Service]) async -> Result<Void, any Error> {
        let state = self.state
        var configuration = ServiceGroupConfiguration(
            services: services.map { Observed(service: $0, state: state) },
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: state.logger
        )
        configuration.maximumGracefulShutdownDuration = Self.patience
        do {
            try await ServiceGroup(configuration: configuration).run()
            return .success(())
        } catch {
            return state.isAsked ? .success(()) : .failure(error)
        }
    }

    /// Closes the database, however long that takes, and then the rest, which may take a moment only.
    ///
    /// A connection that is being made takes seconds to give up, and the system closes it as well.
    func close(database: () async -> Void, rest: @escaping @Sendable () async -> Void) async {
        await self.state.running.run("database") { await database() }
        await Self.attempt(rest)
    }

    /// Awaits work for a moment; what takes longer ends with the process.
    @concurrent private static func attempt(_ work: @escaping @Sendable () async -> Void) async {
        let (isOver, end) = AsyncStream<Void>.makeStream()
        Task {
            await work()
            end.finish()
        }
        Task {
            try? await ContinuousClock().sleep(for: Self.closing)
            end.finish()
        }
        for await _ in isOver {}
    }

    /// A service whose end is noted.
    private struct Observed: Service, CustomStringConvertible {
        let service: any Service
        let state: State

        /// The service's name; without it the group would describe every value that the service holds.
        var description: String { RunningServices.name(of: self.service) }

        func run() async throws {
            try await self.state.running.run(RunningServices.name(of: self.service)) {
                do {
                    try await self.service.run()
                    // The group ends with its first service, whatever the others do.
                    if !self.state.isAsked { self.state.note(RunningServices.name(of: self.service)) }
                } catch {
                    // What a stop breaks off has failed for no other reason, and must not end the others before their
                    // time.
                    guard self.state.isAsked else {
                        self.state.note("\(RunningServices.name(of: self.service)): \(error)")
                        throw error
                    }
                    if error is CancellationError { return }
                    self.state.logger.notice(
                        "A service ended with an error while the server stopped.",
                        metadata: ["service": "\(RunningServices.name(of: self.service))", "error": "\(error)"]
                    )
                }
            }
        }
    }
}

extension Duration {
    /// In seconds, as Dispatch counts.
    fileprivate var seconds: Double {
        let (seconds, attoseconds) = self.components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}

/// The services of a server that have not ended yet.
final class RunningServices: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// None yet.
    init() {}

    /// The names of those that run, sorted.
    var names: [String] { self.counts.withLock { $0.keys.sorted() } }

    /// Does work under a name, which is among the others as long as it lasts.
    func run<Outcome>(_ name: String, _ work: () async throws -> Outcome) async rethrows -> Outcome {
        self.counts.withLock { $0[name, default: 0] += 1 }
        defer {
            self.counts.withLock { counts in
                let left = counts[name, default: 1] - 1
                counts[name] = left == 0 ? nil : left
            }
        }
        return try await work()
    }

    /// A service's name: its type, without what it is made of.
    static func name(of service: any Service) -> String {
        String("\(type(of: service))".prefix { $0 != "<" })
    }
}
