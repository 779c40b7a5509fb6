import Ledger
import Metrics
import Synchronization

/// The metrics of product lists: their number, outcome and duration.
///
/// The counter and the timer of an app are cached, because a lookup by labels takes longer than counting.
final class ProductListMetrics: Sendable {
    private struct Entry {
        let answered: Counter
        let seconds: Timer
    }

    private let entries = Mutex<[AppName: Entry]>([:])

    /// Creates metrics.
    init() {}

    /// Runs the work of a response and measures it.
    func counting<Answer>(in app: AppName, _ work: () async throws -> Answer) async throws -> Answer {
        let begin = ContinuousClock.now
        let entry = self.entry(of: app)
        defer { entry.seconds.record(duration: ContinuousClock.now - begin) }
        do {
            let answer = try await work()
            entry.answered.increment()
            return answer
        } catch {
            if let code = Problem.code(of: error) {
                Counter(
                    label: "purser_product_lists_total",
                    dimensions: [("app", app.rawValue), ("outcome", code)]
                ).increment()
            }
            throw error
        }
    }

    private func entry(of app: AppName) -> Entry {
        self.entries.withLock { entries in
            if let known = entries[app] { return known }
            let made = Entry(
                answered: Counter(
                    label: "purser_product_lists_total",
                    dimensions: [("app", app.rawValue), ("outcome", "ok")]
                ),
                seconds: Timer(label: "purser_product_list_seconds", dimensions: [("app", app.rawValue)])
            )
            entries[app] = made
            return made
        }
    }
}
