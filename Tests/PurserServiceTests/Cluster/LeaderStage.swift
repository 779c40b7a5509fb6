import Ledger
import Logging
import PurserService
import PurserTesting
import ServiceLifecycle
import Synchronization

/// Nodes that share the database of one repository, by a clock that is moved, each with work that is one node's at a
/// time.
final class LeaderStage: Sendable {
    /// That a node began or ended the work.
    enum Note: Hashable {
        case began(String)
        case ended(String)
    }

    /// What happened, in order, and who has taken the leader role and is not at work yet.
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
        /// Whose leader role was over, each time that nothing of their work was going on any more.
        var idle: [String] { self.state.withLock { $0.idle } }
        var isStarting: Bool { self.state.withLock { !$0.starting.isEmpty } }

        func add(_ note: Note) {
            self.state.withLock { state in
                state.notes.append(note)
                switch note {
                case .began(let name):
                    state.starting.remove(name)
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

    /// The ledger as a node has it until it is cut off from it.
    final class Line: ForwardingRepository {
        let base: any Repository
        private let isCut = Atomic<Bool>(false)
        private let notes: NoteList

        init(_ stage: LeaderStage) {
            self.base = stage.repository
            self.notes = stage.notes
        }

        func cut() { self.isCut.store(true, ordering: .relaxed) }
        func mend() { self.isCut.store(false, ordering: .relaxed) }

        func acquire(
            _ leaderRole: LeaderRole,
            by node: NodeID,
            at now: Instant,
            until: Instant
        ) async throws(RepositoryError) -> Bool {
            if self.isCut.load(ordering: .relaxed) { throw .unavailable }
            let isTaken = try await self.base.acquire(leaderRole, by: node, at: now, until: until)
            if isTaken { self.notes.took(node.rawValue) }
            return isTaken
        }

        func release(_ leaderRole: LeaderRole, by node: NodeID) async throws(RepositoryError) {
            if self.isCut.load(ordering: .relaxed) { throw .unavailable }
            try await self.base.release(leaderRole, by: node)
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

    /// What happened, in order, with nobody's clock but the list's own.
    let notes = NoteList()
    let clock = ManualClock()
    let repository = InMemoryRepository()

    /// The leader role of a node.
    func leaderRole(_ name: String, on line: Line, fails: Bool = false) -> LeaderService<ManualClock> {
        LeaderService(
            .worker,
            of: NodeID(rawValue: name),
            repository: line,
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

    /// Who is at work.
    var working: Set<String> { self.notes.working }

    /// Lets time pass until something is so, a quarter of a second at a time and never before everybody sleeps who does
    /// between two steps; answers how long it took.
    func pass(nodes: Int, until isSo: () -> Bool) async -> Duration? {
        let begun = self.clock.now
        let patience = ContinuousClock.now + TestTimeout.duration
        while ContinuousClock.now < patience {
            if isSo() { return begun.duration(to: self.clock.now) }
            // Whoever waits for the leader role sleeps once; whoever has it twice. Who has taken it begins without a
            // clock, unless he renewed it while he was being ended, which only time tells.
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
