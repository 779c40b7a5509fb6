import Dispatch
import Foundation
package import Logging
package import ServiceLifecycle
import Synchronization
import UnixSignals

/// Runs a server's services until a signal asks to stop or one of them ends, and ensures that the process then ends
/// within a bounded time.
///
/// The services first get time to finish their current work; then those that still run are canceled; then the process
/// ends without them. Killing it at any moment loses nothing that was acknowledged, because the server acknowledges
/// only what is committed to disk.
package final class ServerStop {
    /// The time that services have for their current work after the signal: longer than normal requests take, and short
    /// enough for the rest to end in time.
    static let patience: Duration = .seconds(5)
    /// The time after which the process ends at the latest, from the signal or the end of a service: the documentation
    /// promises ten seconds.
    package static let limit: Duration = .milliseconds(8500)
    /// The timeout of the last line of the log, because standard error may be a pipe without a reader.
    static let logging: Duration = .milliseconds(500)
    /// The timeout of closing resources other than the database; the system closes the others.
    static let closing: Duration = .seconds(1)

    /// The state of a stop that a signal or the end of a service began.
    private final class State: Sendable {
        /// The stop.
        private struct Stop {
            /// Whether a signal has asked for it.
            var isAsked = false
            /// Whether the end is set.
            var hasEnd = false
            /// The service that ended without a stop, if any.
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

        /// Records a signal.
        func ask() {
            self.begin { $0.isAsked = true }
        }

        /// Records a service that ended without a stop, after which all others are stopped.
        func note(_ cause: String) {
            self.begin { $0.cause = $0.cause ?? cause }
        }

        /// Begins the stop, the first time.
        private func begin(_ change: (inout Stop) -> Void) {
            let isFirst = self.stop.withLock { stop in
                defer { stop.hasEnd = true }
                change(&stop)
                return !stop.hasEnd
            }
            // It runs on its own thread, because the shared threads may be the ones that hang.
            if isFirst { Thread.detachNewThread { self.end() } }
        }

        /// Ends the process when its time is over, even if services still run.
        private func end() {
            let over = DispatchSemaphore(value: 0)
            _ = over.wait(timeout: .now() + self.limit.seconds)
            let cause = self.stop.withLock { $0.isAsked ? nil : $0.cause }
            Thread.detachNewThread {
                var metadata: Logger.Metadata = ["running": "\(self.running.names.joined(separator: ", "))"]
                if let cause { metadata["cause"] = "\(cause)" }
                self.logger.error(
                    "The server ends although some services still run; nothing that was acknowledged is lost.",
                    metadata: metadata
                )
                over.signal()
            }
            _ = over.wait(timeout: .now() + ServerStop.logging.seconds)
            // This is not `exit`, whose handlers may wait for what hangs.
            _exit((cause == nil ? ExitStatus.done : .unavailable).rawValue)
        }
    }

    private let state: State
    /// Sources for the signals in addition to the group's own, which work even if every shared thread is blocked.
    private let signals: [any DispatchSourceSignal]

    /// Creates a stop that has not begun.
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

    /// Runs the services until they have ended, and returns the failure if they were not asked to stop.
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

    /// Closes the database, without a time limit, and then the rest, within a short time.
    ///
    /// A connection that is being established takes seconds to give up, and the system closes it as well.
    func close(database: () async -> Void, rest: @escaping @Sendable () async -> Void) async {
        await self.state.running.run("database") { await database() }
        await Self.attempt(rest)
    }

    /// Awaits work for a short time; work that takes longer ends with the process.
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

    /// A service whose end is recorded.
    private struct Observed: Service, CustomStringConvertible {
        let service: any Service
        let state: State

        /// The service's name; by default the group would describe every value that the service holds.
        var description: String { RunningServices.name(of: self.service) }

        func run() async throws {
            try await self.state.running.run(RunningServices.name(of: self.service)) {
                do {
                    try await self.service.run()
                    // The group ends with its first service, regardless of the others.
                    if !self.state.isAsked { self.state.note(RunningServices.name(of: self.service)) }
                } catch {
                    // A service that a stop interrupts has no failure of its own, and must not end the others early.
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

    /// Creates an empty list.
    init() {}

    /// The names of the running services, sorted.
    var names: [String] { self.counts.withLock { $0.keys.sorted() } }

    /// Runs work under a name, which is in the list until the work ends.
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

    /// Returns a service's name: its type without generic arguments.
    static func name(of service: any Service) -> String {
        String("\(type(of: service))".prefix { $0 != "<" })
    }
}
