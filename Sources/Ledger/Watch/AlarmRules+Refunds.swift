extension AlarmRules {
    /// The rules about refunds, and about our answers to Apple's questions about them.
    struct Refunds: Sendable {
        /// How many of one customer's purchases Apple refunds together.
        private static let clump = 5.0
        /// Fewer refunds are no wave.
        private static let leastWave = 12.0
        /// Fewer refunds of one product in a day are nothing unusual.
        private static let leastOfProduct = 15.0

        private struct App: Sendable {
            let group: FigureGroup
            let usual: UsualCounts
            let notifications: [Int]
            let shareOfNotifications: Double
            let products: [AlarmFigures.Counted]
        }

        private let apps: [App]
        private let refused: [FigureGroup]
        private let missed: [FigureGroup]
        private let due: [FigureGroup]

        init(_ figures: AlarmFigures) {
            let metric = "purser_refunds_total"
            // What comes after the first products of an app is many products.
            let products = figures.counted(metric, subject: "product") { $0["product"] != "other" }
            let totals = Notifications.totals(figures)
            self.apps = figures.groups(metric) { AlarmFigures.isReal($0) ? 0 : nil }.map { group in
                let total = totals.first { $0.group.app == group.app }
                // A shop without any refund has no such counter; it is as old as its notifications.
                let usual = UsualCounts(group.series, beside: total?.group.series ?? [], figures)
                let day = total?.usual.day ?? 0
                return App(
                    group: group,
                    usual: usual,
                    notifications: total?.group.series ?? [],
                    shareOfNotifications: day > 0 ? min(0.5, (usual.day ?? 0) / day) : 0,
                    products: products.filter { $0.group.app == group.app }
                )
            }
            self.refused = figures.groups("purser_refund_failures_total") {
                ["appstore_refused", "appstore_not_found", "refund_answer_illegal"].contains($0["code"]) ? 0 : nil
            }
            self.missed = figures.groups("purser_refund_missed_total")
            self.due = figures.groups("purser_refund_answers_due")
        }

        func read(_ scope: inout AlarmScope) {
            scope.compare(.refundAnswerDue, self.due, .critical)
            Self.count(.refundAnswerRefused, self.refused, &scope)
            Self.count(.refundAnswerMissed, self.missed, &scope)
            for app in self.apps where app.usual.isKnown {
                if scope.thresholds[.refundWave].isEnabled, let wave = self.wave(app, scope) { scope.add(wave) }
                guard scope.thresholds[.productRefunds].isEnabled else { continue }
                for product in app.products {
                    if let reading = self.product(product, of: app, scope) { scope.add(reading) }
                }
            }
        }

        /// Counts within an hour.
        private static func count(_ name: AlarmName, _ groups: [FigureGroup], _ scope: inout AlarmScope) {
            let setting = scope.thresholds[name]
            guard setting.isEnabled else { return }
            for group in groups {
                let count = scope.count(group.series, minutes: 60)
                guard count > 0, count >= setting.limit else { continue }
                let severity: AlarmReading.Severity = group.environment == .sandbox ? .warning : .critical
                scope.add(AlarmReading(group.key(name), severity: severity, value: count, limit: setting.limit))
            }
        }

        /// Looks at 2, 10 and 60 minutes: a sudden wave shows in few, a slow one in many.
        private func wave(_ app: App, _ scope: AlarmScope) -> AlarmReading? {
            guard scope.count(app.group.series, minutes: 60) >= Self.leastWave else { return nil }
            let limit = scope.thresholds[.refundWave].limit
            let perHour =
                [app.usual.greatest[0], app.usual.greatest[1], (app.usual.day ?? 0) / 24]
                .filter { !$0.isNaN }.max() ?? 0
            // What came while nothing was known may come now.
            let missed = Double(scope.unknownCount(minutes: 360)) * perHour / 60
            for (minutes, burst) in [(2, 2), (10, 1.5), (60, 1)] as [(Int64, Double)] {
                let came = scope.count(app.group.series, minutes: minutes)
                guard came >= Self.leastWave else { continue }
                let ofNotifications =
                    1.5 * app.shareOfNotifications * max(0, scope.count(app.notifications, minutes: minutes) - came)
                let usual = max(perHour * Double(minutes) / 60 * burst, ofNotifications) + missed
                guard came >= limit * usual,
                    CountTail.atLeast(came, expecting: usual, clump: Self.clump) < CountTail.rare
                else { continue }
                var facts = ["count": "\(Int(came))", "minutes": "\(minutes)", "usual": "\(Int(usual.rounded(.up)))"]
                let products = app.products.map { ($0.group.subject, scope.count($0.group.series, minutes: minutes)) }
                if let most = products.max(by: { $0.1 < $1.1 }), most.1 * 2 > came { facts["product"] = most.0 }
                return AlarmReading(
                    app.group.key(.refundWave),
                    severity: .critical,
                    value: came / max(1, usual),
                    limit: limit,
                    facts: facts
                )
            }
            return nil
        }

        /// Looks at the last day, each hour cut off, so that a wave of few hours does not count: another alarm is about it.
        private func product(_ product: AlarmFigures.Counted, of app: App, _ scope: AlarmScope) -> AlarmReading? {
            let limit = scope.thresholds[.productRefunds].limit
            guard let day = product.usual.day else { return nil }
            let greatest = max(3, day / 2)
            var came = min(greatest, scope.hourSoFar(product.group.series))
            came += product.usual.counted[1..<UsualCounts.hourCount].reduce(0) {
                $1.isNaN ? $0 : $0 + min(greatest, $1)
            }
            guard came >= Self.leastOfProduct else { return nil }
            let usual = max(1, 1.5 * day)
            let ofProduct = scope.hourSoFar(product.group.series) + product.usual.came(hours: 23)
            let others = max(0, scope.hourSoFar(app.group.series) + app.usual.came(hours: 23) - ofProduct)
            let usualOfOthers = max(0, (app.usual.day ?? 0) - day) + 1
            guard came >= limit * usual, came / usual >= 2.5 * others / usualOfOthers,
                CountTail.atLeast(came, expecting: usual, clump: Self.clump) < CountTail.rare
            else { return nil }
            return AlarmReading(
                product.group.key(.productRefunds),
                severity: .warning,
                value: came / usual,
                limit: limit,
                facts: ["count": "\(Int(came))", "usual": "\(Int(usual.rounded(.up)))", "hours": "24"]
            )
        }
    }
}
