/// A payload that Apple signs as a JWS.
public protocol SignedPayload: WireObject {
    /// What kind of object it is, for errors.
    static var part: VerificationError.Part { get }
    /// When it says it was signed.
    var statedSigningDate: Timestamp? { get }
}

extension TransactionPayload: SignedPayload {
    /// A transaction.
    public static var part: VerificationError.Part { .transaction }
    /// Its `signedDate`.
    public var statedSigningDate: Timestamp? { self.signedDate }
}

extension RenewalInfoPayload: SignedPayload {
    /// A renewal info.
    public static var part: VerificationError.Part { .renewalInfo }
    /// Its `signedDate`.
    public var statedSigningDate: Timestamp? { self.signedDate }
}

extension AppTransactionPayload: SignedPayload {
    /// An app transaction.
    public static var part: VerificationError.Part { .appTransaction }
    /// Its `receiptCreationDate`, which Apple documents as the signing date.
    public var statedSigningDate: Timestamp? { self.receiptCreationDate }
}

extension NotificationPayload: SignedPayload {
    /// A notification.
    public static var part: VerificationError.Part { .notification }
    /// Its `signedDate`.
    public var statedSigningDate: Timestamp? { self.signedDate }
}
extension RealtimeRequestPayload: SignedPayload {
    /// A realtime request.
    public static var part: VerificationError.Part { .realtimeRequest }
    /// Its `signedDate`.
    public var statedSigningDate: Timestamp? { self.signedDate }
}
