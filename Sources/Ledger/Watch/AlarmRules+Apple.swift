extension AlarmRules {
    /// The rules about the connection to Apple: its hosts, and the calls of all apps together.
    struct Apple: Sendable {
        /// The maximum seconds of one exchange that do not count as slow; the duration of a failed call does not
        /// matter.
        private static let stall = 30.0

        private let answered: [Int]
        private let failed: [Int]
        private let seconds: [Int]
        private let secondsCount: [Int]
        private let links: [MetricGroup]
        private let failures: [String: [(place: String, number: Int)]]
        private let probeSeconds: [String: [Int]]

        init(_ metrics: AlarmMetrics) {
            let calls = "purser_appstore_calls_total"
            func outcome(_ key: MetricKey) -> AppleOutcome? { AppleOutcome(rawValue: key["outcome"] ?? "") }
            self.answered = metrics.all(calls) { [.answered, .unauthorized, .forbidden].contains(outcome($0)) }
            self.failed = metrics.all(calls) { outcome($0) == .failed }
            self.seconds = metrics.all("purser_appstore_wire_seconds_sum")
            self.secondsCount = metrics.all("purser_appstore_wire_seconds_count")
            self.links = metrics.groups("purser_link_up", subject: "host")
            var failures: [String: [(place: String, number: Int)]] = [:]
            for key in metrics.history.keys(of: "purser_link_failures_total") {
                guard let number = metrics.history.number(of: key) else { continue }
                failures[key["host"] ?? "", default: []].append((key["place"] ?? "", number))
            }
            self.failures = failures
            var probes: [String: [Int]] = [:]
            for group in metrics.groups("purser_link_probe_seconds_sum", subject: "host") {
                probes[group.subject] = group.series
            }
            self.probeSeconds = probes
        }

        /// Reads the metrics, and returns whether most of Apple's hosts are down, so that other metrics about Apple
        /// mean nothing.
        func read(_ context: inout AlarmContext) -> Bool {
            self.readLinks(&context)
            let isDown = self.areLinksDown(context, minutesAgo: 0)
            if isDown {
                context.leave(.appleFailing)
            } else {
                self.readCalls(&context)
            }
            return isDown
        }

        /// Returns whether most hosts were down at the newest probe before the end of a minute.
        private func areLinksDown(_ context: AlarmContext, minutesAgo back: Int64) -> Bool {
            var known = 0
            var down = 0
            for link in self.links {
                guard let number = link.series.first,
                    let isUp = context.history.last(
                        ofSeries: number,
                        withinMinutes: 3,
                        through: context.minute - back
                    )
                else { continue }
                known += 1
                if isUp < 0.5 { down += 1 }
            }
            return down * 2 > known
        }

        private func readLinks(_ context: inout AlarmContext) {
            let setting = context.thresholds[.linkDown]
            guard setting.isEnabled else { return }
            for group in self.links {
                guard let isUp = context.greatest(group.series) else {
                    if context.greatest(group.series, within: 60) != nil { context.leave(group.key(.linkDown)) }
                    continue
                }
                guard isUp < 0.5 else { continue }
                let places = (self.failures[group.subject] ?? []).map { failure in
                    (failure.place, context.count([failure.number], minutes: 2))
                }
                var facts: [String: String] = [:]
                if let worst = places.max(by: { $0.1 < $1.1 }), worst.1 > 0 { facts["place"] = worst.0 }
                let severity: AlarmReading.Severity = group.subject.contains("sandbox") ? .warning : .critical
                context.add(
                    AlarmReading(group.key(.linkDown), severity: severity, value: 1, limit: setting.limit, facts: facts)
                )
            }
        }

        private func readCalls(_ context: inout AlarmContext) {
            let setting = context.thresholds[.appleFailing]
            guard setting.isEnabled else { return }
            let key = AlarmKey(.appleFailing)
            if let share = self.failingShare(context) {
                let facts = ["problem": "fails"]
                context.add(AlarmReading(key, severity: .critical, value: share, limit: 0.5, facts: facts))
            } else if let slow = self.slowness(context, setting.limit) {
                var facts = ["problem": "slow"]
                facts["host"] = slow.host
                context.add(
                    AlarmReading(key, severity: .warning, value: slow.seconds, limit: setting.limit, facts: facts)
                )
            }
        }

        /// Returns the share of the calls that failed within 5, 15 or 60 minutes, where at least half of them failed in
        /// several minutes, or where all of a few calls failed in an hour.
        ///
        /// One batch of calls that fails at once is no outage. Failures while the link was down are not counted again.
        private func failingShare(_ context: AlarmContext) -> Double? {
            guard context.count(self.failed, minutes: 60) >= 5 else { return nil }
            for (minutes, least, badMinutes) in [(5, 10.0, 3), (15, 8.0, 4)] as [(Int64, Double, Int)] {
                let calls = self.calls(context, minutes: minutes)
                if calls.failed >= least, calls.badMinutes >= badMinutes, calls.failed * 2 >= calls.all {
                    return calls.failed / calls.all
                }
            }
            // A small shop makes a few calls an hour.
            guard context.count(self.answered, minutes: 60) == 0 else { return nil }
            let calls = self.calls(context, minutes: 60)
            return calls.failed >= 5 && calls.badMinutes >= 3 ? 1 : nil
        }

        /// Returns the number of calls in so many minutes, and the number of minutes in which at least half of them
        /// failed; minutes in which the link was down are excluded.
        private func calls(
            _ context: AlarmContext,
            minutes: Int64
        ) -> (failed: Double, all: Double, badMinutes: Int) {
            var sum = (failed: 0.0, all: 0.0, badMinutes: 0)
            for back in 0..<minutes {
                let failures = context.count(self.failed, minutesAgo: back)
                let calls = failures + context.count(self.answered, minutesAgo: back)
                guard calls > 0, !self.areLinksDown(context, minutesAgo: back) else { continue }
                sum.failed += failures
                sum.all += calls
                if failures > 0, failures * 2 >= calls { sum.badMinutes += 1 }
            }
            return sum
        }

        /// Returns the mean seconds of an exchange, without the server's own waiting, or of a probe of a host, where
        /// they are slow for two minutes, or on average over five.
        ///
        /// One call a minute that hangs until its timeout does not count.
        private func slowness(_ context: AlarmContext, _ limit: Double) -> (seconds: Double, host: String?)? {
            if let mean = self.meanOfSlowCalls(context, limit) { return (mean, nil) }
            for link in self.links {
                guard let series = self.probeSeconds[link.subject] else { continue }
                let times = (0..<2).map { back in context.count(series, minutesAgo: Int64(back)) }
                guard times.allSatisfy({ $0 >= limit }) else { continue }
                return (times[0], link.subject)
            }
            return nil
        }

        private func meanOfSlowCalls(_ context: AlarmContext, _ limit: Double) -> Double? {
            guard context.count(self.seconds, minutesAgo: 0) >= limit else { return nil }
            var slow = 0
            var calls = 0.0
            var seconds = 0.0
            for back in 0..<5 as Range<Int64> {
                let failed = context.count(self.failed, minutesAgo: back)
                let count = max(0, context.count(self.secondsCount, minutesAgo: back) - failed)
                let sum = max(0, context.count(self.seconds, minutesAgo: back) - Self.stall * failed)
                calls += count
                seconds += sum
                if count >= 3, sum - Self.stall >= limit * count { slow += 1 }
                if back == 1, slow == 2 { return seconds / calls }
            }
            return calls >= 15 && seconds - 3 * Self.stall >= limit * calls ? seconds / calls : nil
        }
    }
}
