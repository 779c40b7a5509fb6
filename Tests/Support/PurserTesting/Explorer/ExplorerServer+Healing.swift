import AppStore
import AppStoreSimulator
import Ledger
import Logging
import PurserService

extension ExplorerServer {
    /// Reads the store's history of notifications, after which nothing that it lists is unknown.
    func heal() async throws {
        guard !self.isDown else { return }
        let line = WorldTransport(to: self.world)
        let now = self.now
        let reading = HistoryReading(
            repository: self.repository,
            ingest: self.ingest,
            app: self.app,
            client: try line.client(bundleID: ExplorerShop.bundleID, budget: LocalRequestBudget()),
            ambient: Ambient(now: { now }, randomBytes: { count in Array(repeating: 7, count: count) }),
            logger: Logger(label: "explorer") { _ in SwiftLogNoOpLogHandler() }
        )
        do throws(HealingError) {
            let count = try await reading.run(self.environment)
            if count.missing > 0 { self.count(.healed) }
            if count.refused > 0 {
                self.trouble("consistency", "\(count.refused) genuine notifications of the history were refused")
            }
            self.log("heals: \(count.missing) of \(count.listed) were missing")
        } catch {
            self.trouble("consistency", "the history could not be read: \(error.code)")
            return
        }
        if line.calls.contains(where: { $0.contains("paginationToken=") }) { self.count(.pageTwo) }
        let earliest = now - HistoryPlan.reach
        let taken = self.taken
        for notification in self.world.notifications(from: 0)
        where notification.app.bundleId == ExplorerShop.bundleID && !taken.contains(notification.index) {
            guard notification.signedAt.milliseconds >= earliest.milliseconds,
                notification.signedAt.milliseconds <= now.milliseconds
            else { continue }
            self.note(notification, notification.signedPayload, nil)
        }
    }
}
