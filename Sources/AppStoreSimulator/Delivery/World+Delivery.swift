import AppStore

extension World {
    /// Takes all waiting notifications out of the outbox, in their order.
    ///
    /// Whoever takes them answers for them: say with ``record(_:for:)`` how each went, or they count as never
    /// attempted.
    public func drainOutbox() -> [WorldNotification] {
        self.update { state in
            var notifications: [WorldNotification] = []
            while let place = state.outbox.popFirst() {
                notifications.append(state.notification(place))
            }
            return notifications
        }
    }

    /// Notes how an attempt to deliver went; where it failed and the store's schedule has another attempt, that goes on
    /// the agenda.
    public func record(_ outcome: WorldDelivery.Outcome, for notification: WorldNotification) {
        self.update { $0.record(outcome, for: notification.place) }
    }

    /// Hands every waiting notification to a receiver, one after the other, and notes how it went.
    public func deliver(to receiver: NotificationReceiver) async {
        while let parcel = self.update({ $0.popParcel() }) {
            guard !parcel.isLost else { continue }
            var notification = parcel.notification
            if notification.app.conduct.sendsVersion1 {
                // What version 1 does not have is not sent.
                guard let body = try? self.oldBody(of: notification) else { continue }
                notification.oldBody = body
            }
            guard let outcome = await receiver(notification) else { continue }
            self.record(outcome, for: notification)
        }
    }

    /// Every notification ever made and what became of it, in the order of their making.
    public var deliveries: [WorldDelivery] {
        self.look { state in state.notifications.indices.map { state.delivery($0) } }
    }

    /// The notifications made from a place on, and what became of them.
    public func deliveries(from place: Int) -> [WorldDelivery] {
        self.look { state in
            (min(place, state.notifications.count)..<state.notifications.count).map { state.delivery($0) }
        }
    }

    /// How many notifications were ever made.
    public var notificationCount: Int {
        self.look { $0.notifications.count }
    }

    /// The notifications made from this place on, in the order of their making.
    public func notifications(from place: Int) -> [WorldNotification] {
        self.look { state in
            (min(place, state.notifications.count)..<state.notifications.count).map { state.notification($0) }
        }
    }
}
