/// Decides which alarms people are told of at one time.
///
/// An alarm is told of when it begins to fire, unless it flaps or is silenced: then as soon as neither holds, if it still
/// fires. It is told of again when it becomes worse, and when it is resolved, if its firing was told. When it is told
/// follows from the book alone, so that another leader goes on where the last one stopped.
struct AlarmTelling {
    private let book: AlarmBook

    /// What a book's alarms and silences lead to.
    init(_ book: AlarmBook) {
        self.book = book
    }

    /// Returns the alarms of which people are told at an instant, in the order in which it happened.
    ///
    /// - Parameters:
    ///   - instant: When.
    ///   - previous: What was due up to this time was told before.
    ///   - worse: The numbers of the alarms that became worse at the instant.
    /// - Returns: The alarms as they are.
    func due(at instant: Instant, since previous: Instant, _ worse: Set<Int64>) -> [Alarm] {
        let candidates = self.book.alarms.filter { alarm in
            alarm.state == .firing || (alarm.state == .resolved && alarm.resolvedAt == instant)
        }
        let told = candidates.filter { alarm in
            guard let time = self.time(of: alarm), time <= instant else { return false }
            // Also while it is silenced: who was told that it fires would wait for its end for ever.
            if alarm.state == .resolved { return time < instant }
            return time > previous || (worse.contains(alarm.number) && !self.isSilenced(alarm.key, at: instant))
        }
        return told.sorted { ($0.resolvedAt ?? $0.since, $0.number) < ($1.resolvedAt ?? $1.since, $1.number) }
    }

    /// When people are told that an alarm fires; `nil` where it is resolved before that.
    private func time(of alarm: Alarm) -> Instant? {
        var toldAt: Instant?
        var resolvedAt: Instant?
        var flapAt: Instant?
        for one in self.book.alarms where one.key == alarm.key {
            guard let firedAt = one.firedAt else { continue }
            let flaps = resolvedAt.map { one.since - $0 < AlarmBoard.flapping } ?? false
            var time = firedAt
            if flaps, let flapAt { time = max(time, flapAt + AlarmBoard.quiet) }
            time = self.endOfSilence(one.key, from: time)
            let isTold = one.resolvedAt.map { time < $0 } ?? true
            if flaps, isTold { flapAt = time }
            resolvedAt = one.resolvedAt
            if one.number == alarm.number { toldAt = isTold ? time : nil }
        }
        return toldAt
    }

    private func endOfSilence(_ key: AlarmKey, from instant: Instant) -> Instant {
        var instant = instant
        while let silence = self.book.silences.first(where: { $0.covers(key, at: instant) }) { instant = silence.until }
        return instant
    }

    private func isSilenced(_ key: AlarmKey, at instant: Instant) -> Bool {
        self.book.silences.contains { $0.covers(key, at: instant) }
    }
}
