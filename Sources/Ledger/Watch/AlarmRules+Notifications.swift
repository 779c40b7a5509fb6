extension AlarmRules {
    /// The rules about Apple's notifications of real purchases: whether any come, and of which types.
    struct Notifications: Sendable {
        /// How many come together, at the most, as far as it is usual.
        private static let clump = 4.0
        /// Types that other alarms are about, or that somebody asks for.
        private static let leftOut: Set<String> = [
            "REFUND", "REFUND_DECLINED", "REFUND_REVERSED", "CANCEL", "CONSUMPTION_REQUEST", "TEST", "other",
        ]

        private let types: [AlarmFigures.Counted]
        private let totals: [AlarmFigures.Counted]
        private var silences: [NotificationSilence]
        private let unheard: [UnheardPurchases]

        init(_ figures: AlarmFigures) {
            let metric = "purser_notification_types_total"
            let totals = Self.totals(figures)
            self.types = figures.counted(metric, subject: "type").filter { !Self.leftOut.contains($0.group.subject) }
            self.totals = totals
            self.silences = totals.map { NotificationSilence($0, figures) }
            self.unheard = figures.groups("purser_subscription_purchases_total") { AlarmFigures.isReal($0) ? 0 : nil }
                .map { purchases in
                    let heard = totals.first { $0.group.app == purchases.app }?.group.series ?? []
                    return UnheardPurchases(purchases, heard: heard, figures)
                }
        }

        /// The notifications of real purchases of each app.
        static func totals(_ figures: AlarmFigures) -> [AlarmFigures.Counted] {
            figures.counted("purser_notification_types_total")
        }

        mutating func read(_ scope: inout AlarmScope, isApplesLinkDown: Bool) {
            if isApplesLinkDown {
                scope.leave(.notificationsSilent)
                scope.leave(.notificationMix)
            }
            var readings: [AlarmReading] = []
            for index in self.silences.indices {
                // It follows what comes also while it says nothing.
                if let reading = self.silences[index].read(scope) { readings.append(reading) }
            }
            for unheard in self.unheard {
                guard let reading = unheard.read(scope), !readings.contains(where: { $0.key == reading.key }) else {
                    continue
                }
                readings.append(reading)
            }
            if !isApplesLinkDown { for reading in readings { scope.add(reading) } }
            guard scope.thresholds[.notificationMix].isEnabled, !isApplesLinkDown else { return }
            for type in self.types where type.usual.isKnown {
                guard let total = self.totals.first(where: { $0.group.app == type.group.app }) else { continue }
                if let reading = self.mix(type, of: total, scope) { scope.add(reading) }
            }
        }

        /// Compares what came in the present hour and one, or six, before it with what is usual.
        private func mix(
            _ type: AlarmFigures.Counted,
            of total: AlarmFigures.Counted,
            _ scope: AlarmScope
        ) -> AlarmReading? {
            let limit = scope.thresholds[.notificationMix].limit
            let present = scope.hourSoFar(type.group.series)
            let presentTotal = scope.hourSoFar(total.group.series)
            for hours in [1, 6] {
                let came = present + type.usual.came(hours: hours)
                let least = type.usual.least(hours: hours)
                let greatest = max(type.usual.greatest(hours: hours), (type.usual.day ?? 0) / 24 * Double(hours + 1))
                let cameTotal = presentTotal + total.usual.came(hours: hours)
                let isLess =
                    came * limit < least && cameTotal * 2 > total.usual.least(hours: hours)
                    && CountTail.atMost(came, expecting: least, clump: Self.clump) < CountTail.rare
                // The whole may have grown; then this type may as much.
                let usual = max(greatest, greatest * cameTotal / max(1, total.usual.greatest(hours: hours)))
                let isMore =
                    came >= 40 && came > limit * usual
                    && CountTail.atLeast(came, expecting: 1.5 * usual, clump: Self.clump) < CountTail.rare
                guard isLess || isMore else { continue }
                return AlarmReading(
                    type.group.key(.notificationMix),
                    severity: .warning,
                    value: isLess ? least / max(1, came) : came / max(1, usual),
                    limit: limit,
                    facts: [
                        "direction": isLess ? "less" : "more", "count": "\(Int(came))",
                        "usual": "\(Int(isLess ? least : usual))", "hours": "\(hours)",
                    ]
                )
            }
            return nil
        }
    }
}
