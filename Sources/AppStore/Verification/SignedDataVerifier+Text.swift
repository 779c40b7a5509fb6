public import Foundation

// These overloads accept a compact JWS as text or data, without an array of bytes; each does the same as the method
// with the same name.
extension SignedDataVerifier {
    /// Returns a verified transaction of this app, from the text of its compact JWS.
    public func transaction(
        _ compact: some StringProtocol
    ) throws(VerificationError) -> VerifiedObject<TransactionPayload> {
        try self.transaction(Array(compact.utf8))
    }

    /// Returns a verified transaction of this app, from the bytes of its compact JWS.
    public func transaction(
        _ compact: some DataProtocol
    ) throws(VerificationError) -> VerifiedObject<TransactionPayload> {
        try self.transaction(Array(compact))
    }

    /// Returns verified renewal information, from the text of its compact JWS.
    public func renewalInfo(
        _ compact: some StringProtocol
    ) throws(VerificationError) -> VerifiedObject<RenewalInfoPayload> {
        try self.renewalInfo(Array(compact.utf8))
    }

    /// Returns verified renewal information, from the bytes of its compact JWS.
    public func renewalInfo(
        _ compact: some DataProtocol
    ) throws(VerificationError) -> VerifiedObject<RenewalInfoPayload> {
        try self.renewalInfo(Array(compact))
    }

    /// Returns a verified app transaction of this app, from the text of its compact JWS.
    public func appTransaction(
        _ compact: some StringProtocol
    ) throws(VerificationError) -> VerifiedObject<AppTransactionPayload> {
        try self.appTransaction(Array(compact.utf8))
    }

    /// Returns a verified app transaction of this app, from the bytes of its compact JWS.
    public func appTransaction(
        _ compact: some DataProtocol
    ) throws(VerificationError) -> VerifiedObject<AppTransactionPayload> {
        try self.appTransaction(Array(compact))
    }

    /// Returns a verified realtime request of the Retention Messaging API for this app, from the text of its compact
    /// JWS.
    public func realtimeRequest(
        _ compact: some StringProtocol
    ) throws(VerificationError) -> VerifiedObject<RealtimeRequestPayload> {
        try self.realtimeRequest(Array(compact.utf8))
    }

    /// Returns a verified realtime request of the Retention Messaging API for this app, from the bytes of its compact
    /// JWS.
    public func realtimeRequest(
        _ compact: some DataProtocol
    ) throws(VerificationError) -> VerifiedObject<RealtimeRequestPayload> {
        try self.realtimeRequest(Array(compact))
    }

    /// Returns a verified notification of this app with all its parts, from the text of its compact JWS.
    public func notification(
        _ compact: some StringProtocol
    ) throws(VerificationError) -> VerifiedNotification {
        try self.notification(Array(compact.utf8))
    }

    /// Returns a verified notification of this app with all its parts, from the bytes of its compact JWS.
    public func notification(
        _ compact: some DataProtocol
    ) throws(VerificationError) -> VerifiedNotification {
        try self.notification(Array(compact))
    }
}
