public import AppStore

extension World {
    /// Advances the clock to an instant.
    ///
    /// Everything due until then happens in its order; notifications stay in the outbox.
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

    /// Advances the clock by a duration.
    public func advance(by duration: Duration) throws(WorldError) {
        try self.advance(to: self.instant(after: duration))
    }

    /// Advances the clock by a calendar period, such as `.months(1)` or `.days(3)`.
    public func advance(by period: SubscriptionPeriod) throws(WorldError) {
        try self.advance(to: self.instant(after: period))
    }

    /// Advances the clock to the next event on the agenda and performs everything due at that instant.
    ///
    /// Returns the instant, or `nil` when nothing is planned.
    @discardableResult
    public func advanceToNextEvent() throws(WorldError) -> Timestamp? {
        guard let instant = self.nextInstant else { return nil }
        try self.advance(to: instant)
        return instant
    }

    /// Advances the clock to an instant and delivers each notification to a receiver at its due instant, one after the
    /// other in their order; returns when nothing more is due.
    ///
    /// The clock stands still while the receiver works, and shows the instant of the delivered notification. Only one
    /// caller at a time may deliver; otherwise the order is not guaranteed.
    public func advance(to instant: Timestamp, delivering receiver: NotificationReceiver) async throws(WorldError) {
        guard instant >= self.now else { throw .instantInPast }
        await self.deliver(to: receiver)
        while self.update({ $0.step(until: instant.milliseconds) }) {
            self.update { state in if !state.outbox.isEmpty { state.recordAdvance() } }
            await self.deliver(to: receiver)
        }
        try self.advance(to: max(instant, self.now))
    }

    /// Performs what is due at the clock's instant and delivers each notification to a receiver, one after the other in
    /// their order; the clock does not change.
    ///
    /// Only one caller at a time may deliver; otherwise the order is not guaranteed.
    public func settle(delivering receiver: NotificationReceiver) async {
        await self.deliver(to: receiver)
        while self.update({ $0.stepNow() }) {
            await self.deliver(to: receiver)
        }
    }

    /// Whether a notification is waiting or an event is due at the clock's instant.
    var hasDue: Bool {
        self.look { state in
            !state.outbox.isEmpty || (state.agenda.next.map { $0.at <= state.now } ?? false)
        }
    }

    /// Advances the clock by a duration, delivering on the way.
    public func advance(by duration: Duration, delivering receiver: NotificationReceiver) async throws(WorldError) {
        try await self.advance(to: self.instant(after: duration), delivering: receiver)
    }

    /// Advances the clock by a calendar period, delivering on the way.
    public func advance(
        by period: SubscriptionPeriod,
        delivering receiver: NotificationReceiver
    ) async throws(WorldError) {
        try await self.advance(to: self.instant(after: period), delivering: receiver)
    }

    /// Advances the clock to the next event on the agenda, delivering on the way.
    @discardableResult
    public func advanceToNextEvent(delivering receiver: NotificationReceiver) async throws(WorldError) -> Timestamp? {
        guard let instant = self.nextInstant else { return nil }
        try await self.advance(to: instant, delivering: receiver)
        return instant
    }

    /// The instant of the next event on the agenda, never in the past.
    var nextInstant: Timestamp? {
        self.look { state in
            state.agenda.next.map { Timestamp(milliseconds: max($0.at, state.now)) }
        }
    }

    /// The instant after which no redelivery, refund decision or price notification is pending; subscriptions continue
    /// to renew after it.
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
