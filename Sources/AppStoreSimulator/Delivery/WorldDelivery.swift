public import AppStore

/// A notification and what became of it.
public struct WorldDelivery: Sendable {
    /// How an attempt to deliver ended.
    public enum Outcome: Hashable, Sendable {
        /// The receiver answered with this HTTP status.
        case answered(status: Int)
        /// No answer came.
        case failed(SendAttemptResult)

        /// Whether the store is content: a status from 200 to 206.
        public var isSuccess: Bool {
            guard case .answered(let status) = self else { return false }
            return (200...206).contains(status)
        }

        /// Apple's word for it.
        public var result: SendAttemptResult {
            switch self {
            case .answered: self.isSuccess ? .success : .unsuccessfulHttpResponseCode
            case .failed(let result): result
            }
        }
    }

    /// One attempt.
    public struct Attempt: Hashable, Sendable {
        /// When, on the world's clock.
        public let at: Timestamp
        /// How it ended.
        public let outcome: Outcome
    }

    /// The notification.
    public let notification: WorldNotification
    /// The attempts so far.
    public let attempts: [Attempt]
    /// When the next attempt is due, if one is planned.
    public let nextAttemptAt: Timestamp?

    /// Whether the receiver has taken it.
    public var isDelivered: Bool { self.attempts.last?.outcome.isSuccess ?? false }
}

/// Takes a notification to whoever is to receive it, and answers how that went; `nil` when nobody wants it, in which
/// case it counts as never attempted.
public typealias NotificationReceiver = @Sendable (WorldNotification) async -> WorldDelivery.Outcome?
