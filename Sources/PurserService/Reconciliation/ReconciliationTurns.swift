package import Ledger

/// Lets one comparison of an app run at a time, so that comparisons that overlap never overwrite what a later one
/// found.
package actor ReconciliationTurns {
    private var busy: Set<AppName> = []
    private var waiting: [AppName: [CheckedContinuation<Void, Never>]] = [:]

    /// Creates turns of which none is taken.
    package init() {}

    /// How many wait for their turn.
    package var waitingCount: Int { self.waiting.values.reduce(0) { $0 + $1.count } }

    /// Waits until no other comparison of the app runs; the caller ends the turn with `leave`.
    package func take(_ app: AppName) async {
        guard !self.busy.insert(app).inserted else { return }
        await withCheckedContinuation { self.waiting[app, default: []].append($0) }
    }

    /// Ends a turn; the next goes to the comparison that has waited longest.
    package func leave(_ app: AppName) {
        guard var queue = self.waiting[app], !queue.isEmpty else {
            self.busy.remove(app)
            return
        }
        let next = queue.removeFirst()
        self.waiting[app] = queue.isEmpty ? nil : queue
        next.resume()
    }
}
