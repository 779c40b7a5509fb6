extension AlarmRules {
    /// The rules about the shop: fulfillment, orders, apps, the sandbox, the history and Apple's reports.
    struct Shop: Sendable {
        /// How often one customer tries again.
        private static let clump = 4.0
        /// So many have to fail within 15 minutes.
        private static let least = 20.0

        private struct Orders: Sendable {
            let refused: AlarmFigures.Counted
            let created: AlarmFigures.Counted?
            /// The series of each code.
            let codes: [(code: String, series: Int)]
        }

        private let openPurchases: [FigureGroup]
        private let attempts: [FigureGroup]
        private let sandbox: [AlarmFigures.Counted]
        private let orders: [Orders]
        private let outcomes: [AlarmFigures.Outcomes]
        private let suspended: [FigureGroup]
        private let gaps: [FigureGroup]
        private let drift: [FigureGroup]
        private let reportAges: [FigureGroup]
        private let differences: [FigureGroup]

        init(_ figures: AlarmFigures) {
            self.openPurchases = figures.groups("purser_delivery_oldest_open_seconds")
            self.attempts = figures.groups("purser_delivery_attempts_total", parts: 2) {
                $0["outcome"] == "failed" ? 1 : 0
            }
            self.sandbox = figures.counted("purser_sandbox_fulfilled_total")
            // One customer, or a program, that orders too often is refused as often as it tries.
            let refused = figures.groups("purser_order_refusals_total") { $0["code"] != "order_rate_limited" ? 0 : nil }
            let created = figures.counted("purser_orders_total") { $0["outcome"] == "created" }
            self.orders = refused.map { group in
                let created = created.first { $0.group.app == group.app }
                let usual = UsualCounts(group.series, beside: created?.group.series ?? [], figures)
                let codes = figures.history.keys(of: "purser_order_refusals_total").compactMap { key in
                    figures.history.number(of: key).flatMap { number in
                        group.series.contains(number) ? key["code"].map { (code: $0, series: number) } : nil
                    }
                }
                let counted = AlarmFigures.Counted(group: group, usual: usual)
                return Orders(refused: counted, created: created, codes: codes)
            }
            let reports = figures.outcomes("purser_app_reports_total", subject: Self.subject) { outcome in
                outcome == "ok" ? false : outcome == "failed" ? true : nil
            }
            let lists = figures.outcomes("purser_product_lists_total", named: "product_lists") { $0 != "ok" }
            let submissions = figures.outcomes("purser_submissions_total", named: "submissions") { outcome in
                switch EvidenceOutcome(rawValue: outcome) {
                case .recorded, .duplicate, .held: false
                case .refused: true
                case .forged, nil: nil
                }
            }
            self.outcomes = reports + lists + submissions
            self.suspended =
                figures.groups("purser_webhook_parked_lanes", subject: "endpoint")
                + figures.groups("purser_suspended_fulfillments", named: "fulfillments")
            self.gaps = figures.groups("purser_history_gap_seconds")
            self.drift = figures.groups("purser_status_drift")
            self.reportAges = figures.groups("purser_report_newest_age_seconds", subject: "kind")
            self.differences = figures.groups("purser_reconciliation_unexplained_differences")
        }

        func read(_ scope: inout AlarmScope) {
            scope.compare(.fulfillmentDelay, self.openPurchases, .critical)
            scope.compare(.streamsSuspended, self.suspended)
            scope.compare(.gapOpen, self.gaps, within: 10) { seconds, _ in seconds / 3600 }
            scope.compare(.statusDrift, self.drift, within: 180)
            scope.compare(.reportMissing, self.reportAges, within: 720) { seconds, group in
                let days = seconds / 86_400
                // Apple's financial reports are of months, and come a month later.
                return group.subject.hasPrefix("FINANC") ? days / 35 : days
            }
            scope.compare(.dayUnexplained, self.differences, within: 1440)
            self.readAttempts(&scope)
            self.readSandbox(&scope)
            for orders in self.orders where orders.refused.usual.isKnown { self.read(orders, &scope) }
            for outcomes in self.outcomes { self.read(outcomes, &scope) }
        }

        /// What a report of an app is about: a purchase that failed is of another kind than one that was completed.
        private static func subject(_ key: FigureKey) -> String {
            switch key["kind"] ?? "" {
            case "purchase_completed", "purchase_failed": "purchases"
            case let kind: kind
            }
        }

        /// The fulfiller fails: nearly all calls for a quarter of an hour.
        private func readAttempts(_ scope: inout AlarmScope) {
            guard scope.thresholds[.fulfillmentDelay].isEnabled else { return }
            for group in self.attempts {
                let failed = scope.count(group.parts[1], minutes: 15)
                guard failed >= 30 else { continue }
                let all = failed + scope.count(group.parts[0], minutes: 15)
                guard failed >= 0.9 * all else { continue }
                let key = AlarmKey(.fulfillmentDelay, app: group.app, subject: "fulfiller")
                scope.add(AlarmReading(key, severity: .critical, value: failed / all, limit: 0.9))
            }
        }

        private func readSandbox(_ scope: inout AlarmScope) {
            let setting = scope.thresholds[.sandboxMoney]
            guard setting.isEnabled else { return }
            for counted in self.sandbox {
                let count = scope.hourSoFar(counted.group.series) + counted.usual.came(hours: 23)
                guard count >= setting.limit, count >= 3 * (counted.usual.day ?? 0) else { continue }
                let key = counted.group.key(.sandboxMoney)
                scope.add(AlarmReading(key, severity: .warning, value: count, limit: setting.limit))
            }
        }

        private func read(_ orders: Orders, _ scope: inout AlarmScope) {
            let setting = scope.thresholds[.ordersRefused]
            guard setting.isEnabled else { return }
            let refused = scope.count(orders.refused.group.series, minutes: 15)
            guard refused >= Self.least else { return }
            let created = orders.created.map { scope.count($0.group.series, minutes: 15) } ?? 0
            let usual = orders.refused.usual
            let perHour = [usual.greatest[0], usual.greatest[1], (usual.day ?? 0) / 24].filter { !$0.isNaN }.max() ?? 0
            let usualCreated = orders.created?.usual.day ?? 0
            let ofCreated = usualCreated > 0 ? 1.5 * created * min(1, (usual.day ?? 0) / usualCreated) : 0
            let expected = max(perHour / 4 * 2, ofCreated)
            guard refused >= 0.2 * (refused + created), refused >= setting.limit * expected,
                CountTail.atLeast(refused, expecting: expected, clump: Self.clump) < CountTail.rare
            else { return }
            var facts = ["refused": "\(Int(refused))", "created": "\(Int(created))", "minutes": "15"]
            let counts = orders.codes.map { (code: $0.code, count: scope.count([$0.series], minutes: 15)) }
            facts["code"] = counts.max { ($0.count, $1.code) < ($1.count, $0.code) }?.code
            scope.add(
                AlarmReading(
                    orders.refused.group.key(.ordersRefused),
                    severity: .warning,
                    value: refused / max(1, expected),
                    limit: setting.limit,
                    facts: facts
                )
            )
        }

        private func read(_ outcomes: AlarmFigures.Outcomes, _ scope: inout AlarmScope) {
            let setting = scope.thresholds[.appFailing]
            // A kind of which most is a failure by its nature says nothing by its share.
            guard setting.isEnabled, let usual = outcomes.usualShare, usual < 0.6 else { return }
            let failed = scope.count(outcomes.group.parts[1], minutes: 15)
            guard failed >= Self.least else { return }
            let all = failed + scope.count(outcomes.group.parts[0], minutes: 15)
            let share = min(0.95, 1.5 * usual + 0.1)
            guard failed >= max(setting.limit, share) * all,
                CountTail.atLeast(failed, of: all, share: share, clump: Self.clump) < CountTail.rare
            else { return }
            let key = outcomes.group.key(.appFailing)
            let facts = ["failed": "\(Int(failed))", "of": "\(Int(all))", "minutes": "15"]
            scope.add(
                AlarmReading(key, severity: .warning, value: failed / all, limit: setting.limit, facts: facts)
            )
        }
    }
}
