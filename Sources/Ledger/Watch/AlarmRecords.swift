/// All alarms, silences and notices, as they are loaded, changed and saved together.
///
/// They are few: alarms and silences that are over, and notices that nobody received, are dropped by `AlarmEvaluation`.
package struct AlarmRecords: Hashable, Sendable {
    /// The most alarms that are kept; of those that are resolved the oldest are dropped first.
    package static let greatestAlarmCount = 1000
    /// The most silences that are kept of one app, and the most of those that hold for every app.
    package static let greatestSilenceCount = 50
    /// The most notices that are kept for one channel; the oldest are dropped first.
    package static let greatestNoticeCount = 200
    /// The most alarms that a notice has into which another was merged.
    package static let greatestMergedCount = 20
    /// How old a notice is at most into which another is merged.
    package static let mergedWithin = Span.hours(1)

    /// The alarms by number, ascending.
    package var alarms: [Alarm]
    /// The silences by number, ascending.
    package var silences: [AlarmSilence]
    /// The notices by number, ascending.
    package var notices: [AlarmNotice]
    /// The next number of an alarm, a silence or a notice; one count for all three.
    package var nextNumber: Int64

    /// Records of these values; nothing at first.
    package init(
        alarms: [Alarm] = [],
        silences: [AlarmSilence] = [],
        notices: [AlarmNotice] = [],
        nextNumber: Int64 = 1
    ) {
        self.alarms = alarms
        self.silences = silences
        self.notices = notices
        self.nextNumber = nextNumber
    }

    /// Returns a number that was never given.
    package mutating func takeNumber() -> Int64 {
        defer { self.nextNumber += 1 }
        return self.nextNumber
    }
}

/// A message about alarms that one channel has still to receive.
///
/// It is written with the change that it tells of, so that none is lost, and removed once it was received.
package struct AlarmNotice: Hashable, Sendable {
    /// The longest time after an attempt that one is put off, also where the receiver asks for more.
    package static let longestPause = Span.hours(1)

    /// Its number, from 1, never given twice.
    ///
    /// A receiver knows a repetition by it.
    package let number: Int64
    /// The channel's name, see the configuration: `webhook`, `email`, `slack`.
    package let channel: String
    /// What it tells of, in the order in which it happened: alarms as they were then.
    package var alarms: [Alarm]
    /// When it was written.
    package var writtenAt: Instant
    /// When it is sent, or sent again.
    package var dueAt: Instant
    /// How often sending it failed.
    package var failures: Int
    /// Why it failed last; empty before.
    package var problem: String
    /// The addresses of the recipients who have still to receive it; empty for all of the channel.
    package var recipients: [String]

    /// A notice of these values.
    package init(
        number: Int64,
        channel: String,
        alarms: [Alarm],
        writtenAt: Instant,
        dueAt: Instant,
        failures: Int = 0,
        problem: String = "",
        recipients: [String] = []
    ) {
        self.number = number
        self.channel = channel
        self.alarms = alarms
        self.writtenAt = writtenAt
        self.dueAt = dueAt
        self.failures = failures
        self.problem = problem
        self.recipients = recipients
    }
}

/// What waits for the channels.
extension AlarmRecords {
    /// Adds what a channel has to receive.
    ///
    /// While the channel's first notice waits, those of an hour behind it are merged, so that a channel that is down
    /// for days loses nothing. The merged notice has a number of its own: one that was sent meanwhile is sent again,
    /// and its removal removes no alarm that was not sent.
    mutating func add(_ alarms: [Alarm], for channel: String, at instant: Instant) {
        var notice = AlarmNotice(
            number: self.takeNumber(),
            channel: channel,
            alarms: alarms,
            writtenAt: instant,
            dueAt: instant
        )
        let waiting = self.notices.indices.filter { self.notices[$0].channel == channel }
        if waiting.count > 1, let place = waiting.last, let merged = notice.merged(behind: self.notices[place]) {
            self.notices.remove(at: place)
            notice = merged
        }
        self.notices.append(notice)
    }

    /// Drops the oldest notices of each channel for which more wait than the records keep, and returns them.
    mutating func dropSurplusNotices() -> [AlarmNotice] {
        var dropped: [AlarmNotice] = []
        for waiting in Dictionary(grouping: self.notices, by: \.channel).values {
            dropped += waiting.dropLast(Self.greatestNoticeCount)
        }
        guard !dropped.isEmpty else { return [] }
        let numbers = Set(dropped.map(\.number))
        self.notices.removeAll { numbers.contains($0.number) }
        return dropped.sorted { $0.number < $1.number }
    }
}

extension AlarmNotice {
    /// This notice with the alarms of an earlier one before its own, each alarm once in each state.
    ///
    /// - Returns: The notice; `nil` where they stay apart.
    fileprivate func merged(behind earlier: Self) -> Self? {
        // An alarm that became worse takes the place of what was written of it: both would have one id at the receiver.
        let kept = earlier.alarms.filter { old in
            !self.alarms.contains { $0.number == old.number && $0.state == old.state }
        }
        guard earlier.failures == 0, self.writtenAt - earlier.writtenAt < AlarmRecords.mergedWithin,
            kept.count + self.alarms.count <= AlarmRecords.greatestMergedCount
        else { return nil }
        return Self(
            number: self.number,
            channel: self.channel,
            alarms: kept + self.alarms,
            writtenAt: earlier.writtenAt,
            dueAt: earlier.dueAt
        )
    }
}

extension AlarmRecords {
    /// For how long what is being evaluated lies behind what the clock says to others meanwhile.
    private static let longestEvaluation = Span.minutes(5)

    /// Brings the times that lie ahead of an instant back to it, after the clock has gone back.
    ///
    /// Otherwise, before the clock comes to these times again, no alarm would fire or be resolved, no notice would be
    /// sent or missed by the heartbeat, and no silence that was made meanwhile would hold. A silence keeps its length.
    package mutating func turnBack(to instant: Instant) {
        for place in self.alarms.indices {
            self.alarms[place].since = min(self.alarms[place].since, instant)
            self.alarms[place].firedAt = self.alarms[place].firedAt.map { min($0, instant) }
            self.alarms[place].goodSince = self.alarms[place].goodSince.map { min($0, instant) }
            self.alarms[place].publishedAt = self.alarms[place].publishedAt.map { min($0, instant) }
            self.alarms[place].resolvedAt = self.alarms[place].resolvedAt.map { min($0, instant) }
        }
        for place in self.notices.indices {
            let notice = self.notices[place]
            guard notice.writtenAt > instant || notice.dueAt - instant > AlarmNotice.longestPause else { continue }
            self.notices[place].writtenAt = min(notice.writtenAt, instant)
            self.notices[place].dueAt = min(notice.dueAt, instant)
        }
        for place in self.silences.indices where self.silences[place].from > instant {
            let ahead = self.silences[place].from - instant
            self.silences[place].from = instant
            // One that was made while this is evaluated keeps its end.
            if ahead > Self.longestEvaluation { self.silences[place].until = self.silences[place].until - ahead }
        }
    }
}
