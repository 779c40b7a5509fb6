/// The decision which alarms are published at one instant; it is recorded in the alarms.
///
/// An alarm is published when it begins to fire, unless it is flapping or silenced: then as soon as neither applies, if
/// it is still firing. It is published again when its severity rises, and when it is resolved, if its firing was
/// published. Each alarm records what was published of it, so that nothing is lost while no node evaluates alarms, and
/// every leader continues where the previous one stopped.
struct AlarmPublication {
    private let instant: Instant
    private let silences: [AlarmSilence]

    /// Creates the decision at an instant, with the silences of that time.
    init(at instant: Instant, _ silences: [AlarmSilence]) {
        self.instant = instant
        self.silences = silences
    }

    /// Returns the alarms that are published now, in the order of their changes.
    ///
    /// - Parameters:
    ///   - alarms: All alarms by number; the method marks those that fire and are published.
    ///   - resolved: The numbers of the alarms that have just been resolved.
    /// - Returns: The alarms to publish.
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
            // Also while it is silenced: otherwise receivers of its firing would never learn its end.
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

    /// Returns the instant at which a flapping alarm may be published; `nil` where it may be published now.
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
