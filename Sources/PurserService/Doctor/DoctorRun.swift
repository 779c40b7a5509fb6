package import Ledger
import Synchronization

/// The runs of the doctor in a server, one at a time, and the findings of the newest one.
package final class DoctorRun: Sendable {
    /// Runs all checks, and reports each finding as soon as it exists.
    package typealias Checks = @Sendable (_ report: @escaping @Sendable (DoctorFinding) -> Void) async -> Void

    /// The state of the newest run.
    package struct Progress: Hashable, Sendable {
        /// When it began.
        package let startedAt: Instant
        /// When it ended; `nil` while it is running.
        package fileprivate(set) var endedAt: Instant?
        /// The findings so far.
        package fileprivate(set) var findings: [DoctorFinding] = []
    }

    private let checks: Checks
    private let now: @Sendable () -> Instant
    private let state = Mutex<Progress?>(nil)

    /// Creates a doctor that has not run.
    package init(now: @escaping @Sendable () -> Instant, checks: @escaping Checks) {
        self.now = now
        self.checks = checks
    }

    /// The state of the newest run; `nil` before the first one.
    package var progress: Progress? { self.state.withLock { $0 } }

    /// Whether a run has not ended.
    package var isRunning: Bool { self.progress.map { $0.endedAt == nil } ?? false }

    /// Begins a run; while one is running, nothing changes.
    package func begin() {
        let startedAt = self.now()
        let isNew = self.state.withLock { state in
            guard state == nil || state?.endedAt != nil else { return false }
            state = Progress(startedAt: startedAt)
            return true
        }
        guard isNew else { return }
        // The checks take up to minutes, longer than the request that began them.
        Task {
            await self.checks { finding in self.state.withLock { $0?.findings.append(finding) } }
            let endedAt = self.now()
            self.state.withLock { $0?.endedAt = endedAt }
        }
    }
}
