import AppStore

extension World {
    /// Removes all waiting notifications from the outbox and returns them in their order.
    ///
    /// The caller must report each outcome with ``record(_:for:)``; otherwise the notification counts as never
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

    /// Records the outcome of a delivery attempt; after a failure, puts the next attempt of the store's schedule on the
    /// agenda.
    public func record(_ outcome: WorldDelivery.Outcome, for notification: WorldNotification) {
        self.update { $0.record(outcome, for: notification.index) }
    }

    /// Delivers every waiting notification to a receiver, one after the other, and records the outcomes.
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

    /// Delivers the version 1 posts of a notification to a receiver, one after the other.
    ///
    /// The next attempt resumes at the post that failed. Notifications that do not exist in version 1 are not sent.
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
                    // After the last post the count restarts, so that a second delivery sends all posts again.
                    if outcome.isSuccess { state.notifications[notification.index].takenPosts = 0 }
                    return state.record(outcome, for: notification.index)
                }
                state.notifications[notification.index].takenPosts = UInt8(index + 1)
            }
            guard outcome.isSuccess else { return }
        }
    }

    /// All notifications with their delivery attempts, in the order of creation.
    public var deliveries: [WorldDelivery] {
        self.look { state in state.notifications.indices.map { state.delivery($0) } }
    }

    /// Returns the notifications from an index on, with their delivery attempts.
    public func deliveries(from index: Int) -> [WorldDelivery] {
        self.look { state in
            (min(index, state.notifications.count)..<state.notifications.count).map { state.delivery($0) }
        }
    }

    /// The number of notifications created so far.
    public var notificationCount: Int {
        self.look { $0.notifications.count }
    }

    /// Returns the notifications from this index on, in the order of creation.
    public func notifications(from index: Int) -> [WorldNotification] {
        self.look { state in
            (min(index, state.notifications.count)..<state.notifications.count).map { state.notification($0) }
        }
    }
}
