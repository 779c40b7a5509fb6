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

/// A payload whose signature leads to a trusted signer, as far as it has the documented form.
///
/// It never leaves the verifier: a field that could not be read looks like an absent one, and an absent revocation date
/// would make a refunded purchase a paid one. Only identity is compared, and what could be read must agree.
struct SignedReading<Payload: SignedPayload> {
    /// What could be read; fields of another form are nil.
    let payload: Payload
    /// The signed object, taken apart.
    let object: SignedObject
    /// Which field has another form; `nil` when all were read.
    let formError: VerificationError?

    /// Whether a field of the payload says nothing because it, or one like it, could not be read.
    func hides(_ field: (some Any)?) -> Bool {
        field == nil && self.formError != nil
    }

    /// The payload, if all of it was read and it says when it was signed.
    func verified() throws(VerificationError) -> VerifiedObject<Payload> {
        if let formError { throw formError }
        guard let signedAt = self.payload.statedSigningDate else {
            throw VerificationError(.signedDateMissing, in: Payload.part, expected: "a signing date", found: "none")
        }
        return VerifiedObject(payload: self.payload, signedAt: signedAt, object: self.object)
    }
}
