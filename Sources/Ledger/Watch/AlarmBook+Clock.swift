extension AlarmBook {
    /// For how long what is being evaluated lies behind what the clock says to others meanwhile.
    private static let longestEvaluation = Span.minutes(5)

    /// Brings the times that lie ahead of an instant back to it, after the clock has gone back.
    ///
    /// Otherwise, before the clock comes to these times again, no alarm would fire or be resolved, no notice would be sent
    /// or missed by the heartbeat, and no silence that was made meanwhile would hold. A silence keeps its length.
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
