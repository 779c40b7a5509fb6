import Foundation

extension AlarmRules {
    /// The rules about the server itself: disk, clock, database, nodes, certificates, and work that waits.
    struct Machine: Sendable {
        private struct Queue: Sendable {
            let groups: [FigureGroup]
            let subject: String
            let allowed: Double
        }

        private static let gibibyte = 1_073_741_824.0

        private let queues: [Queue]
        private let writesWaiting: [Int]
        private let commits: [Int]
        private let failures: [Int]
        private let disk: FigureGroup?
        private let disksByHour: [Double]
        private let ownClock: [FigureGroup]
        private let appleClocks: [Int]
        private let certificates: [FigureGroup]
        private let lostNodes: [FigureGroup]

        init(_ figures: AlarmFigures) {
            self.queues = [
                Queue(groups: figures.groups("purser_writes_waiting"), subject: "writes", allowed: 1000),
                Queue(
                    groups: figures.groups("purser_events_oldest_seconds", subject: "sink"),
                    subject: "events",
                    allowed: 900
                ),
                Queue(
                    groups: figures.groups("purser_webhook_waiting_lanes", subject: "endpoint"),
                    subject: "webhook",
                    allowed: 1000
                ),
                Queue(
                    groups: figures.groups("purser_held_evidence", subject: "reason") {
                        ($0["reason"] ?? "").hasPrefix("certificate_revoked") ? nil : 0
                    },
                    subject: "held",
                    allowed: 100
                ),
            ]
            self.writesWaiting = figures.all("purser_writes_waiting")
            self.commits = figures.all("purser_commits_total")
            self.failures = figures.all("purser_database_failures_total")
            let disk = figures.groups("purser_disk_free_bytes").first
            self.disk = disk
            var hours = Array(repeating: Double.nan, count: 73)
            if let disk { figures.history.addHours(ofSeries: disk.series[0], through: figures.hour, to: &hours) }
            self.disksByHour = hours
            self.ownClock = figures.groups("purser_clock_difference_seconds")
            self.appleClocks = figures.all("purser_link_clock_offset_seconds")
            self.certificates = figures.groups("purser_certificate_left_seconds", subject: "subject")
            self.lostNodes = figures.groups("purser_nodes_lost")
        }

        func read(_ scope: inout AlarmScope) {
            self.readQueues(&scope)
            self.readDatabase(&scope)
            self.readDisk(&scope)
            self.readClocks(&scope)
            self.readCertificates(&scope)
            scope.compare(.nodeLost, self.lostNodes, .critical)
        }

        private func readQueues(_ scope: inout AlarmScope) {
            let setting = scope.thresholds[.backlog]
            guard setting.isEnabled else { return }
            for queue in self.queues {
                for group in queue.groups {
                    let subject = group.subject.isEmpty ? queue.subject : "\(queue.subject) \(group.subject)"
                    let key = AlarmKey(.backlog, app: group.app, subject: subject)
                    guard let waiting = scope.greatest(group.series) else {
                        if scope.greatest(group.series, within: 60) != nil { scope.leave(key) }
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
                    scope.add(reading)
                }
            }
        }

        private func readDatabase(_ scope: inout AlarmScope) {
            let setting = scope.thresholds[.databaseFailing]
            guard setting.isEnabled else { return }
            let key = AlarmKey(.databaseFailing)
            let failures = (0..<6).map { scope.count(self.failures, minutesAgo: $0) }
            let sum = failures.reduce(0, +)
            // A restart fails for a minute or two; four minutes of six are more.
            if sum >= setting.limit, failures.count(where: { $0 > 0 }) >= 4 {
                scope.add(
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
                scope.history.isKnown(minute: scope.minute - back)
                    && scope.count(self.writesWaiting, minutesAgo: back) > 0
                    && scope.count(self.commits, minutesAgo: back) == 0
            }
            if isStuck, !self.commits.isEmpty {
                let facts = ["problem": "stuck"]
                scope.add(AlarmReading(key, severity: .critical, value: sum, limit: setting.limit, facts: facts))
            }
        }

        /// The days until the disk is full, by the last day and the last three, or by the last five minutes where it fills
        /// at once; less than a gibibyte is none.
        private func readDisk(_ scope: inout AlarmScope) {
            let setting = scope.thresholds[.diskFilling]
            guard setting.isEnabled, let disk = self.disk else { return }
            let key = AlarmKey(.diskFilling)
            guard let free = scope.greatest(disk.series) else {
                scope.leave(key)
                return
            }
            let days = min(free < Self.gibibyte ? 0 : .infinity, self.daysByTrend(free), self.daysByFall(free, scope))
            guard days < setting.limit else { return }
            let facts = ["free_bytes": "\(Int64(min(max(0, free), 9e18)))"]
            // Whoever has less than a day should look now.
            let severity: AlarmReading.Severity = days < 1 ? .critical : .warning
            scope.add(AlarmReading(key, severity: severity, value: days, limit: setting.limit, facts: facts))
        }

        /// The smaller of the falls of one day and of three days says how long it lasts: what one copy takes for some
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
            // A day at least has to be known.
            return fall > 0 && fall < .infinity ? free / fall : .infinity
        }

        /// The days that are left at the pace of the last five minutes, where more than half of what was free a day ago is
        /// taken and the rest is gone within half an hour.
        private func daysByFall(_ free: Double, _ scope: AlarmScope) -> Double {
            guard let disk = self.disk,
                let before = scope.history.value(ofSeries: disk.series[0], atMinute: scope.minute - 5)
            else { return .infinity }
            let most = self.disksByHour[1...24].reduce(before) { $1.isNaN ? $0 : max($0, $1) }
            let perMinute = (before - free) / 5
            guard perMinute > 0, free * 2 < most, free / perMinute < 30 else { return .infinity }
            return free / perMinute / 1440
        }

        private func readClocks(_ scope: inout AlarmScope) {
            let setting = scope.thresholds[.clockDiffers]
            guard setting.isEnabled else { return }
            for group in self.ownClock {
                let values = group.series.compactMap { scope.gauge($0) }
                guard let value = values.max() else { continue }
                guard value >= setting.limit else { continue }
                let key = AlarmKey(.clockDiffers, subject: "database")
                scope.add(AlarmReading(key, severity: .warning, value: value, limit: setting.limit))
            }
            // One host may be wrong; Apple's clock is what most of them say.
            let offsets = self.appleClocks.compactMap { scope.gauge($0) }.map { abs($0) }.sorted()
            guard !offsets.isEmpty else { return }
            let offset = offsets[(offsets.count - 1) / 2]
            guard offset >= setting.limit else { return }
            let key = AlarmKey(.clockDiffers, subject: "apple")
            scope.add(AlarmReading(key, severity: .critical, value: offset, limit: setting.limit))
        }

        private func readCertificates(_ scope: inout AlarmScope) {
            let setting = scope.thresholds[.certificateExpiring]
            guard setting.isEnabled else { return }
            for group in self.certificates {
                let values = group.series.compactMap { scope.gauge($0, within: 180) }
                guard let seconds = values.min() else { continue }
                let days = seconds / 86_400
                // Apple renews the certificates of its hosts, often late.
                let limit = group.subject.hasPrefix("host:") ? setting.limit / 4 : setting.limit
                guard days <= limit else { continue }
                let severity: AlarmReading.Severity = days <= setting.limit / 4 ? .critical : .warning
                let serious = group.subject.hasPrefix("host:") ? .warning : severity
                scope.add(AlarmReading(group.key(.certificateExpiring), severity: serious, value: days, limit: limit))
            }
        }
    }
}
