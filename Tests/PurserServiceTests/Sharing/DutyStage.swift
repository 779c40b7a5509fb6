import Ledger
import Logging
import PurserService
import PurserTesting
import ServiceLifecycle
import Synchronization

/// Nodes that share the books of one repository, by a clock that is moved, each with work that is one node's at a time.
final class DutyStage: Sendable {
    /// That a node began or ended the work.
    enum Note: Hashable {
        case began(String)
        case ended(String)
    }

    /// The books as a node has them until it is cut off from them.
    final class Line: RepositoryAround {
        let base: any Repository
        private let isCut = Atomic<Bool>(false)

        init(_ base: any Repository) {
            self.base = base
        }

        func cut() { self.isCut.store(true, ordering: .relaxed) }
        func mend() { self.isCut.store(false, ordering: .relaxed) }

        func take(
            _ duty: Duty,
            by node: NodeID,
            at now: Instant,
            until: Instant
        ) async throws(RepositoryError) -> Bool {
            if self.isCut.load(ordering: .relaxed) { throw .unavailable }
            return try await self.base.take(duty, by: node, at: now, until: until)
        }

        func leave(_ duty: Duty, by node: NodeID) async throws(RepositoryError) {
            if self.isCut.load(ordering: .relaxed) { throw .unavailable }
            try await self.base.leave(duty, by: node)
        }
    }

    /// Work that lasts until it is ended, or fails at once.
    private struct Work: Service {
        struct Failure: Error {}

        let name: String
        let fails: Bool
        let stage: DutyStage

        func run() async throws {
            self.stage.notes.withLock { $0.append(.began(self.name)) }
            defer { self.stage.notes.withLock { $0.append(.ended(self.name)) } }
            if self.fails { throw Failure() }
            try? await gracefulShutdown()
        }
    }

    /// What happened, in order, with nobody's clock but the list's own.
    let notes = Mutex<[Note]>([])
    let clock = ManualClock()
    let books = InMemoryRepository()

    /// The duty of a node.
    func duty(_ name: String, on line: Line, fails: Bool = false) -> DutyService<ManualClock> {
        DutyService(
            .worker,
            of: NodeID(rawValue: name),
            repository: line,
            ambient: Ambient(
                now: { Sample.beginning + Span(milliseconds: self.clock.elapsedMilliseconds) },
                randomBytes: { Array(repeating: 0, count: $0) }
            ),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: self.clock,
            services: { [Work(name: name, fails: fails, stage: self)] }
        )
    }

    /// Who is at work.
    var working: Set<String> {
        self.notes.withLock { notes in
            notes.reduce(into: []) { working, note in
                switch note {
                case .began(let name): working.insert(name)
                case .ended(let name): working.remove(name)
                }
            }
        }
    }

    /// Lets time pass until something is so, a quarter of a second at a time and never before everybody sleeps who does
    /// between two steps; answers how long it took.
    func pass(nodes: Int, until isSo: () -> Bool) async -> Duration? {
        let begun = self.clock.now
        let patience = ContinuousClock.now + Patience.duration
        while ContinuousClock.now < patience {
            if isSo() { return begun.duration(to: self.clock.now) }
            // Whoever waits for the duty sleeps once; whoever has it twice.
            while self.clock.sleeperCount < nodes + self.working.count, ContinuousClock.now < patience {
                if isSo() { return begun.duration(to: self.clock.now) }
                await Task.yield()
            }
            self.clock.advance(by: .milliseconds(250))
        }
        return nil
    }
}
