/// The series of the rules, and their expected values around one hour.
package struct AlarmMetrics {
    /// Counters with their expected counts.
    struct Counted: Sendable {
        /// The counters.
        let group: MetricGroup
        /// The expected counts of the first part.
        let expected: ExpectedCounts
    }

    /// Counters of successes, the first part, and of failures, the second.
    struct Outcomes: Sendable {
        /// The counters.
        let group: MetricGroup
        /// The expected share of failures; `nil` where less than a week is known.
        let expectedShare: Double?
    }

    /// The metrics.
    let history: MetricHistory
    /// The configured apps.
    let apps: Set<AppName>
    /// The current hour.
    let hour: Int64
    /// Whether every minute of an hour is known, the current hour first, which is incomplete.
    let isWhole: [Bool]

    /// Creates the metrics of an hour.
    package init(history: MetricHistory, apps: Set<AppName>, hour: Int64) {
        self.history = history
        self.apps = apps
        self.hour = hour
        self.isWhole = (0...ExpectedCounts.hourCount).map { back in
            let first = (hour - Int64(back)) * 60
            return back > 0 && (first..<(first + 60)).allSatisfy { history.isKnown(minute: $0) }
        }
    }

    /// Returns the series of a metric by app, environment and the label `subject`, in parts.
    func groups(
        _ metric: String,
        subject: String? = nil,
        parts: Int = 1,
        part: (MetricKey) -> Int? = { _ in 0 }
    ) -> [MetricGroup] {
        let label = { (key: MetricKey) in subject.flatMap { key[$0] } ?? "" }
        return MetricGroup.of(metric, in: self.history, apps: self.apps, subject: label, parts: parts, part: part)
    }

    /// Returns the series of a metric by app and environment, all with one subject.
    func groups(_ metric: String, named subject: String) -> [MetricGroup] {
        MetricGroup.of(metric, in: self.history, apps: self.apps, subject: { _ in subject })
    }

    /// Returns the numbers of all series of a metric whose app is configured, or of those of them that meet a
    /// condition.
    func all(_ metric: String, where fits: (MetricKey) -> Bool = { _ in true }) -> [Int] {
        self.history.keys(of: metric)
            .filter { key in (key.app.map { self.apps.contains($0) } ?? true) && fits(key) }
            .compactMap { self.history.number(of: $0) }
    }

    /// Returns the counters of a metric in Production, or without an environment, with their expected counts.
    func counted(
        _ metric: String,
        subject: String? = nil,
        where fits: (MetricKey) -> Bool = { _ in true }
    ) -> [Counted] {
        self.groups(metric, subject: subject) { Self.isReal($0) && fits($0) ? 0 : nil }
            .map { Counted(group: $0, expected: ExpectedCounts($0.series, self)) }
    }

    /// Returns the counters of successes and failures; `fails` classifies an outcome, and `nil` excludes a series.
    ///
    /// Each group gets the subject that `subject` returns for its series.
    func outcomes(
        _ metric: String,
        subject: (MetricKey) -> String,
        fails: (String) -> Bool?
    ) -> [Outcomes] {
        MetricGroup.of(metric, in: self.history, apps: self.apps, subject: subject, parts: 2) { key in
            fails(key["outcome"] ?? "").map { $0 ? 1 : 0 }
        }.map { group in
            let whole = group.parts[0] + group.parts[1]
            let share = ExpectedShare.of(group.parts[1], in: whole, self.history, atHour: self.hour)
            return Outcomes(group: group, expectedShare: share)
        }
    }

    /// Returns the counters of successes and failures, all with one subject.
    func outcomes(_ metric: String, named subject: String, fails: (String) -> Bool?) -> [Outcomes] {
        self.outcomes(metric, subject: { _ in subject }, fails: fails)
    }

    /// Returns whether a series is not of the Sandbox or Xcode.
    static func isReal(_ key: MetricKey) -> Bool {
        key["environment"].map { $0 == StoreEnvironment.production.rawValue } ?? true
    }
}
