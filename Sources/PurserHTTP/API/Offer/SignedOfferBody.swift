import AppStore
import PurserService

/// A signed promotional offer as our JSON shows it, in both forms that StoreKit takes.
struct SignedOfferBody: Encodable {
    /// The older form.
    struct Classic: Encodable {
        let keyId: String
        let nonce: String
        let timestamp: Int64
        let signature: String
    }

    /// The form of it.
    static let schema = APISchema.named(
        "SignedOffer",
        .object(
            .required("jws", .string(), "For `Product.PurchaseOption.promotionalOffer(_:compactJWS:)`."),
            .required(
                "classic",
                .object(
                    .required("keyId", .string()),
                    .required("nonce", .string(format: "uuid")),
                    .required("timestamp", .integer(), "Milliseconds since 1970."),
                    .required("signature", .string(), "Base64.")
                ),
                "For `SKPaymentDiscount` and the older purchase option; good for 24 hours."
            )
        )
    )

    let jws: String
    let classic: Classic

    init(_ signed: OfferSignatures) {
        self.jws = signed.jws
        self.classic = Classic(
            keyId: signed.classic.keyId ?? "",
            nonce: signed.classic.nonce ?? "",
            timestamp: signed.classic.timestamp?.milliseconds ?? 0,
            signature: signed.classic.encodedSignature ?? ""
        )
    }
}
