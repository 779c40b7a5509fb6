/// Decides which alarms are published at one time, and notes it in them.
///
/// An alarm is published when it begins to fire, unless it flaps or is silenced: then as soon as neither holds, if it
/// still fires. It is published again when it becomes worse, and when it is resolved, if its firing was published. Each
/// alarm keeps what was published of it, so that nothing is lost while no node evaluates alarms, and every leader goes
/// on where the last one stopped.
struct AlarmPublication {
    private let instant: Instant
    private let silences: [AlarmSilence]

    /// What is published at an instant, while these silences are kept.
    init(at instant: Instant, _ silences: [AlarmSilence]) {
        self.instant = instant
        self.silences = silences
    }

    /// Returns the alarms that are published now, in the order in which it happened.
    ///
    /// - Parameters:
    ///   - alarms: All alarms by number; those that fire and are published are noted as published.
    ///   - resolved: The numbers of the alarms that are resolved just now.
    /// - Returns: The alarms as they are.
    func publish(_ alarms: inout [Alarm], resolved: Set<Int64>) -> [Alarm] {
        var published: [Alarm] = []
        for index in alarms.indices {
            let alarm = alarms[index]
            switch alarm.state {
            case .pending: continue
            case .firing:
                guard self.isDue(alarm, among: alarms) else { continue }
                alarms[index].publishedAt = self.instant
                alarms[index].publishedSeverity = alarm.severity
            // Also while it is silenced: receivers of its firing would wait for its end for ever.
            case .resolved: guard resolved.contains(alarm.number), alarm.publishedAt != nil else { continue }
            }
            published.append(alarms[index])
        }
        return published.sorted { ($0.resolvedAt ?? $0.since, $0.number) < ($1.resolvedAt ?? $1.since, $1.number) }
    }

    private func isDue(_ alarm: Alarm, among alarms: [Alarm]) -> Bool {
        guard !self.silences.contains(where: { $0.covers(alarm.key, at: self.instant) }) else { return false }
        guard alarm.publishedAt == nil else { return alarm.severity > (alarm.publishedSeverity ?? alarm.severity) }
        return self.endOfQuiet(alarm, among: alarms).map { self.instant >= $0 } ?? true
    }

    /// When an alarm that flaps may be published; `nil` where it may at once.
    private func endOfQuiet(_ alarm: Alarm, among alarms: [Alarm]) -> Instant? {
        var resolvedAt: Instant?
        var publishedAt: Instant?
        for one in alarms where one.key == alarm.key && one.firedAt != nil {
            let flaps = resolvedAt.map { one.since - $0 < AlarmEvaluation.flapping } ?? false
            if one.number == alarm.number { return flaps ? publishedAt.map { $0 + AlarmEvaluation.quiet } : nil }
            if flaps { publishedAt = one.publishedAt ?? publishedAt }
            resolvedAt = one.resolvedAt
        }
        return nil
    }
}
