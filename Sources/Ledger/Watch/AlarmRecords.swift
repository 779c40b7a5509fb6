/// All alarms, silences and notices, which are loaded, changed and saved together.
///
/// Their number is limited: `AlarmEvaluation` drops ended alarms and silences, and notices that were not received.
package struct AlarmRecords: Hashable, Sendable {
    /// The maximum number of alarms; the oldest resolved ones are dropped first.
    package static let greatestAlarmCount = 1000
    /// The maximum number of silences of one app, and of silences for every app.
    package static let greatestSilenceCount = 50
    /// The maximum number of notices for one channel; the oldest are dropped first.
    package static let greatestNoticeCount = 200
    /// The maximum number of alarms in a merged notice.
    package static let greatestMergedCount = 20
    /// The maximum age of a notice into which another is merged.
    package static let mergedWithin = Span.hours(1)

    /// The alarms by number, ascending.
    package var alarms: [Alarm]
    /// The silences by number, ascending.
    package var silences: [AlarmSilence]
    /// The notices by number, ascending.
    package var notices: [AlarmNotice]
    /// The next number of an alarm, a silence or a notice; all three share one sequence.
    package var nextNumber: Int64

    /// Creates records of these values; the default is empty.
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

    /// Returns a new number.
    package mutating func takeNumber() -> Int64 {
        defer { self.nextNumber += 1 }
        return self.nextNumber
    }
}

/// A message about alarms that one channel has not received yet.
///
/// It is written in the transaction of the change that it reports, so that none is lost, and deleted once it was
/// received.
package struct AlarmNotice: Hashable, Sendable {
    /// The longest pause after an attempt, even where the receiver requests a longer one.
    package static let longestPause = Span.hours(1)

    /// The number, from 1; numbers are never reused.
    ///
    /// A receiver detects a repetition by it.
    package let number: Int64
    /// The channel's name in the configuration: `webhook`, `email`, `slack`.
    package let channel: String
    /// The alarms that it reports, in the order of their changes, with their values at that time.
    package var alarms: [Alarm]
    /// The instant at which it was written.
    package var writtenAt: Instant
    /// The instant at which it is sent, or sent again.
    package var dueAt: Instant
    /// The number of failed attempts.
    package var failures: Int
    /// The reason of the last failure; empty before.
    package var problem: String
    /// The addresses of the recipients who have not received it yet; empty for all of the channel.
    package var recipients: [String]

    /// Creates a notice of these values.
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

/// The notices that wait for the channels.
extension AlarmRecords {
    /// Adds alarms to the notices of a channel.
    ///
    /// While the channel's first notice is waiting, later ones within an hour are merged, so that a channel that is
    /// down for days loses nothing. The merged notice has a number of its own: one that was sent in the meantime is
    /// sent again, and deleting it deletes no alarm that was not sent.
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

    /// Drops the oldest notices of each channel beyond the maximum number, and returns them.
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
    /// Returns this notice with the alarms of an earlier one before its own, each alarm once in each state.
    ///
    /// - Returns: The notice; `nil` where they are not merged.
    fileprivate func merged(behind earlier: Self) -> Self? {
        // An alarm whose severity rose replaces the earlier entry: both would have one id at the receiver.
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
    /// The maximum time by which an evaluation in progress is behind the clock that other calls use.
    private static let longestEvaluation = Span.minutes(5)

    /// Sets future instants back to an instant, after the clock has gone back.
    ///
    /// Otherwise, until the clock reaches these instants again, no alarm would fire or be resolved, no notice would be
    /// sent or missed by the heartbeat, and no silence created in the meantime would apply. A silence keeps its length.
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
            // A silence that was created during this evaluation keeps its end.
            if ahead > Self.longestEvaluation { self.silences[place].until = self.silences[place].until - ahead }
        }
    }
}
