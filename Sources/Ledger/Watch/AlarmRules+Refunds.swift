extension AlarmRules {
    /// The rules about refunds, and about the answers to Apple's refund requests.
    struct Refunds: Sendable {
        /// The number of one customer's purchases that Apple refunds together.
        private static let clump = 5.0
        /// The minimum number of refunds of a wave.
        private static let leastWave = 12.0
        /// The minimum number of refunds of one product in a day that is unusual.
        private static let leastOfProduct = 15.0

        private struct App: Sendable {
            let group: MetricGroup
            let expected: ExpectedCounts
            let notifications: [Int]
            let shareOfNotifications: Double
            let products: [AlarmMetrics.Counted]
        }

        private let apps: [App]
        private let refused: [MetricGroup]
        private let missed: [MetricGroup]
        private let due: [MetricGroup]

        init(_ metrics: AlarmMetrics) {
            let metric = "purser_refunds_total"
            // New products after the first ones of an app are many at once.
            let products = metrics.counted(metric, subject: "product") { $0["product"] != "other" }
            let totals = Notifications.totals(metrics)
            self.apps = metrics.groups(metric) { AlarmMetrics.isReal($0) ? 0 : nil }.map { group in
                let total = totals.first { $0.group.app == group.app }
                // A shop without any refund has no such counter; its age is that of its notifications.
                let expected = ExpectedCounts(group.series, beside: total?.group.series ?? [], metrics)
                let day = total?.expected.day ?? 0
                return App(
                    group: group,
                    expected: expected,
                    notifications: total?.group.series ?? [],
                    shareOfNotifications: day > 0 ? min(0.5, (expected.day ?? 0) / day) : 0,
                    products: products.filter { $0.group.app == group.app }
                )
            }
            self.refused = metrics.groups("purser_refund_failures_total") {
                ["appstore_refused", "appstore_not_found", "refund_answer_illegal"].contains($0["code"]) ? 0 : nil
            }
            self.missed = metrics.groups("purser_refund_missed_total")
            self.due = metrics.groups("purser_refund_answers_due")
        }

        func read(_ context: inout AlarmContext) {
            context.compare(.refundAnswerDue, self.due, .critical)
            Self.count(.refundAnswerRefused, self.refused, &context)
            Self.count(.refundAnswerMissed, self.missed, &context)
            for app in self.apps where app.expected.isKnown {
                if context.thresholds[.refundWave].isEnabled, let wave = self.wave(app, context) { context.add(wave) }
                guard context.thresholds[.productRefunds].isEnabled else { continue }
                for product in app.products {
                    if let reading = self.product(product, of: app, context) { context.add(reading) }
                }
            }
        }

        /// Adds the counts within an hour.
        private static func count(_ name: AlarmName, _ groups: [MetricGroup], _ context: inout AlarmContext) {
            let setting = context.thresholds[name]
            guard setting.isEnabled else { return }
            for group in groups {
                let count = context.count(group.series, minutes: 60)
                guard count > 0, count >= setting.limit else { continue }
                let severity: AlarmReading.Severity = group.environment == .sandbox ? .warning : .critical
                context.add(AlarmReading(group.key(name), severity: severity, value: count, limit: setting.limit))
            }
        }

        /// Compares 2, 10 and 60 minutes: a sudden wave is visible in few minutes, a slow one in many.
        private func wave(_ app: App, _ context: AlarmContext) -> AlarmReading? {
            guard context.count(app.group.series, minutes: 60) >= Self.leastWave else { return nil }
            let limit = context.thresholds[.refundWave].limit
            let perHour =
                [app.expected.greatest[0], app.expected.greatest[1], (app.expected.day ?? 0) / 24]
                .filter { !$0.isNaN }.max() ?? 0
            // Refunds of unknown minutes may arrive now.
            let missed = Double(context.unknownCount(minutes: 360)) * perHour / 60
            for (minutes, burst) in [(2, 2), (10, 1.5), (60, 1)] as [(Int64, Double)] {
                let came = context.count(app.group.series, minutes: minutes)
                guard came >= Self.leastWave else { continue }
                let ofNotifications =
                    1.5 * app.shareOfNotifications * max(0, context.count(app.notifications, minutes: minutes) - came)
                let expected = max(perHour * Double(minutes) / 60 * burst, ofNotifications) + missed
                guard came >= limit * expected,
                    PoissonBound.atLeast(came, expecting: expected, clump: Self.clump) < PoissonBound.rare
                else { continue }
                var facts = [
                    "count": "\(Int(came))", "minutes": "\(minutes)", "expected": "\(Int(expected.rounded(.up)))",
                ]
                let products = app.products.map { ($0.group.subject, context.count($0.group.series, minutes: minutes)) }
                if let most = products.max(by: { $0.1 < $1.1 }), most.1 * 2 > came { facts["product"] = most.0 }
                return AlarmReading(
                    app.group.key(.refundWave),
                    severity: .critical,
                    value: came / max(1, expected),
                    limit: limit,
                    facts: facts
                )
            }
            return nil
        }

        /// Compares the last day, with each hour capped, so that a wave of few hours does not count: another alarm
        /// covers it.
        private func product(_ product: AlarmMetrics.Counted, of app: App, _ context: AlarmContext) -> AlarmReading? {
            let limit = context.thresholds[.productRefunds].limit
            guard let day = product.expected.day else { return nil }
            let greatest = max(3, day / 2)
            var came = min(greatest, context.hourSoFar(product.group.series))
            came += product.expected.counted[1..<ExpectedCounts.hourCount].reduce(0) {
                $1.isNaN ? $0 : $0 + min(greatest, $1)
            }
            guard came >= Self.leastOfProduct else { return nil }
            let expected = max(1, 1.5 * day)
            let ofProduct = context.hourSoFar(product.group.series) + product.expected.came(hours: 23)
            let others = max(0, context.hourSoFar(app.group.series) + app.expected.came(hours: 23) - ofProduct)
            let expectedOfOthers = max(0, (app.expected.day ?? 0) - day) + 1
            guard came >= limit * expected, came / expected >= 2.5 * others / expectedOfOthers,
                PoissonBound.atLeast(came, expecting: expected, clump: Self.clump) < PoissonBound.rare
            else { return nil }
            return AlarmReading(
                product.group.key(.productRefunds),
                severity: .warning,
                value: came / expected,
                limit: limit,
                facts: ["count": "\(Int(came))", "expected": "\(Int(expected.rounded(.up)))", "hours": "24"]
            )
        }
    }
}
