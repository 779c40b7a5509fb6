/// The series of a metric that a rule adds up, for one app, environment and subject.
struct MetricGroup: Sendable {
    /// The app; `nil` for the whole server.
    let app: AppName?
    /// The environment; `nil` where the metric does not distinguish environments.
    let environment: StoreEnvironment?
    /// The subject of the group, such as a host; empty without a subject.
    let subject: String
    /// The numbers of the series, in the parts that the rule distinguishes.
    fileprivate(set) var parts: [[Int]]

    /// The series of the first part.
    var series: [Int] { self.parts[0] }

    /// Returns the key of an alarm about the group.
    func key(_ name: AlarmName) -> AlarmKey {
        AlarmKey(name, app: self.app, environment: self.environment, subject: self.subject)
    }

    /// Returns the series of a metric in groups.
    ///
    /// - Parameters:
    ///   - metric: The metric.
    ///   - history: The history with the series.
    ///   - apps: The configured apps; series of others are excluded.
    ///   - subject: Returns the subject that distinguishes groups of an app; empty for none.
    ///   - count: The number of parts of a group.
    ///   - part: Returns the part to which a series belongs; `nil` for none.
    /// - Returns: The groups, sorted by the key of their alarms.
    static func of(
        _ metric: String,
        in history: MetricHistory,
        apps: Set<AppName>,
        subject: (MetricKey) -> String,
        parts count: Int = 1,
        part: (MetricKey) -> Int? = { _ in 0 }
    ) -> [Self] {
        var groups: [Self] = []
        for key in history.keys(of: metric) {
            guard let number = history.number(of: key), let place = part(key) else { continue }
            if let app = key.app, !apps.contains(app) { continue }
            let environment = key["environment"].flatMap { StoreEnvironment(rawValue: $0) }
            let value = subject(key)
            let found = groups.firstIndex {
                $0.app == key.app && $0.environment == environment && $0.subject == value
            }
            let index = found ?? groups.count
            if found == nil {
                let parts = Array(repeating: [Int](), count: count)
                groups.append(Self(app: key.app, environment: environment, subject: value, parts: parts))
            }
            groups[index].parts[place].append(number)
        }
        return groups
    }
}
