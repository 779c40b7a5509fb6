package import Ledger
package import Logging
import PersistenceSQL
import Synchronization

/// A repository in memory, simple enough to be seen right; it shows what the others must answer.
///
/// It keeps every fact and derives owners at each question instead of keeping them.
package final class InMemoryRepository: Repository {
    /// What cannot be read.
    package let damage = MemoryDamage()

    private let memory: Mutex<MemoryState>
    private let logger: Logger?
    private let onDueWork: @Sendable (DueWork) -> Void

    /// An empty repository; after each write, `onDueWork` receives every kind of work, because a worker may look in vain.
    package convenience init(logger: Logger? = nil, onDueWork: @escaping @Sendable (DueWork) -> Void = { _ in }) {
        self.init(MemoryState(), logger: logger, onDueWork: onDueWork)
    }

    private init(_ memory: MemoryState, logger: Logger?, onDueWork: @escaping @Sendable (DueWork) -> Void) {
        self.memory = Mutex(memory)
        self.logger = logger
        self.onDueWork = onDueWork
    }

    /// Returns a repository with the same content, in which signed objects were replaced by others, or removed where
    /// there is no other.
    package func copy(tamperingWith change: (SignedEvidence) -> SignedEvidence?) -> InMemoryRepository {
        var memory = self.memory.withLock { $0 }
        memory.evidence = memory.evidence.compactMap { entry in
            change(entry.evidence).map { MemoryState.Entry(app: entry.app, evidence: $0) }
        }
        return InMemoryRepository(memory, logger: self.logger, onDueWork: self.onDueWork)
    }

    /// Runs work that only reads.
    package func read<Outcome: Sendable>(
        as name: StaticString,
        _ work: @escaping @Sendable (any ReadView) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        let memory = self.memory.withLock { $0 }
        guard !memory.isClosed else { throw .unavailable }
        return try Self.run { try work(MemoryUnit(memory, damage: self.damage)) }
    }

    /// Runs work as one unit, which leaves nothing behind when it fails.
    package func write<Outcome: Sendable>(
        as name: StaticString,
        recording intake: Intake?,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        let entry: (@Sendable (Outcome) throws -> AuditedWork.Entry?)? = AuditedWork.entry()
        let repeatable = IdempotentWork.current
        let result = self.memory.withLock { memory in
            guard !memory.isClosed else { return Result<Outcome, RepositoryError>.failure(.unavailable) }
            let unit = MemoryUnit(memory, damage: self.damage)
            let result = Result { () throws(RepositoryError) in
                if let repeatable, !unit.memory.access.stands(repeatable.lease) { throw .leaseLost }
                let outcome = try Self.run { try work(unit) }
                try unit.memory.enter(outcome, entry)
                if let answer = try Self.run({ try repeatable?.keeping()(outcome) }), let repeatable {
                    unit.memory.access.end(repeatable.lease, answer)
                }
                return outcome
            }
            if case .success = result {
                for entry in unit.memory.audit.dropFirst(memory.audit.count) { self.logger?.note(entry) }
                memory = unit.memory
            }
            return result
        }
        let outcome = try result.get()
        var dueWork = DueWork()
        for kind in WorkKind.allCases { dueWork.add(kind, dueAt: DueWork.atOnce) }
        self.onDueWork(dueWork)
        return outcome
    }

    /// Refuses everything from now on.
    package func close() async {
        self.memory.withLock { $0.isClosed = true }
    }

    /// Runs work whose errors, as those of a database, say what is wrong with the ledger.
    private static func run<Outcome>(_ work: () throws -> Outcome) throws(RepositoryError) -> Outcome {
        do {
            return try work()
        } catch let error as RepositoryError {
            throw error
        } catch {
            throw .corrupt
        }
    }
}
