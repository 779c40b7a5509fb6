import Ledger
import PurserService

/// The answer to "is everything in order?": one line for each thing that could need a person.
///
/// Each line is a bounded read, so that the page stays quick whatever waits.
struct DashboardChecks: Sendable {
    /// One line.
    struct Check: Sendable {
        /// How much it needs a person.
        enum State: String, Sendable {
            /// Nothing to do.
            case fine = "checkFine"
            /// Somebody should look at it today.
            case look = "checkLook"
            /// Somebody should look at it now.
            case now = "checkNow"
            /// It is not known.
            case unknown = "checkUnknown"
        }

        /// The key of what was checked.
        let name: String
        /// What was found; empty where it is an instant.
        var text = ""
        /// The instant that was found.
        var time: Instant?
        /// How much it needs a person.
        let state: State
        /// The page about it.
        let path: String

        /// The values for the template.
        func values(_ visit: DashboardVisit) -> [String: Any] {
            let color =
                switch self.state {
                case .fine: "good"
                case .look: "warn"
                case .now: "bad"
                case .unknown: ""
                }
            return [
                "name": visit.text(self.name), "text": self.text, "path": self.path, "color": color,
                "time": self.time.map { DashboardVisit.time($0) as Any } ?? false,
                "state": visit.text(self.state.rawValue),
            ]
        }
    }

    /// The counts of the same things in the navigation, which has the same limits.
    private typealias Counts = DashboardWaitingCounts

    /// The use cases of the server.
    let services: Services
    /// The visit.
    let visit: DashboardVisit
    /// The app.
    let app: DashboardApp

    /// Returns all lines.
    func all() async throws -> [Check] {
        var checks = [try await self.completeness(), try await self.notifications()]
        if let links = try await self.links() { checks.append(links) }
        checks.append(try await self.refunds())
        checks.append(try await self.orders())
        if let delay = try await self.fulfillmentDelay() { checks.append(delay) }
        checks.append(try await self.fulfillments())
        if let webhooks = try await self.webhooks() { checks.append(webhooks) }
        if let reports = try await self.reports() { checks.append(reports) }
        return checks
    }

    /// Up to when Apple's history was read without a gap.
    private func completeness() async throws -> Check {
        let gap = try await self.latest("purser_history_gap_seconds")
        guard let gap else {
            return Check(
                name: "checkComplete",
                text: self.visit.text("checkCompleteUnknown"),
                state: .unknown,
                path: self.app.path("links")
            )
        }
        let until = self.services.metrics.now() - .seconds(Int64(gap))
        return Check(
            name: "checkComplete",
            time: until,
            state: gap > 6 * 3600 ? .look : .fine,
            path: self.app.path("notifications")
        )
    }

    /// The notifications of the last hour.
    private func notifications() async throws -> Check {
        let series = try await self.lastHour("purser_notifications_total")
        var count: Float = 0
        var refused: Float = 0
        for one in series {
            let sum = one.points.reduce(0) { $0 + ($1 ?? 0) }
            let outcome = one.key.labels.first { $0.name == "outcome" }?.value
            count += sum
            if outcome == "refused" || outcome == "forged" { refused += sum }
        }
        return Check(
            name: "checkNotifications",
            text: refused > 0
                ? self.visit.text(
                    "checkNotificationsRefused",
                    DashboardNumbers.count(Int64(count)),
                    DashboardNumbers.count(Int64(refused))
                )
                : self.visit.text("checkNotificationsAll", DashboardNumbers.count(Int64(count))),
            state: refused > 0 ? .look : .fine,
            path: self.app.path("notifications")
        )
    }

    /// The connections to Apple's hosts; `nil` where none are probed.
    private func links() async throws -> Check? {
        let statuses = try await Problem.explaining(by: Problem.storage) {
            () throws(RepositoryError) in try await self.services.links.statuses()
        }
        guard !statuses.isEmpty else { return nil }
        let down = statuses.filter { $0.isUp == false }
        let isKnown = statuses.contains { $0.isUp != nil }
        return Check(
            name: "checkLinks",
            text: down.isEmpty
                ? self.visit.text(isKnown ? "checkLinksUp" : "checkLinksUnknown", "\(statuses.count)")
                : self.visit.text("checkLinksDown", down.map(\.host).joined(separator: ", ")),
            state: down.isEmpty ? isKnown ? .fine : .unknown : .now,
            path: self.app.path("links")
        )
    }

    /// The refund requests that wait for an answer.
    private func refunds() async throws -> Check {
        let name = self.app.app.name
        let (open, held) = try await Problem.explaining(by: Problem.refund) { () throws(RefundError) in
            let service = self.services.refunds
            return (
                try await service.list(RefundFilter(status: .requested), after: 0, limit: Counts.maximum, in: name),
                try await service.list(RefundFilter(status: .held), after: 0, limit: Counts.maximum, in: name)
            )
        }
        let waiting = open + held
        let deadlines = waiting.compactMap { waiting in
            waiting.record.openRequest.map { $0.signedAt + waiting.record.deadlines.answer }
        }
        guard let first = deadlines.min() else {
            return Check(
                name: "checkRefunds",
                text: self.visit.text("checkNothingWaits"),
                state: .fine,
                path: self.app.path("refunds")
            )
        }
        let left = first - self.services.ambient.now()
        return Check(
            name: "checkRefunds",
            text: self.visit.text(
                "checkRefundsWait",
                Counts.text(of: waiting.count),
                DashboardNumbers.duration(left, self.visit)
            ),
            state: left < .hours(1) ? .now : held.isEmpty ? .fine : .look,
            path: self.app.path("refunds")
        )
    }

    /// The orders that need attention.
    private func orders() async throws -> Check {
        let count = try await Problem.explaining(by: Problem.order) { () throws(OrderError) in
            try await self.services.orders.attentionCount(in: self.app.app, limit: Counts.maximum)
        }
        return self.waiting("checkOrders", count, self.app.path("orders"))
    }

    /// How long the oldest paid purchase waits for its fulfillment; `nil` where that was not measured within the hour.
    private func fulfillmentDelay() async throws -> Check? {
        guard let age = try await self.latest("purser_fulfillment_oldest_open_seconds") else { return nil }
        let longest = self.services.thresholds[.fulfillmentDelay].limit
        let waited = DashboardNumbers.duration(.seconds(Int64(age)), self.visit)
        return Check(
            name: "checkDelay",
            text: age > 0 ? self.visit.text("checkDelayOldest", waited) : self.visit.text("checkNothingWaits"),
            state: Double(age) >= longest ? .now : .fine,
            path: self.app.path("fulfillments")
        )
    }

    /// The fulfillments that are suspended.
    private func fulfillments() async throws -> Check {
        let count = try await Problem.explaining(by: Problem.fulfillment) { () throws(FulfillmentError) in
            try await self.services.fulfillments.suspendedCount(in: self.app.app.name, limit: Counts.maximum)
        }
        return self.waiting("checkFulfillments", count, self.app.path("fulfillments"))
    }

    /// The webhook endpoints; `nil` where there are none.
    private func webhooks() async throws -> Check? {
        let suspended = try await self.latest("purser_webhook_suspended_streams")
        let endpoints = try await Problem.explaining(by: Problem.webhook) { () throws(WebhookError) in
            try await self.services.webhooks.list(self.app.app.name)
        }
        guard !endpoints.isEmpty else { return nil }
        return self.waiting("checkWebhooks", Int(suspended ?? 0), self.app.path("webhooks"))
    }

    /// The days of Apple's reports that are open; `nil` where no day was ever compared.
    private func reports() async throws -> Check? {
        let today = PacificDay(of: self.services.ambient.now())
        let overview = try await Problem.explaining(by: Problem.reconciliation) { () throws(ReconciliationError) in
            try await self.services.reconciliation.overview(
                of: self.app.app.name,
                days: (today + -Counts.reportDays)...today
            )
        }
        guard !overview.states.isEmpty else { return nil }
        return self.waiting(
            "checkReports",
            overview.openCount,
            self.app.path("reconciliation")
        )
    }

    // MARK: Shared

    private func waiting(_ name: String, _ count: Int, _ path: String) -> Check {
        Check(
            name: name,
            text: self.visit.text(count == 0 ? "checkNothingWaits" : "checkWaits", Counts.text(of: count)),
            state: count == 0 ? .fine : .look,
            path: path
        )
    }

    private func lastHour(_ metric: String) async throws -> [MetricQuery.Series] {
        let now = MetricResolution.minute.point(of: self.services.metrics.now())
        return try await Problem.explaining(by: Problem.storage) {
            () throws(RepositoryError) in
            try await self.services.metrics.series(of: metric, app: self.app.app.name, .minute, (now - 59)...now)
        }
    }

    /// Returns the greatest of the newest values of a gauge within the last hour.
    private func latest(_ metric: String) async throws -> Float? {
        try await self.lastHour(metric).compactMap { $0.points.last { $0 != nil } ?? nil }.max()
    }
}
