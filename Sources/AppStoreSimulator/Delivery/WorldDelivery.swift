public import AppStore

/// A notification with its delivery attempts.
public struct WorldDelivery: Sendable {
    /// The outcome of a delivery attempt.
    public enum Outcome: Hashable, Sendable {
        /// The receiver answered with this HTTP status.
        case answered(status: Int)
        /// No response arrived.
        case failed(SendAttemptResult)

        /// Whether the store counts the attempt as a success: a status from 200 to 206.
        public var isSuccess: Bool {
            guard case .answered(let status) = self else { return false }
            return (200...206).contains(status)
        }

        /// Apple's name for the outcome.
        public var result: SendAttemptResult {
            switch self {
            case .answered: self.isSuccess ? .success : .unsuccessfulHttpResponseCode
            case .failed(let result): result
            }
        }
    }

    /// One delivery attempt.
    public struct Attempt: Hashable, Sendable {
        /// The instant on the world's clock.
        public let at: Timestamp
        /// The outcome.
        public let outcome: Outcome
    }

    /// The notification.
    public let notification: WorldNotification
    /// The attempts so far, in their order.
    public let attempts: [Attempt]
    /// The instant of the next planned attempt; `nil` when none is planned.
    public let nextAttemptAt: Timestamp?

    /// Whether the receiver has accepted the notification.
    public var isDelivered: Bool { self.attempts.last?.outcome.isSuccess ?? false }
}

/// A closure that delivers a notification and returns the outcome; `nil` when the notification has no receiver and
/// counts as never attempted.
public typealias NotificationReceiver = @Sendable (WorldNotification) async -> WorldDelivery.Outcome?
