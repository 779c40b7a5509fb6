import Ledger
import Logging
import PurserService
import PurserTesting
import ServiceLifecycle
import Synchronization
import Testing

/// Nodes that share the database of one repository, with a clock that the test advances, each with leader-only work.
final class LeaderStage: Sendable {
    /// The beginning or the end of a node's work.
    enum Note: Hashable {
        case began(String)
        case ended(String)
    }

    /// The beginnings and ends in order, and the node that has acquired the leader role and has not begun yet.
    final class NoteList: Sendable {
        private struct State {
            var notes: [Note] = []
            var working: Set<String> = []
            var starting: Set<String> = []
            var idle: [String] = []
        }

        private let state = Mutex(State())

        var notes: [Note] { self.state.withLock { $0.notes } }
        var working: Set<String> { self.state.withLock { $0.working } }
        /// The nodes whose leadership ended, recorded each time that all of their work had ended.
        var idle: [String] { self.state.withLock { $0.idle } }
        var isStarting: Bool { self.state.withLock { !$0.starting.isEmpty } }

        func add(_ note: Note) {
            self.state.withLock { state in
                state.notes.append(note)
                switch note {
                case .began(let name):
                    // Otherwise the stage would advance time while a node begins.
                    if state.starting.remove(name) == nil {
                        Issue.record("The stage did not see \(name) acquire the leader role.")
                    }
                    state.working.insert(name)
                case .ended(let name): state.working.remove(name)
                }
            }
        }

        func ended(_ name: String) {
            self.state.withLock { state in if !state.working.contains(name) { state.idle.append(name) } }
        }

        func took(_ name: String) {
            self.state.withLock { state in if !state.working.contains(name) { state.starting.insert(name) } }
        }
    }

    /// The repository of nodes, until they are cut off.
    final class Line: ObservedRepository {
        let base: any Repository
        private let isCut = Atomic<Bool>(false)

        init(_ stage: LeaderStage) { self.base = stage.repository }

        func cut() { self.isCut.store(true, ordering: .relaxed) }
        func mend() { self.isCut.store(false, ordering: .relaxed) }

        func willRun(_ call: RepositoryCall) async throws(RepositoryError) {
            if self.isCut.load(ordering: .relaxed) { throw .unavailable }
        }
    }

    /// The same line as one node uses it, which notes that the node acquires the leader role or renews it.
    private struct NodeLine: ObservedRepository {
        let base: any Repository
        let name: String
        let notes: NoteList

        /// `LeaderService.take()` asks for the role, and its unit of work returns whether the node holds it.
        func didRun(_ call: RepositoryCall, _ outcome: any Sendable) async throws(RepositoryError) {
            if call.isFrom("take"), outcome as? Bool == true { self.notes.took(self.name) }
        }
    }

    /// Work that lasts until it is ended, or fails at once.
    private struct Work: Service {
        struct Failure: Error {}

        let name: String
        let fails: Bool
        let stage: LeaderStage

        func run() async throws {
            self.stage.notes.add(.began(self.name))
            defer { self.stage.notes.add(.ended(self.name)) }
            if self.fails { throw Failure() }
            try? await gracefulShutdown()
        }
    }

    /// The events in order, independent of any clock.
    let notes = NoteList()
    let clock = ManualClock()
    let repository = InMemoryRepository()

    /// The leader service of a node.
    func leaderRole(_ name: String, on line: Line, fails: Bool = false) -> LeaderService<ManualClock> {
        LeaderService(
            .worker,
            of: NodeID(rawValue: name),
            repository: NodeLine(base: line, name: name, notes: self.notes),
            ambient: Ambient(
                now: { Sample.beginning + Span(milliseconds: self.clock.elapsedMilliseconds) },
                randomBytes: { Array(repeating: 0, count: $0) }
            ),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: self.clock,
            ended: { self.notes.ended(name) },
            services: { [Work(name: name, fails: fails, stage: self)] }
        )
    }

    /// The nodes that work.
    var working: Set<String> { self.notes.working }

    /// Advances time until a condition holds, a quarter of a second at a time and only while every node sleeps that
    /// sleeps between two steps; returns how long it took.
    func pass(nodes: Int, until isSo: () -> Bool) async -> Duration? {
        let begun = self.clock.now
        let patience = ContinuousClock.now + TestTimeout.duration
        while ContinuousClock.now < patience {
            if isSo() { return begun.duration(to: self.clock.now) }
            // A node that waits for the leader role sleeps once; the leader sleeps twice. A node that has acquired the
            // role begins without a clock, unless it renewed the role while it was being ended, which only time shows.
            let grace = ContinuousClock.now + .seconds(2)
            while self.clock.sleeperCount < nodes + self.working.count
                || self.notes.isStarting && ContinuousClock.now < grace, ContinuousClock.now < patience
            {
                if isSo() { return begun.duration(to: self.clock.now) }
                await Task.yield()
            }
            self.clock.advance(by: .milliseconds(250))
        }
        return nil
    }
}
