public import AppStore

/// What a customer about to cancel was shown, and why.
public struct RetentionOffer: Hashable, Sendable {
    /// Where the message came from.
    public enum Source: Hashable, Sendable {
        /// The app's server said it.
        case realtime(RealtimeResponseBody)
        /// The default message of the product and locale.
        case defaultMessage
        /// Nothing was shown.
        case nothing
    }

    /// Why the app's server was of no help.
    public enum Failure: Hashable, Sendable {
        /// The app has no realtime address.
        case noRealtimeURL
        /// It did not answer as it must.
        case endpoint(SendAttemptResult)
        /// It named a message that is not there, or not approved.
        case message(String)
        /// It named a product that the customer cannot change to.
        case product(String)
    }

    /// Where the message came from.
    public let source: Source
    /// The identifier of the message that was shown.
    public let messageIdentifier: String?
    /// Why the app's server was of no help, when the message is not its own.
    public let failure: Failure?
}
