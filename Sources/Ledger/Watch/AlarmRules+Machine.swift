import Foundation

extension AlarmRules {
    /// The rules about the server itself: disk, clock, database, nodes, certificates, and waiting work.
    struct Machine: Sendable {
        private struct Queue: Sendable {
            let groups: [MetricGroup]
            let subject: String
            let allowed: Double
        }

        private static let gibibyte = 1_073_741_824.0

        private let queues: [Queue]
        private let writesWaiting: [Int]
        private let commits: [Int]
        private let failures: [Int]
        private let disk: MetricGroup?
        private let disksByHour: [Double]
        private let ownClock: [MetricGroup]
        private let appleClocks: [Int]
        private let certificates: [MetricGroup]
        private let lostNodes: [MetricGroup]

        init(_ metrics: AlarmMetrics) {
            self.queues = [
                Queue(groups: metrics.groups("purser_writes_waiting"), subject: "writes", allowed: 1000),
                Queue(
                    groups: metrics.groups("purser_events_oldest_seconds", subject: "sink"),
                    subject: "events",
                    allowed: 900
                ),
                Queue(
                    groups: metrics.groups("purser_webhook_waiting_streams", subject: "endpoint"),
                    subject: "webhook",
                    allowed: 1000
                ),
                Queue(
                    groups: metrics.groups("purser_held_evidence", subject: "reason") {
                        ($0["reason"] ?? "").hasPrefix("certificate_revoked") ? nil : 0
                    },
                    subject: "held",
                    allowed: 100
                ),
            ]
            self.writesWaiting = metrics.all("purser_writes_waiting")
            self.commits = metrics.all("purser_commits_total")
            self.failures = metrics.all("purser_database_failures_total")
            let disk = metrics.groups("purser_disk_free_bytes").first
            self.disk = disk
            var hours = Array(repeating: Double.nan, count: 73)
            if let disk { metrics.history.addHours(ofSeries: disk.series[0], through: metrics.hour, to: &hours) }
            self.disksByHour = hours
            self.ownClock = metrics.groups("purser_clock_difference_seconds")
            self.appleClocks = metrics.all("purser_link_clock_offset_seconds")
            self.certificates = metrics.groups("purser_certificate_left_seconds", subject: "subject")
            self.lostNodes = metrics.groups("purser_nodes_lost")
        }

        func read(_ context: inout AlarmContext) {
            self.readQueues(&context)
            self.readDatabase(&context)
            self.readDisk(&context)
            self.readClocks(&context)
            self.readCertificates(&context)
            context.compare(.nodeLost, self.lostNodes, .critical)
        }

        private func readQueues(_ context: inout AlarmContext) {
            let setting = context.thresholds[.backlog]
            guard setting.isEnabled else { return }
            for queue in self.queues {
                for group in queue.groups {
                    let subject = group.subject.isEmpty ? queue.subject : "\(queue.subject) \(group.subject)"
                    let key = AlarmKey(.backlog, app: group.app, subject: subject)
                    guard let waiting = context.greatest(group.series) else {
                        if context.greatest(group.series, within: 60) != nil { context.leave(key) }
                        continue
                    }
                    let value = waiting / queue.allowed
                    guard value >= setting.limit else { continue }
                    let facts = ["waiting": "\(Int(min(waiting, 1e15)))"]
                    let reading = AlarmReading(
                        key,
                        severity: .warning,
                        value: value,
                        limit: setting.limit,
                        facts: facts
                    )
                    context.add(reading)
                }
            }
        }

        private func readDatabase(_ context: inout AlarmContext) {
            let setting = context.thresholds[.databaseFailing]
            guard setting.isEnabled else { return }
            let key = AlarmKey(.databaseFailing)
            let failures = (0..<6).map { context.count(self.failures, minutesAgo: $0) }
            let sum = failures.reduce(0, +)
            // A restart causes failures for a minute or two; four minutes of six are more.
            if sum >= setting.limit, failures.count(where: { $0 > 0 }) >= 4 {
                context.add(
                    AlarmReading(
                        key,
                        severity: .critical,
                        value: sum,
                        limit: setting.limit,
                        facts: ["problem": "fails"]
                    )
                )
                return
            }
            let isStuck = (0..<3).allSatisfy { back in
                context.history.isKnown(minute: context.minute - back)
                    && context.count(self.writesWaiting, minutesAgo: back) > 0
                    && context.count(self.commits, minutesAgo: back) == 0
            }
            if isStuck, !self.commits.isEmpty {
                let facts = ["problem": "stuck"]
                context.add(AlarmReading(key, severity: .critical, value: sum, limit: setting.limit, facts: facts))
            }
        }

        /// Reads the days until the disk is full, by the last day and the last three, or by the last five minutes where
        /// it fills quickly; a fall of less than a gibibyte is ignored.
        private func readDisk(_ context: inout AlarmContext) {
            let setting = context.thresholds[.diskFilling]
            guard setting.isEnabled, let disk = self.disk else { return }
            let key = AlarmKey(.diskFilling)
            guard let free = context.greatest(disk.series) else {
                context.leave(key)
                return
            }
            let days = min(free < Self.gibibyte ? 0 : .infinity, self.daysByTrend(free), self.daysByFall(free, context))
            guard days < setting.limit else { return }
            let facts = ["free_bytes": "\(Int64(min(max(0, free), 9e18)))"]
            // Less than a day is critical.
            let severity: AlarmReading.Severity = days < 1 ? .critical : .warning
            context.add(AlarmReading(key, severity: severity, value: days, limit: setting.limit, facts: facts))
        }

        /// Returns the days by the smaller of the falls of one day and of three days: a single copy that takes some
        /// hours is no trend.
        private func daysByTrend(_ free: Double) -> Double {
            var fall = Double.infinity
            for days in [1, 3] {
                let before = self.disksByHour[days * 24]
                guard !before.isNaN else { continue }
                fall = min(
                    fall,
                    (before - self.disksByHour[1...6].reduce(free) { $1.isNaN ? $0 : max($0, $1) }) / Double(days)
                )
            }
            // At least one day has to be known.
            return fall > 0 && fall < .infinity ? free / fall : .infinity
        }

        /// Returns the days left at the pace of the last five minutes, where more than half of the space that was free
        /// a day ago is used and the rest would be used within half an hour.
        private func daysByFall(_ free: Double, _ context: AlarmContext) -> Double {
            guard let disk = self.disk,
                let before = context.history.value(ofSeries: disk.series[0], atMinute: context.minute - 5)
            else { return .infinity }
            let most = self.disksByHour[1...24].reduce(before) { $1.isNaN ? $0 : max($0, $1) }
            let perMinute = (before - free) / 5
            guard perMinute > 0, free * 2 < most, free / perMinute < 30 else { return .infinity }
            return free / perMinute / 1440
        }

        private func readClocks(_ context: inout AlarmContext) {
            let setting = context.thresholds[.clockDiffers]
            guard setting.isEnabled else { return }
            for group in self.ownClock {
                let values = group.series.compactMap { context.gauge($0) }
                guard let value = values.max() else { continue }
                guard value >= setting.limit else { continue }
                let key = AlarmKey(.clockDiffers, subject: "database")
                context.add(AlarmReading(key, severity: .warning, value: value, limit: setting.limit))
            }
            // One host may be wrong; the clock that most hosts agree on counts as Apple's.
            let offsets = self.appleClocks.compactMap { context.gauge($0) }.map { abs($0) }.sorted()
            guard !offsets.isEmpty else { return }
            let offset = offsets[(offsets.count - 1) / 2]
            guard offset >= setting.limit else { return }
            let key = AlarmKey(.clockDiffers, subject: "apple")
            context.add(AlarmReading(key, severity: .critical, value: offset, limit: setting.limit))
        }

        private func readCertificates(_ context: inout AlarmContext) {
            let setting = context.thresholds[.certificateExpiring]
            guard setting.isEnabled else { return }
            for group in self.certificates {
                let values = group.series.compactMap { context.gauge($0, within: 180) }
                guard let seconds = values.min() else { continue }
                let days = seconds / 86_400
                // Apple renews the certificates of its hosts, often late.
                let limit = group.subject.hasPrefix("host:") ? setting.limit / 4 : setting.limit
                guard days <= limit else { continue }
                let severity: AlarmReading.Severity = days <= setting.limit / 4 ? .critical : .warning
                let serious = group.subject.hasPrefix("host:") ? .warning : severity
                context.add(AlarmReading(group.key(.certificateExpiring), severity: serious, value: days, limit: limit))
            }
        }
    }
}
