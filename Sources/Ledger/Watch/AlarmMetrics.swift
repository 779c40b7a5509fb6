/// Finds the series of the rules, and what is usual of them around one hour.
package struct AlarmMetrics {
    /// Counters, with what is usual of them.
    struct Counted: Sendable {
        /// The counters.
        let group: MetricGroup
        /// What is usual of the first part.
        let expected: ExpectedCounts
    }

    /// Counters of what went well, the first part, and of what failed, the second.
    struct Outcomes: Sendable {
        /// The counters.
        let group: MetricGroup
        /// The share that usually fails; `nil` where less than a week is known.
        let expectedShare: Double?
    }

    /// The metrics.
    let history: MetricHistory
    /// The apps that count.
    let apps: Set<AppName>
    /// The present hour.
    let hour: Int64
    /// Whether every minute of an hour is known, the present hour first, which is not.
    let isWhole: [Bool]

    /// The metrics of an hour.
    package init(history: MetricHistory, apps: Set<AppName>, hour: Int64) {
        self.history = history
        self.apps = apps
        self.hour = hour
        self.isWhole = (0...ExpectedCounts.hourCount).map { back in
            let first = (hour - Int64(back)) * 60
            return back > 0 && (first..<(first + 60)).allSatisfy { history.isKnown(minute: $0) }
        }
    }

    /// The series of a metric by app, environment and the label `subject`, in parts.
    func groups(
        _ metric: String,
        subject: String? = nil,
        parts: Int = 1,
        part: (MetricKey) -> Int? = { _ in 0 }
    ) -> [MetricGroup] {
        let label = { (key: MetricKey) in subject.flatMap { key[$0] } ?? "" }
        return MetricGroup.of(metric, in: self.history, apps: self.apps, subject: label, parts: parts, part: part)
    }

    /// The series of a metric by app and environment, all with one subject.
    func groups(_ metric: String, named subject: String) -> [MetricGroup] {
        MetricGroup.of(metric, in: self.history, apps: self.apps, subject: { _ in subject })
    }

    /// The numbers of all series of a metric whose app is configured, or of those of them that fit.
    func all(_ metric: String, where fits: (MetricKey) -> Bool = { _ in true }) -> [Int] {
        self.history.keys(of: metric)
            .filter { key in (key.app.map { self.apps.contains($0) } ?? true) && fits(key) }
            .compactMap { self.history.number(of: $0) }
    }

    /// The counters of a metric in Production, or without an environment, with what is usual of them.
    func counted(
        _ metric: String,
        subject: String? = nil,
        where fits: (MetricKey) -> Bool = { _ in true }
    ) -> [Counted] {
        self.groups(metric, subject: subject) { Self.isReal($0) && fits($0) ? 0 : nil }
            .map { Counted(group: $0, expected: ExpectedCounts($0.series, self)) }
    }

    /// The counters of what went well and what failed, by what `fails` says of an outcome; `nil` leaves a series out.
    ///
    /// Each group gets the subject that `subject` says of its series.
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

    /// The same, all with one subject.
    func outcomes(_ metric: String, named subject: String, fails: (String) -> Bool?) -> [Outcomes] {
        self.outcomes(metric, subject: { _ in subject }, fails: fails)
    }

    /// Returns whether a series is not about the sandbox or Xcode.
    static func isReal(_ key: MetricKey) -> Bool {
        key["environment"].map { $0 == StoreEnvironment.production.rawValue } ?? true
    }
}
