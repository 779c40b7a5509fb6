import Ledger

extension LinkStatus {
    /// The maximum age of a host's newest metric, in minutes; an older one says nothing about the present.
    static let freshMinutes: Int64 = 3

    /// Returns the keys of the metric series about hosts.
    static func keys(of hosts: [String]) -> [MetricKey] {
        hosts.flatMap { host in
            [
                MetricKey("purser_link_up", ["host": host]),
                MetricKey("purser_link_clock_offset_seconds", ["host": host]),
                MetricKey("purser_certificate_left_seconds", ["subject": "host:\(host)"]),
            ]
                + LinkFailure.Place.allCases.map { place in
                    MetricKey("purser_link_failures_total", ["host": host, "place": place.rawValue])
                }
        }
    }

    /// Creates the status of a host from the metric history: the leader's results, without the durations of the steps
    /// and the failed step.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - rows: Rows of single minutes, of any series.
    ///   - now: The ledger's time.
    init(host: String, metrics rows: [MetricRow], at now: Instant) {
        self.init(host: host)
        let points = Dictionary(grouping: rows.filter { $0.id.resolution == .minute }, by: \.id.key).mapValues(
            Self.points
        )
        func newestFirst(_ metric: String, _ labels: KeyValuePairs<String, String>) -> [(minute: Int64, value: Double)]
        {
            points[MetricKey(metric, labels)] ?? []
        }
        let ups = newestFirst("purser_link_up", ["host": host])
        if let newest = ups.first {
            self.probedAt = MetricResolution.minute.begin(ofPoint: newest.minute)
            if MetricResolution.minute.point(of: now) - newest.minute <= Self.freshMinutes {
                let isUp = newest.value >= 0.5
                self.isUp = isUp
                let same = ups.prefix { ($0.value >= 0.5) == isUp }
                self.since = same.last.map { MetricResolution.minute.begin(ofPoint: $0.minute) }
            }
        }
        if let offset = newestFirst("purser_link_clock_offset_seconds", ["host": host]).first {
            self.clockAheadMilliseconds = Int64((offset.value * 1000).rounded())
        }
        if let left = newestFirst("purser_certificate_left_seconds", ["subject": "host:\(host)"]).first {
            let ends = MetricResolution.minute.begin(ofPoint: left.minute).milliseconds + Int64(left.value) * 1000
            self.certificateEnds = Instant(milliseconds: ends)
        }
        for place in LinkFailure.Place.allCases {
            let failures = newestFirst("purser_link_failures_total", ["host": host, "place": place.rawValue])
            guard let newest = failures.first(where: { $0.value > 0 }) else { continue }
            let at = MetricResolution.minute.begin(ofPoint: newest.minute)
            if self.lastBreak.map({ $0.at < at }) ?? true {
                self.lastBreak = Break(at: at, place: place, failure: nil)
            }
        }
    }

    /// Returns the known points of one series' rows, newest first.
    private static func points(_ rows: [MetricRow]) -> [(minute: Int64, value: Double)] {
        rows.sorted { $0.id.number > $1.id.number }.flatMap { row in
            row.points.enumerated().reversed().compactMap { index, point in
                point.isNaN
                    ? nil : (row.id.number * Int64(row.id.resolution.pointsPerRow) + Int64(index), Double(point))
            }
        }
    }
}
