package import AppStore

extension ExternalPurchaseDesk {
    /// One notification that the store plans about a token.
    package struct Reminder: Hashable, Sendable {
        /// When, in milliseconds since 1970.
        package let at: Int64
        /// What it says.
        package let subtype: NotificationSubtype
    }

    /// What a notification about a token says at an instant, or `nil` when nothing is to be told.
    ///
    /// This is the latest of the token's reminders that is due; there is none once the token is reported. The same
    /// question has the same answer however often it is asked: whoever tells it asks at the instants that
    /// ``nextReminder(ofToken:after:)`` names.
    package func reminder(ofToken place: Int, at now: Int64) -> NotificationSubtype? {
        let token = self.tokens[place]
        guard !token.isReported else { return nil }
        if now >= self.overdueAt(token) { return .unreported }
        guard token.type != nil, token.isActive(at: now) else { return nil }
        let first = self.conduct.reminderPeriod.end(after: 1, from: token.createdAt)
        return now < first ? .created : .activeTokenReminder
    }

    /// The first reminder of a token after an instant: of one of a custom link each month while it is active, then one
    /// when it is overdue; of one of a plain link only that; `nil` when the token is reported or nothing is left.
    package func nextReminder(ofToken place: Int, after now: Int64) -> Reminder? {
        let token = self.tokens[place]
        guard !token.isReported else { return nil }
        if token.type != nil, let expiresAt = token.expiresAt {
            if now < token.createdAt { return Reminder(at: token.createdAt, subtype: .created) }
            var count = 1
            var instant = self.conduct.reminderPeriod.end(after: count, from: token.createdAt)
            while instant <= now, instant < expiresAt {
                count += 1
                instant = self.conduct.reminderPeriod.end(after: count, from: token.createdAt)
            }
            if instant > now, instant < expiresAt { return Reminder(at: instant, subtype: .activeTokenReminder) }
        }
        let overdue = self.overdueAt(token)
        return now < overdue ? Reminder(at: overdue, subtype: .unreported) : nil
    }

    private func overdueAt(_ token: ExternalPurchaseTokenFacts) -> Int64 {
        guard let expiresAt = token.expiresAt else {
            return self.conduct.reportPeriod.end(after: 1, from: token.createdAt)
        }
        return self.conduct.expiryPeriod.end(after: 1, from: expiresAt)
    }
}
