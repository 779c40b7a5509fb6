extension AlarmBook {
    /// Brings the times of alarms that lie ahead of an instant back to it, after the clock has gone back.
    ///
    /// Otherwise no alarm would fire or be resolved before the clock comes to these times again.
    package mutating func turnBack(to instant: Instant) {
        for place in self.alarms.indices {
            self.alarms[place].since = min(self.alarms[place].since, instant)
            self.alarms[place].firedAt = self.alarms[place].firedAt.map { min($0, instant) }
            self.alarms[place].goodSince = self.alarms[place].goodSince.map { min($0, instant) }
            self.alarms[place].publishedAt = self.alarms[place].publishedAt.map { min($0, instant) }
            self.alarms[place].resolvedAt = self.alarms[place].resolvedAt.map { min($0, instant) }
        }
    }
}
