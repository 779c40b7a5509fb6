import Ledger
import PurserService

/// The state of a day of reconciliation, as a word and a color.
struct DashboardDayState: Sendable {
    /// A state that people tell apart.
    enum State: CaseIterable {
        case matched, explained, accepted, unexplained, reopened, notCompared, unreadable, notImported, notYet, gone
    }

    /// The state.
    let state: State

    /// Creates the state of a day, with the reason why it has no report.
    init(_ day: DayState, _ gap: ReconciliationResult.Gap?) {
        switch (day.phase, gap) {
        case (.accepted, _): self.state = .accepted
        case (.matched, _): self.state = .matched
        case (.explained, _): self.state = .explained
        case (.open, _) where day.isReopened: self.state = .reopened
        case (.open, _) where day.outcome == .unexplained: self.state = .unexplained
        case (.open, .notYet): self.state = .notYet
        case (.open, .notImported): self.state = .notImported
        case (.open, .gone): self.state = .gone
        case (.open, .unreadable): self.state = .unreadable
        case (.open, nil): self.state = .notCompared
        }
    }

    /// Creates a state.
    init(_ state: State) { self.state = state }

    /// The color of its chip.
    var color: String {
        switch self.state {
        case .matched, .explained, .accepted: "good"
        case .unexplained, .reopened, .unreadable: "bad"
        case .notCompared, .notImported: "warn"
        case .notYet, .gone: ""
        }
    }

    /// Returns the word for it.
    func word(_ visit: DashboardVisit) -> String {
        switch self.state {
        case .matched: visit.text("reconciliationMatched")
        case .explained: visit.text("reconciliationExplained")
        case .accepted: visit.text("reconciliationAccepted")
        case .unexplained: visit.text("reconciliationUnexplained")
        case .reopened: visit.text("reconciliationReopened")
        case .notCompared: visit.text("reconciliationNotCompared")
        case .unreadable: visit.text("reconciliationUnreadable")
        case .notImported: visit.text("reconciliationNotImported")
        case .notYet: visit.text("reconciliationNotYet")
        case .gone: visit.text("reconciliationGone")
        }
    }

    /// Returns the sentence that says what it means, and what to do.
    func sentence(_ visit: DashboardVisit) -> String {
        switch self.state {
        case .matched: visit.text("reconciliationMatchedSays")
        case .explained: visit.text("reconciliationExplainedSays")
        case .accepted: visit.text("reconciliationAcceptedSays")
        case .unexplained: visit.text("reconciliationUnexplainedSays")
        case .reopened: visit.text("reconciliationReopenedSays")
        case .notCompared: visit.text("reconciliationNotComparedSays")
        case .unreadable: visit.text("reconciliationUnreadableSays")
        case .notImported: visit.text("reconciliationNotImportedSays")
        case .notYet: visit.text("reconciliationNotYetSays")
        case .gone: visit.text("reconciliationGoneSays")
        }
    }
}
