import AppStore

extension World {
    /// Takes all waiting notifications out of the outbox, in their order.
    ///
    /// Whoever takes them answers for them: say with ``record(_:for:)`` how each went, or they count as never
    /// attempted.
    public func drainOutbox() -> [WorldNotification] {
        self.update { state in
            var notifications: [WorldNotification] = []
            while let index = state.outbox.popFirst() {
                notifications.append(state.notification(index))
            }
            return notifications
        }
    }

    /// Notes how an attempt to deliver went; where it failed and the store's schedule has another attempt, that goes on
    /// the agenda.
    public func record(_ outcome: WorldDelivery.Outcome, for notification: WorldNotification) {
        self.update { $0.record(outcome, for: notification.index) }
    }

    /// Hands every waiting notification to a receiver, one after the other, and notes how it went.
    public func deliver(to receiver: NotificationReceiver) async {
        while let pendingDelivery = self.update({ $0.popPendingDelivery() }) {
            guard !pendingDelivery.isLost else { continue }
            let notification = pendingDelivery.notification
            if notification.app.behavior.sendsVersion1 {
                await self.deliverOld(notification, to: receiver)
            } else if let outcome = await receiver(notification) {
                self.record(outcome, for: notification)
            }
        }
    }

    /// Hands the posts by which version 1 tells of a notification to a receiver, one after the other.
    ///
    /// The next attempt goes on at the one that failed. What version 1 does not have is not sent.
    private func deliverOld(_ notification: WorldNotification, to receiver: NotificationReceiver) async {
        let bodies = (try? self.version1Bodies(of: notification)) ?? []
        let taken = self.look { $0.notifications[notification.index].takenPosts }
        for (index, body) in bodies.enumerated().dropFirst(Int(taken)) {
            var post = notification
            post.oldBody = body
            guard let outcome = await receiver(post) else { return }
            let isLast = index == bodies.count - 1
            self.update { state in
                guard !isLast, outcome.isSuccess else {
                    // After the last one all of them come again, should this be delivered twice.
                    if outcome.isSuccess { state.notifications[notification.index].takenPosts = 0 }
                    return state.record(outcome, for: notification.index)
                }
                state.notifications[notification.index].takenPosts = UInt8(index + 1)
            }
            guard outcome.isSuccess else { return }
        }
    }

    /// Every notification ever made and what became of it, in the order of their making.
    public var deliveries: [WorldDelivery] {
        self.look { state in state.notifications.indices.map { state.delivery($0) } }
    }

    /// The notifications made from a place on, and what became of them.
    public func deliveries(from index: Int) -> [WorldDelivery] {
        self.look { state in
            (min(index, state.notifications.count)..<state.notifications.count).map { state.delivery($0) }
        }
    }

    /// How many notifications were ever made.
    public var notificationCount: Int {
        self.look { $0.notifications.count }
    }

    /// The notifications made from this place on, in the order of their making.
    public func notifications(from index: Int) -> [WorldNotification] {
        self.look { state in
            (min(index, state.notifications.count)..<state.notifications.count).map { state.notification($0) }
        }
    }
}
