import Ledger
import Synchronization

/// A way of keeping a ledger that loses what was acknowledged, to show that the suite notices.
package enum CrashFlaw: String, Hashable, Sendable, CaseIterable {
    /// `synchronous` is OFF on every connection.
    case doesNotSync
    /// It acknowledges before it commits.
    case answersBeforeCommit
    /// A duplicate is acknowledged from a list of what has been seen.
    case remembersWhatItSaw
    /// A duplicate is acknowledged from a read.
    case readsWhatIsThere
    /// The disk says that it syncs, and does not.
    case diskLies
    /// The log that an earlier process left is not written again when the file is opened.
    case trustsTheLog
}

/// A repository that answers too early, on purpose.
final class FlawedRepository: ObservedRepository {
    /// The repository that keeps everything.
    let base: any Repository
    private let flaw: CrashFlaw
    private let seen = Mutex<Set<EvidenceDigest>>([])

    /// A repository with a flaw around one that has none.
    init(_ base: any Repository, flaw: CrashFlaw) {
        self.base = base
        self.flaw = flaw
    }

    /// Records one unit, or says so; runs other work.
    func write<Outcome: Sendable>(
        as name: StaticString,
        recording intake: Intake?,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        let early = RecordingResult(isNew: false, claim: nil, wasSubmittedBefore: false) as? Outcome
        if let early, let intake, let mark = intake.evidence.last?.digest {
            switch self.flaw {
            case .answersBeforeCommit:
                let base = self.base
                Task { try await base.record(intake) }
                return early
            case .remembersWhatItSaw:
                guard self.seen.withLock({ $0.insert(mark).inserted }) else { return early }
            case .readsWhatIsThere:
                let known = try await self.base.read { view in try view.evidence(mark, app: intake.app) }
                if known != nil { return early }
            case .doesNotSync, .diskLies, .trustsTheLog: break
            }
        }
        return try await self.base.write(as: name, recording: intake, work)
    }
}
