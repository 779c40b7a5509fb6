import Ledger
import PurserTesting
import Synchronization

/// A repository that compares what its base reports after a commit with the work that waits then.
///
/// Work that a write creates, or makes due earlier, and that is not reported would wait for a worker's next look.
final class ReportedWork: ObservedRepository {
    private struct State {
        var reported = DueWork()
        var known = DueWork()
        /// The writes under way.
        var running = 0
        /// Whether writes overlapped since the work that waits was read.
        var hasOverlapped = false
        var omissions: [String] = []
    }

    let base: any Repository
    private let state = Mutex(State())

    /// Creates a repository around another, whose reports `take` receives.
    init(_ base: any Repository) {
        self.base = base
    }

    /// The work that was not reported, as sentences.
    var omissions: [String] { self.state.withLock { $0.omissions } }

    /// Takes a report of the base.
    func take(_ work: DueWork) {
        self.state.withLock { state in
            for kind in work.kinds {
                if let dueAt = work[kind] { state.reported.add(kind, dueAt: dueAt) }
            }
        }
    }

    /// Runs work as one unit, and compares.
    func write<Outcome: Sendable>(
        as name: StaticString,
        recording intake: Intake?,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        self.state.withLock { state in
            state.running += 1
            if state.running > 1 { state.hasOverlapped = true }
        }
        let outcome: Outcome
        do throws(RepositoryError) {
            outcome = try await self.base.write(as: name, recording: intake, work)
        } catch {
            self.state.withLock { $0.running -= 1 }
            throw error
        }
        let waiting = try? await self.base.read { view in try view.waitingWork(of: nil) }
        self.state.withLock { state in
            state.running -= 1
            if let waiting, !state.hasOverlapped { Self.compare(waiting.due, &state, useCase: "\(name)") }
            state.known = waiting?.due ?? DueWork()
            state.reported = DueWork()
            if state.running == 0 { state.hasOverlapped = false }
        }
        return outcome
    }

    private static func compare(_ waiting: DueWork, _ state: inout State, useCase: String) {
        for kind in waiting.kinds {
            guard let dueAt = waiting[kind], state.known[kind].map({ dueAt < $0 }) ?? true else { continue }
            // A change of endpoints can free what waited; their worker wakes the others.
            if [.eventStreams, .fulfillments].contains(kind), state.reported[.endpoints] != nil { continue }
            guard state.reported[kind].map({ $0 <= dueAt }) ?? false else {
                state.omissions.append("\(useCase) made \(kind) due without a report.")
                continue
            }
        }
    }
}
