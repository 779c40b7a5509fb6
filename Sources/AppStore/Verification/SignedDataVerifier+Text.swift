public import Foundation

// What has a compact JWS as a text or as data needs no array of bytes; each method does what that of the same name
// does.
extension SignedDataVerifier {
    /// A transaction of this app, from the text of its compact JWS.
    public func transaction(
        _ compact: some StringProtocol
    ) throws(VerificationError) -> VerifiedObject<TransactionPayload> {
        try self.transaction(Array(compact.utf8))
    }

    /// A transaction of this app, from the bytes of its compact JWS.
    public func transaction(
        _ compact: some DataProtocol
    ) throws(VerificationError) -> VerifiedObject<TransactionPayload> {
        try self.transaction(Array(compact))
    }

    /// A renewal info, from the text of its compact JWS.
    public func renewalInfo(
        _ compact: some StringProtocol
    ) throws(VerificationError) -> VerifiedObject<RenewalInfoPayload> {
        try self.renewalInfo(Array(compact.utf8))
    }

    /// A renewal info, from the bytes of its compact JWS.
    public func renewalInfo(
        _ compact: some DataProtocol
    ) throws(VerificationError) -> VerifiedObject<RenewalInfoPayload> {
        try self.renewalInfo(Array(compact))
    }

    /// An app transaction of this app, from the text of its compact JWS.
    public func appTransaction(
        _ compact: some StringProtocol
    ) throws(VerificationError) -> VerifiedObject<AppTransactionPayload> {
        try self.appTransaction(Array(compact.utf8))
    }

    /// An app transaction of this app, from the bytes of its compact JWS.
    public func appTransaction(
        _ compact: some DataProtocol
    ) throws(VerificationError) -> VerifiedObject<AppTransactionPayload> {
        try self.appTransaction(Array(compact))
    }

    /// A realtime request of the Retention Messaging API for this app, from the text of its compact JWS.
    public func realtimeRequest(
        _ compact: some StringProtocol
    ) throws(VerificationError) -> VerifiedObject<RealtimeRequestPayload> {
        try self.realtimeRequest(Array(compact.utf8))
    }

    /// A realtime request of the Retention Messaging API for this app, from the bytes of its compact JWS.
    public func realtimeRequest(
        _ compact: some DataProtocol
    ) throws(VerificationError) -> VerifiedObject<RealtimeRequestPayload> {
        try self.realtimeRequest(Array(compact))
    }

    /// A notification of this app with all its parts, from the text of its compact JWS.
    public func notification(
        _ compact: some StringProtocol
    ) throws(VerificationError) -> VerifiedNotification {
        try self.notification(Array(compact.utf8))
    }

    /// A notification of this app with all its parts, from the bytes of its compact JWS.
    public func notification(
        _ compact: some DataProtocol
    ) throws(VerificationError) -> VerifiedNotification {
        try self.notification(Array(compact))
    }
}
