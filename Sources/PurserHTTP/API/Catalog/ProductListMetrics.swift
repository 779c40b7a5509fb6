import Ledger
import Metrics
import Synchronization

/// How product lists are answered: how many, how they end, and how long they take.
///
/// The counter and the timer of an app are found once and kept: looking one up by its labels takes longer than
/// counting.
final class ProductListMetrics: Sendable {
    private struct Entry {
        let answered: Counter
        let seconds: Timer
    }

    private let entries = Mutex<[AppName: Entry]>([:])

    /// No metrics yet.
    init() {}

    /// Does the work that answers a list, and takes note of it.
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
