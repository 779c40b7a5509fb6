/// A notification whose own signature and those of all its parts are verified and which agree with each other.
public struct VerifiedNotification: Hashable, Sendable {
    /// The notification itself.
    public let notification: VerifiedObject<NotificationPayload>
    /// The transaction in it.
    public let transaction: VerifiedObject<TransactionPayload>?
    /// The renewal info in it.
    public let renewalInfo: VerifiedObject<RenewalInfoPayload>?
    /// The app transaction in it.
    public let appTransaction: VerifiedObject<AppTransactionPayload>?
    /// The environment it belongs to.
    public let environment: AppStoreEnvironment
}
