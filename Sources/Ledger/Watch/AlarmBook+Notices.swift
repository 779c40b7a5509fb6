/// What waits for the channels.
extension AlarmBook {
    /// Adds what a channel has to receive.
    ///
    /// While the channel's first notice waits, those of an hour behind it are merged, so that a channel that is down for days
    /// loses nothing. The merged notice has a number of its own: one that was sent meanwhile is sent again, and its removal
    /// removes no alarm that was not sent.
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

    /// Drops the oldest notices of each channel for which more wait than a book keeps, and returns them.
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
        guard earlier.failures == 0, self.writtenAt - earlier.writtenAt < AlarmBook.mergedWithin,
            kept.count + self.alarms.count <= AlarmBook.greatestMergedCount
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
