extension AlarmRules {
    /// The rules about keys: the calls that Apple refused since it last accepted a key.
    ///
    /// An app has one key for all environments. Where Apple accepts it in one and refuses it in another, the alarm has
    /// the counts of the environment that refuses it.
    struct Keys: Sendable {
        private struct Key: Sendable {
            let app: AppName?
            let subject: String
            var places: [MetricGroup]
        }

        /// The state of a key by the calls of one environment.
        private enum KeyState {
            case refused(Double)
            case accepted
            case unknown
        }

        private static let accepted = 0
        private static let unauthorized = 1
        private static let forbidden = 2

        private let keys: [Key]

        init(_ metrics: AlarmMetrics) {
            self.keys =
                Self.keys(metrics, "purser_appstore_calls_total", subject: "server-api")
                + Self.keys(metrics, "purser_report_fetches_total", subject: "reports")
        }

        private static func keys(_ metrics: AlarmMetrics, _ metric: String, subject: String) -> [Key] {
            let places = metrics.groups(metric, parts: 3) { key in
                switch AppleOutcome(rawValue: key["outcome"] ?? "") {
                case .answered: Self.accepted
                case .unauthorized: Self.unauthorized
                case .forbidden: Self.forbidden
                case .failed, .notAsked, nil: nil
                }
            }
            var keys: [Key] = []
            for place in places {
                if let index = keys.firstIndex(where: { $0.app == place.app }) {
                    keys[index].places.append(place)
                } else {
                    keys.append(Key(app: place.app, subject: subject, places: [place]))
                }
            }
            return keys
        }

        func read(_ context: inout AlarmContext) {
            for key in self.keys {
                Self.read(.keyRefused, key, Self.unauthorized, unless: [Self.accepted, Self.forbidden], &context)
                Self.read(.permissionLost, key, Self.forbidden, unless: [Self.accepted], &context)
            }
        }

        /// Adds the worst state of all environments.
        ///
        /// Apple refuses in Production every key of an app that was never released. So where Production has never
        /// accepted the key, and the Sandbox has, Production is ignored. The server calls the Sandbox after Production,
        /// possibly in the next minute; so the last minute does not count yet where a key was never accepted.
        private static func read(
            _ name: AlarmName,
            _ key: Key,
            _ refused: Int,
            unless accepted: [Int],
            _ context: inout AlarmContext
        ) {
            let setting = context.thresholds[name]
            guard setting.isEnabled else { return }
            let known = key.places.filter { Self.wasEverAccepted($0, context) }
            let isReleased = known.contains { $0.environment != .sandbox }
            let isRunning = known.contains { $0.environment == .sandbox }
            let alarm = AlarmKey(name, app: key.app, subject: key.subject)
            var readings: [AlarmReading] = []
            var isUnknown = false
            for place in key.places {
                if isRunning, !isReleased, place.environment == .production { continue }
                let newest: Int64 = known.isEmpty ? 1 : 0
                switch Self.keyState(place, refused, unless: accepted, setting.limit, from: newest, context) {
                case .accepted: break
                case .unknown: isUnknown = true
                case .refused(let count):
                    let isMinor = isReleased && place.environment == .sandbox
                    readings.append(
                        AlarmReading(
                            alarm,
                            severity: isMinor ? .warning : .critical,
                            value: count,
                            limit: setting.limit,
                            facts: place.environment.map { ["environment": $0.rawValue] } ?? [:]
                        )
                    )
                }
            }
            if let worst = readings.max(by: { ($0.severity, $0.value) < ($1.severity, $1.value) }) {
                context.add(worst)
            } else if isUnknown {
                context.leave(alarm)
            }
        }

        /// Returns whether Apple accepted the key in an environment within the weeks of the history.
        private static func wasEverAccepted(_ place: MetricGroup, _ context: AlarmContext) -> Bool {
            (place.parts[Self.accepted] + place.parts[Self.forbidden]).contains { number in
                (0..<Int64(MetricHistory.hourCount)).contains { back in
                    (context.history.value(ofSeries: number, atHour: context.hour - back) ?? 0) > 0
                }
            }
        }

        /// Returns the state of a key by the refused calls since the last minute in which Apple accepted it, for at
        /// most a day.
        ///
        /// Where Apple accepts some calls and refuses others, at least five refusals within ten minutes and a fifth of
        /// all calls are bad. Where the last known result is a refusal, the key does not count as accepted again after
        /// a day: nothing new is known.
        private static func keyState(
            _ place: MetricGroup,
            _ refused: Int,
            unless accepted: [Int],
            _ limit: Double,
            from newest: Int64,
            _ context: AlarmContext
        ) -> KeyState {
            let refused = place.parts[refused]
            guard !refused.isEmpty else { return .accepted }
            let accepted = accepted.flatMap { place.parts[$0] }
            var count = 0.0
            var wasAccepted = false
            for back in newest..<Int64(MetricHistory.minuteCount) {
                wasAccepted = context.count(accepted, minutesAgo: back) > 0
                if wasAccepted { break }
                count += context.count(refused, minutesAgo: back)
                if count >= limit { return .refused(count) }
            }
            guard wasAccepted else {
                return count > 0 || Self.wasRefusedLast(refused, accepted, context) ? .unknown : .accepted
            }
            let recent = context.count(refused, minutes: 10)
            let isMixed = recent >= max(5, limit) && recent * 5 >= recent + context.count(accepted, minutes: 10)
            return isMixed ? .refused(recent) : .accepted
        }

        /// Returns whether the newest hour with a result about the key has a refusal.
        private static func wasRefusedLast(_ refused: [Int], _ accepted: [Int], _ context: AlarmContext) -> Bool {
            func count(_ series: [Int], _ hour: Int64) -> Double {
                series.reduce(0) { $0 + (context.history.value(ofSeries: $1, atHour: hour) ?? 0) }
            }
            for back in 0..<Int64(MetricHistory.hourCount) {
                let hour = context.hour - back
                if count(refused, hour) > 0 { return true }
                if count(accepted, hour) > 0 { return false }
            }
            return false
        }
    }
}
