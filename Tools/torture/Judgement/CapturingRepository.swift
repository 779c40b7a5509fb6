import Ledger
import PurserTesting
import Synchronization

/// Takes in units and hands them back, so that the real intake can be asked what it makes of evidence.
final class CapturingRepository: RepositoryAround {
    let base: any Repository = InMemoryRepository()
    private let captured = Mutex<[Intake]>([])

    /// What was recorded since the last question.
    func take() -> [Intake] {
        self.captured.withLock { captured in
            defer { captured = [] }
            return captured
        }
    }

    /// Remembers a unit.
    func record(_ intake: Intake) async throws(RepositoryError) -> Recorded {
        self.captured.withLock { $0.append(intake) }
        return Recorded(isNew: true, claim: nil, wasSubmittedBefore: false)
    }
}
