extension AlarmRules {
    /// The rules about keys: what Apple refuses since it last accepted one.
    struct Keys: Sendable {
        private struct Key: Sendable {
            let group: FigureGroup
            let subject: String
            let accepted: [Int]
            let unauthorized: [Int]
            let forbidden: [Int]
        }

        private let keys: [Key]

        init(_ figures: AlarmFigures) {
            self.keys =
                Self.keys(figures, "purser_appstore_calls_total", subject: "server-api")
                + Self.keys(figures, "purser_report_fetches_total", subject: "reports")
        }

        private static func keys(_ figures: AlarmFigures, _ metric: String, subject: String) -> [Key] {
            figures.groups(metric, parts: 3) { key in
                switch AppleOutcome(rawValue: key["outcome"] ?? "") {
                case .answered: 0
                case .unauthorized: 1
                case .forbidden: 2
                case .failed, .notAsked, nil: nil
                }
            }.map { group in
                Key(
                    group: group,
                    subject: subject,
                    accepted: group.parts[0],
                    unauthorized: group.parts[1],
                    forbidden: group.parts[2]
                )
            }
        }

        func read(_ scope: inout AlarmScope) {
            for key in self.keys {
                Self.read(.keyRefused, key, key.unauthorized, unless: key.accepted + key.forbidden, &scope)
                Self.read(.permissionLost, key, key.forbidden, unless: key.accepted, &scope)
            }
        }

        /// Counts what was refused, back to the last minute in which Apple accepted the key, for at most a day.
        ///
        /// Where Apple accepts some calls and refuses others, at least five within ten minutes and a fifth of all are bad.
        private static func read(
            _ name: AlarmName,
            _ key: Key,
            _ refused: [Int],
            unless accepted: [Int],
            _ scope: inout AlarmScope
        ) {
            let setting = scope.thresholds[name]
            guard setting.isEnabled, !refused.isEmpty else { return }
            var count = 0.0
            for back in 0..<Int64(FigureHistory.minuteCount) {
                if scope.count(accepted, minutesAgo: back) > 0 { break }
                count += scope.count(refused, minutesAgo: back)
                if count >= setting.limit { break }
            }
            if count < setting.limit {
                let recent = scope.count(refused, minutes: 10)
                guard recent >= max(5, setting.limit), recent * 5 >= recent + scope.count(accepted, minutes: 10) else {
                    return
                }
                count = recent
            }
            let alarm = AlarmKey(name, app: key.group.app, subject: key.subject)
            scope.add(AlarmReading(alarm, severity: .critical, value: count, limit: setting.limit))
        }
    }
}
