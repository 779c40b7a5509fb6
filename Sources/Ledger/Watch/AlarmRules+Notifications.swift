extension AlarmRules {
    /// The rules about Apple's notifications of real purchases: whether any arrive, and of which types.
    struct Notifications: Sendable {
        /// The maximum number of notifications that usually arrive together.
        private static let clump = 4.0
        /// Types that other alarms cover, or that an operator or a customer causes.
        private static let leftOut: Set<String> = [
            "REFUND", "REFUND_DECLINED", "REFUND_REVERSED", "CANCEL", "CONSUMPTION_REQUEST", "TEST", "other",
        ]

        private let types: [AlarmMetrics.Counted]
        private let totals: [AlarmMetrics.Counted]
        private var silences: [NotificationSilence]
        private let unnotified: [UnnotifiedPurchases]

        init(_ metrics: AlarmMetrics) {
            let metric = "purser_notification_types_total"
            let totals = Self.totals(metrics)
            self.types = metrics.counted(metric, subject: "type").filter { !Self.leftOut.contains($0.group.subject) }
            self.totals = totals
            self.silences = totals.map { NotificationSilence($0, metrics) }
            self.unnotified = metrics.groups("purser_subscription_purchases_total") {
                AlarmMetrics.isReal($0) ? 0 : nil
            }
            .map { purchases in
                let notifications = totals.first { $0.group.app == purchases.app }?.group.series ?? []
                return UnnotifiedPurchases(purchases, notifications: notifications, metrics)
            }
        }

        /// Returns the notifications of real purchases of each app.
        static func totals(_ metrics: AlarmMetrics) -> [AlarmMetrics.Counted] {
            metrics.counted("purser_notification_types_total")
        }

        mutating func read(_ context: inout AlarmContext, isApplesLinkDown: Bool) {
            if isApplesLinkDown {
                context.leave(.notificationsSilent)
                context.leave(.notificationMix)
            }
            var readings: [AlarmReading] = []
            for index in self.silences.indices {
                // It also has to process minutes in which it has no reading.
                if let reading = self.silences[index].read(context) { readings.append(reading) }
            }
            for unnotified in self.unnotified {
                guard let reading = unnotified.read(context), !readings.contains(where: { $0.key == reading.key })
                else {
                    continue
                }
                readings.append(reading)
            }
            if !isApplesLinkDown { for reading in readings { context.add(reading) } }
            guard context.thresholds[.notificationMix].isEnabled, !isApplesLinkDown else { return }
            for type in self.types where type.expected.isKnown {
                guard let total = self.totals.first(where: { $0.group.app == type.group.app }) else { continue }
                if let reading = self.mix(type, of: total, context) { context.add(reading) }
            }
        }

        /// Compares the notifications of the current hour and one, or six, before it with the expected ones.
        private func mix(
            _ type: AlarmMetrics.Counted,
            of total: AlarmMetrics.Counted,
            _ context: AlarmContext
        ) -> AlarmReading? {
            let limit = context.thresholds[.notificationMix].limit
            let present = context.hourSoFar(type.group.series)
            let presentTotal = context.hourSoFar(total.group.series)
            for hours in [1, 6] {
                let came = present + type.expected.came(hours: hours)
                let least = type.expected.least(hours: hours)
                let greatest = max(
                    type.expected.greatest(hours: hours),
                    (type.expected.day ?? 0) / 24 * Double(hours + 1)
                )
                let cameTotal = presentTotal + total.expected.came(hours: hours)
                let isLess =
                    came * limit < least && cameTotal * 2 > total.expected.least(hours: hours)
                    && PoissonBound.atMost(came, expecting: least, clump: Self.clump) < PoissonBound.rare
                // The total may have grown; then this type may have grown as much.
                let expected = max(greatest, greatest * cameTotal / max(1, total.expected.greatest(hours: hours)))
                let isMore =
                    came >= 40 && came > limit * expected
                    && PoissonBound.atLeast(came, expecting: 1.5 * expected, clump: Self.clump) < PoissonBound.rare
                guard isLess || isMore else { continue }
                return AlarmReading(
                    type.group.key(.notificationMix),
                    severity: .warning,
                    value: isLess ? least / max(1, came) : came / max(1, expected),
                    limit: limit,
                    facts: [
                        "direction": isLess ? "less" : "more", "count": "\(Int(came))",
                        "expected": "\(Int(isLess ? least : expected))", "hours": "\(hours)",
                    ]
                )
            }
            return nil
        }
    }
}
