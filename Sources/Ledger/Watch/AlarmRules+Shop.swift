extension AlarmRules {
    /// The rules about the shop: fulfillment, orders, apps, the Sandbox, the history and Apple's reports.
    struct Shop: Sendable {
        /// The number of attempts of one customer.
        private static let clump = 4.0
        /// The minimum number of failures within 15 minutes.
        private static let least = 20.0

        private struct Orders: Sendable {
            let refused: AlarmMetrics.Counted
            let created: AlarmMetrics.Counted?
            /// The series of each code.
            let codes: [(code: String, series: Int)]
        }

        private let openPurchases: [MetricGroup]
        private let attempts: [MetricGroup]
        private let sandbox: [AlarmMetrics.Counted]
        private let orders: [Orders]
        private let outcomes: [AlarmMetrics.Outcomes]
        private let suspended: [MetricGroup]
        private let gaps: [MetricGroup]
        private let drift: [MetricGroup]
        private let reportAges: [MetricGroup]
        private let differences: [MetricGroup]

        init(_ metrics: AlarmMetrics) {
            self.openPurchases = metrics.groups("purser_fulfillment_oldest_open_seconds")
            self.attempts = metrics.groups("purser_fulfillment_attempts_total", parts: 2) {
                $0["outcome"] == "failed" ? 1 : 0
            }
            self.sandbox = metrics.counted("purser_sandbox_fulfilled_total")
            // A single customer, or a program, that orders too often is refused at every attempt.
            let refused = metrics.groups("purser_order_refusals_total") { $0["code"] != "order_rate_limited" ? 0 : nil }
            let created = metrics.counted("purser_orders_total") { $0["outcome"] == "created" }
            self.orders = refused.map { group in
                let created = created.first { $0.group.app == group.app }
                let expected = ExpectedCounts(group.series, beside: created?.group.series ?? [], metrics)
                let codes = metrics.history.keys(of: "purser_order_refusals_total").compactMap { key in
                    metrics.history.number(of: key).flatMap { number in
                        group.series.contains(number) ? key["code"].map { (code: $0, series: number) } : nil
                    }
                }
                let counted = AlarmMetrics.Counted(group: group, expected: expected)
                return Orders(refused: counted, created: created, codes: codes)
            }
            let reports = metrics.outcomes("purser_app_reports_total", subject: Self.subject) { outcome in
                outcome == "ok" ? false : outcome == "failed" ? true : nil
            }
            let lists = metrics.outcomes("purser_product_lists_total", named: "product_lists") { $0 != "ok" }
            let submissions = metrics.outcomes("purser_submissions_total", named: "submissions") { outcome in
                switch EvidenceOutcome(rawValue: outcome) {
                case .recorded, .duplicate, .held: false
                case .refused: true
                case .forged, nil: nil
                }
            }
            self.outcomes = reports + lists + submissions
            self.suspended =
                metrics.groups("purser_webhook_suspended_streams", subject: "endpoint")
                + metrics.groups("purser_suspended_fulfillments", named: "fulfillments")
            self.gaps = metrics.groups("purser_history_gap_seconds")
            self.drift = metrics.groups("purser_status_drift")
            self.reportAges = metrics.groups("purser_report_newest_age_seconds", subject: "kind")
            self.differences = metrics.groups("purser_reconciliation_unexplained_differences")
        }

        func read(_ context: inout AlarmContext) {
            context.compare(.fulfillmentDelay, self.openPurchases, .critical)
            context.compare(.streamsSuspended, self.suspended)
            context.compare(.gapOpen, self.gaps, within: 10) { seconds, _ in seconds / 3600 }
            context.compare(.statusDrift, self.drift, within: 180)
            context.compare(.reportMissing, self.reportAges, within: 720) { seconds, group in
                let days = seconds / 86_400
                // Apple's financial reports cover months, and are available a month later.
                return group.subject.hasPrefix("FINANC") ? days / 35 : days
            }
            context.compare(.dayUnexplained, self.differences, within: 1440)
            self.readAttempts(&context)
            self.readSandbox(&context)
            for orders in self.orders where orders.refused.expected.isKnown { self.read(orders, &context) }
            for outcomes in self.outcomes { self.read(outcomes, &context) }
        }

        /// Returns the subject of an app's report: a failed purchase is of another kind than a completed one.
        private static func subject(_ key: MetricKey) -> String {
            switch key["kind"] ?? "" {
            case "purchase_completed", "purchase_failed": "purchases"
            case let kind: kind
            }
        }

        /// Reads whether the fulfiller fails: nearly all calls for a quarter of an hour.
        private func readAttempts(_ context: inout AlarmContext) {
            guard context.thresholds[.fulfillmentDelay].isEnabled else { return }
            for group in self.attempts {
                let failed = context.count(group.parts[1], minutes: 15)
                guard failed >= 30 else { continue }
                let all = failed + context.count(group.parts[0], minutes: 15)
                guard failed >= 0.9 * all else { continue }
                let key = AlarmKey(.fulfillmentDelay, app: group.app, subject: "fulfiller")
                context.add(AlarmReading(key, severity: .critical, value: failed / all, limit: 0.9))
            }
        }

        private func readSandbox(_ context: inout AlarmContext) {
            let setting = context.thresholds[.sandboxMoney]
            guard setting.isEnabled else { return }
            for counted in self.sandbox {
                let count = context.hourSoFar(counted.group.series) + counted.expected.came(hours: 23)
                guard count >= setting.limit, count >= 3 * (counted.expected.day ?? 0) else { continue }
                let key = counted.group.key(.sandboxMoney)
                context.add(AlarmReading(key, severity: .warning, value: count, limit: setting.limit))
            }
        }

        private func read(_ orders: Orders, _ context: inout AlarmContext) {
            let setting = context.thresholds[.ordersRefused]
            guard setting.isEnabled else { return }
            let refused = context.count(orders.refused.group.series, minutes: 15)
            guard refused >= Self.least else { return }
            let created = orders.created.map { context.count($0.group.series, minutes: 15) } ?? 0
            let past = orders.refused.expected
            let perHour = [past.greatest[0], past.greatest[1], (past.day ?? 0) / 24].filter { !$0.isNaN }.max() ?? 0
            let expectedCreated = orders.created?.expected.day ?? 0
            let ofCreated = expectedCreated > 0 ? 1.5 * created * min(1, (past.day ?? 0) / expectedCreated) : 0
            let expected = max(perHour / 4 * 2, ofCreated)
            guard refused >= 0.2 * (refused + created), refused >= setting.limit * expected,
                PoissonBound.atLeast(refused, expecting: expected, clump: Self.clump) < PoissonBound.rare
            else { return }
            var facts = ["refused": "\(Int(refused))", "created": "\(Int(created))", "minutes": "15"]
            let counts = orders.codes.map { (code: $0.code, count: context.count([$0.series], minutes: 15)) }
            facts["code"] = counts.max { ($0.count, $1.code) < ($1.count, $0.code) }?.code
            context.add(
                AlarmReading(
                    orders.refused.group.key(.ordersRefused),
                    severity: .warning,
                    value: refused / max(1, expected),
                    limit: setting.limit,
                    facts: facts
                )
            )
        }

        private func read(_ outcomes: AlarmMetrics.Outcomes, _ context: inout AlarmContext) {
            let setting = context.thresholds[.appFailing]
            // The share of failures means nothing for a kind of which most are failures by nature.
            guard setting.isEnabled, let expected = outcomes.expectedShare, expected < 0.6 else { return }
            let failed = context.count(outcomes.group.parts[1], minutes: 15)
            guard failed >= Self.least else { return }
            let all = failed + context.count(outcomes.group.parts[0], minutes: 15)
            let share = min(0.95, 1.5 * expected + 0.1)
            guard failed >= max(setting.limit, share) * all,
                PoissonBound.atLeast(failed, of: all, share: share, clump: Self.clump) < PoissonBound.rare
            else { return }
            let key = outcomes.group.key(.appFailing)
            let facts = ["failed": "\(Int(failed))", "of": "\(Int(all))", "minutes": "15"]
            context.add(
                AlarmReading(key, severity: .warning, value: failed / all, limit: setting.limit, facts: facts)
            )
        }
    }
}
