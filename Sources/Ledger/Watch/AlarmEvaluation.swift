/// An evaluation of readings that decides which alarms fire and are resolved, and writes their notices.
package struct AlarmEvaluation: Sendable {
    /// The time after it was resolved within which an alarm that is bad again is flapping.
    package static let flapping: Span = .minutes(10)
    /// The time in which a flapping alarm is published at most once.
    package static let quiet: Span = .hours(1)
    /// The time for which ended alarms, silences and notices are kept.
    package static let retention: Span = .days(90)

    private let thresholds: AlarmThresholds
    private let channels: [String]

    /// Creates an evaluation with these settings that writes notices for these channels.
    package init(_ thresholds: AlarmThresholds, channels: [String]) {
        self.thresholds = thresholds
        self.channels = channels
    }

    /// Applies the readings of one instant to the records.
    ///
    /// Without a channel nothing is published, so that a channel that is configured later receives the alarms that are
    /// still firing.
    ///
    /// - Parameters:
    ///   - readings: The readings of all rules.
    ///   - records: The records; each channel gets a notice about every change.
    /// - Returns: The notices that were dropped because more were waiting for a channel than the records keep.
    @discardableResult
    package func take(_ readings: AlarmReadings, into records: inout AlarmRecords) -> [AlarmNotice] {
        let resolved = self.change(readings, &records)
        if !self.channels.isEmpty {
            let published = AlarmPublication(at: readings.at, records.silences).publish(
                &records.alarms,
                resolved: resolved
            )
            if !published.isEmpty {
                for channel in self.channels { records.add(published, for: channel, at: readings.at) }
            }
        }
        return Self.bound(&records)
    }

    /// Drops records that ended 90 days ago, and records beyond the maximum numbers.
    ///
    /// - Returns: The notices that were dropped.
    @discardableResult
    package func expire(at instant: Instant, in records: inout AlarmRecords) -> [AlarmNotice] {
        let end = instant - Self.retention
        records.alarms.removeAll { alarm in alarm.resolvedAt.map { $0 <= end } ?? false }
        records.silences.removeAll { $0.until <= end }
        let expired = records.notices.filter { $0.writtenAt <= end }
        records.notices.removeAll { $0.writtenAt <= end }
        return expired + Self.bound(&records)
    }

    /// Changes the alarms according to the readings, and returns the numbers of those that are resolved.
    private func change(_ readings: AlarmReadings, _ records: inout AlarmRecords) -> Set<Int64> {
        var bad = Dictionary(readings.bad.map { ($0.key, $0) }) { first, _ in first }
        var resolved: Set<Int64> = []
        var kept: [Alarm] = []
        for var alarm in records.alarms {
            guard alarm.state != .resolved else {
                kept.append(alarm)
                continue
            }
            if let reading = bad.removeValue(forKey: alarm.key) {
                alarm.reading = reading
                alarm.goodSince = nil
                alarm.severity = max(alarm.severity, reading.severity)
                self.fire(&alarm, at: readings.at)
            } else if !readings.unknown.contains(alarm.key), !readings.unknownNames.contains(alarm.key.name) {
                if alarm.state == .pending { continue }
                self.ease(&alarm, at: readings.at)
                if alarm.state == .resolved { resolved.insert(alarm.number) }
            }
            kept.append(alarm)
        }
        for reading in readings.bad where bad[reading.key] != nil {
            bad[reading.key] = nil
            var alarm = Alarm(
                number: records.takeNumber(),
                key: reading.key,
                state: .pending,
                since: readings.at,
                reading: reading,
                severity: reading.severity
            )
            self.fire(&alarm, at: readings.at)
            kept.append(alarm)
        }
        records.alarms = kept
        return resolved
    }

    private func fire(_ alarm: inout Alarm, at instant: Instant) {
        guard alarm.state == .pending, instant - alarm.since >= self.thresholds[alarm.key.name].holds else { return }
        alarm.state = .firing
        alarm.firedAt = instant
    }

    private func ease(_ alarm: inout Alarm, at instant: Instant) {
        let since = alarm.goodSince ?? instant
        alarm.goodSince = since
        guard instant - since >= self.thresholds[alarm.key.name].clears else { return }
        alarm.state = .resolved
        alarm.resolvedAt = instant
    }

    /// Drops the oldest records beyond the maximum numbers: of alarms the resolved ones, then the pending ones.
    ///
    /// - Returns: The notices that were dropped.
    private static func bound(_ records: inout AlarmRecords) -> [AlarmNotice] {
        var surplus = records.alarms.count - AlarmRecords.greatestAlarmCount
        for state in [Alarm.State.resolved, .pending, .firing] where surplus > 0 {
            let oldest = records.alarms.filter { $0.state == state }
                .sorted { ($0.resolvedAt ?? $0.since, $0.number) < ($1.resolvedAt ?? $1.since, $1.number) }
                .prefix(surplus)
            let dropped = Set(oldest.map(\.number))
            records.alarms.removeAll { dropped.contains($0.number) }
            surplus = records.alarms.count - AlarmRecords.greatestAlarmCount
        }
        return records.dropSurplusNotices()
    }
}
