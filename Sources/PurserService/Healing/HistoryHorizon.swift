import Ledger
import Synchronization

/// What one reading has found out about how far back the App Store's notification history goes.
///
/// Several windows are read at a time; what the first of them finds out spares the others the question.
final class HistoryHorizon: Sendable {
    private struct State {
        var earliest: Instant?
        var hasAskedAboutAll = false
    }

    private let state = Mutex(State())

    /// A reading that knows nothing yet.
    init() {}

    /// The earliest start that the App Store accepts, once it was searched for.
    var earliest: Instant? {
        get { self.state.withLock { $0.earliest } }
        set { self.state.withLock { $0.earliest = newValue } }
    }

    /// Whether every chain is already to be asked about, because the history no longer tells of all of them.
    var hasAskedAboutAll: Bool {
        get { self.state.withLock { $0.hasAskedAboutAll } }
        set { self.state.withLock { $0.hasAskedAboutAll = newValue } }
    }
}
