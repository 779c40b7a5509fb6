public import AppStore

extension World {
    /// Turns the clock to an instant; everything due until then happens in its order, and notifications stay in the
    /// outbox.
    ///
    /// Throws when the instant is in the past.
    public func advance(to instant: Timestamp) throws(WorldError) {
        try self.change { state throws(WorldError) in
            guard instant.milliseconds >= state.now else { throw .instantInPast }
            while state.step(until: instant.milliseconds) {}
            state.now = instant.milliseconds
            state.recordAdvance()
        }
    }

    /// Turns the clock on by a duration.
    public func advance(by duration: Duration) throws(WorldError) {
        try self.advance(to: self.instant(after: duration))
    }

    /// Turns the clock on by the calendar, such as `.months(1)` or `.days(3)`.
    public func advance(by period: SubscriptionPeriod) throws(WorldError) {
        try self.advance(to: self.instant(after: period))
    }

    /// Turns the clock to the next thing on the agenda, and does everything due at that instant; answers the instant,
    /// or `nil` when nothing is planned.
    @discardableResult
    public func advanceToNextEvent() throws(WorldError) -> Timestamp? {
        guard let instant = self.nextInstant else { return nil }
        try self.advance(to: instant)
        return instant
    }

    /// Turns the clock to an instant, and hands every notification to a receiver when it is due, one after the other in
    /// their order; answers when everything is quiet.
    ///
    /// The clock stands still while the receiver works, and shows the instant of what is delivered. One caller at a
    /// time may deliver, else the order is lost.
    public func advance(to instant: Timestamp, delivering receiver: NotificationReceiver) async throws(WorldError) {
        guard instant >= self.now else { throw .instantInPast }
        await self.deliver(to: receiver)
        while self.update({ $0.step(until: instant.milliseconds) }) {
            self.update { state in if !state.outbox.isEmpty { state.recordAdvance() } }
            await self.deliver(to: receiver)
        }
        try self.advance(to: max(instant, self.now))
    }

    /// Does what is due at the clock's instant, and hands every notification to a receiver, one after the other in
    /// their order; the clock stays where it is.
    ///
    /// One caller at a time may deliver, else the order is lost.
    public func settle(delivering receiver: NotificationReceiver) async {
        await self.deliver(to: receiver)
        while self.update({ $0.stepNow() }) {
            await self.deliver(to: receiver)
        }
    }

    /// Whether something is due at the clock's instant: a notification that waits, or an event on the agenda.
    var hasDue: Bool {
        self.look { state in
            !state.outbox.isEmpty || (state.agenda.next.map { $0.at <= state.now } ?? false)
        }
    }

    /// Turns the clock on by a duration, delivering on the way.
    public func advance(by duration: Duration, delivering receiver: NotificationReceiver) async throws(WorldError) {
        try await self.advance(to: self.instant(after: duration), delivering: receiver)
    }

    /// Turns the clock on by the calendar, delivering on the way.
    public func advance(
        by period: SubscriptionPeriod,
        delivering receiver: NotificationReceiver
    ) async throws(WorldError) {
        try await self.advance(to: self.instant(after: period), delivering: receiver)
    }

    /// Turns the clock to the next thing on the agenda, delivering on the way.
    @discardableResult
    public func advanceToNextEvent(delivering receiver: NotificationReceiver) async throws(WorldError) -> Timestamp? {
        guard let instant = self.nextInstant else { return nil }
        try await self.advance(to: instant, delivering: receiver)
        return instant
    }

    /// When the next thing on the agenda is due; never in the past.
    var nextInstant: Timestamp? {
        self.look { state in
            state.agenda.next.map { Timestamp(milliseconds: max($0.at, state.now)) }
        }
    }

    /// When nothing waits to be delivered again, decided or told any more; what renews by itself goes on after it.
    var quietInstant: Timestamp {
        self.look { state in
            let last = state.agenda.entries.last { entry in
                switch entry.event {
                case .delivery, .refundDecided, .refundNoticed, .extensionRuns, .commercePriceNotified: true
                case .renewalIsCharged, .periodEnds, .graceEnds, .billingRetryEnds, .externalPurchase: false
                }
            }
            return Timestamp(milliseconds: max(last?.at ?? state.now, state.now))
        }
    }

    private func instant(after duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        return Timestamp(milliseconds: self.now.milliseconds + milliseconds)
    }

    private func instant(after period: SubscriptionPeriod) -> Timestamp {
        Timestamp(milliseconds: period.end(after: 1, from: self.now.milliseconds))
    }
}
