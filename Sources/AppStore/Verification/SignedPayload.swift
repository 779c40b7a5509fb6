/// A payload that Apple signs as a JWS.
public protocol SignedPayload: WireObject {
    /// The kind of object, which errors contain.
    static var part: VerificationError.Part { get }
    /// The signing date that the payload states.
    var statedSigningDate: Timestamp? { get }
}

extension TransactionPayload: SignedPayload {
    /// The kind of object: a transaction.
    public static var part: VerificationError.Part { .transaction }
    /// The signing date, from `signedDate`.
    public var statedSigningDate: Timestamp? { self.signedDate }
}

extension RenewalInfoPayload: SignedPayload {
    /// The kind of object: renewal information.
    public static var part: VerificationError.Part { .renewalInfo }
    /// The signing date, from `signedDate`.
    public var statedSigningDate: Timestamp? { self.signedDate }
}

extension AppTransactionPayload: SignedPayload {
    /// The kind of object: an app transaction.
    public static var part: VerificationError.Part { .appTransaction }
    /// The signing date, from `receiptCreationDate`, which Apple documents as the signing date.
    public var statedSigningDate: Timestamp? { self.receiptCreationDate }
}

extension NotificationPayload: SignedPayload {
    /// The kind of object: a notification.
    public static var part: VerificationError.Part { .notification }
    /// The signing date, from `signedDate`.
    public var statedSigningDate: Timestamp? { self.signedDate }
}
extension RealtimeRequestPayload: SignedPayload {
    /// The kind of object: a realtime request.
    public static var part: VerificationError.Part { .realtimeRequest }
    /// The signing date, from `signedDate`.
    public var statedSigningDate: Timestamp? { self.signedDate }
}

/// A payload whose signature leads to a trusted signer, as far as it has the documented form.
///
/// It never leaves the verifier, because an unreadable field looks like an absent one, and an absent revocation date
/// would turn a refunded purchase into a paid one. The verifier uses it only to compare identifiers, and all readable
/// fields must agree.
struct SignedReading<Payload: SignedPayload> {
    /// The readable fields; fields of another form are `nil`.
    let payload: Payload
    /// The decoded parts of the signed object.
    let object: SignedObject
    /// The error of the field with another form; `nil` if all fields were read.
    let formError: VerificationError?

    /// Returns whether a field may be absent only because it, or one like it, could not be read.
    func hides(_ field: (some Any)?) -> Bool {
        field == nil && self.formError != nil
    }

    /// Returns the payload if all of it was read and it states its signing date.
    func verified() throws(VerificationError) -> VerifiedObject<Payload> {
        if let formError { throw formError }
        guard let signedAt = self.payload.statedSigningDate else {
            throw VerificationError(.signedDateMissing, in: Payload.part, expected: "a signing date", found: "none")
        }
        return VerifiedObject(payload: self.payload, signedAt: signedAt, object: self.object)
    }
}
