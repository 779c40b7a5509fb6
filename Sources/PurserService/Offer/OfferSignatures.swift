package import AppStore

/// An offer signed for a customer, in both forms that StoreKit takes.
package struct OfferSignatures: Sendable {
    /// The older form: nonce, timestamp, key and signature, good for 24 hours.
    package let classic: PromotionalOfferSignatureV1
    /// The compact JWS that newer systems take.
    package let jws: String
}
