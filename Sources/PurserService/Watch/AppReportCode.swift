/// Why something failed in an app, as StoreKit names it.
///
/// The list is fixed, so that what apps send can neither make new series of a metric nor carry anything about a person.
package struct AppReportCode: Hashable, Sendable {
    /// What stands for every code that is not in the list.
    package static let other = Self(name: "other")

    /// StoreKit's names: `StoreKitError`, `Product.PurchaseError`, `VerificationResult.VerificationError` and
    /// `SKError`; and what apps meet on the way to the server.
    package static let names: Set<String> = [
        // StoreKitError.
        "unknown", "userCancelled", "networkError", "systemError", "notAvailableInStorefront", "notEntitled",
        "unsupported",
        // Product.PurchaseError.
        "invalidQuantity", "productUnavailable", "purchaseNotAllowed", "ineligibleForOffer", "invalidOfferIdentifier",
        "invalidOfferPrice", "invalidOfferSignature", "missingOfferParameters",
        // VerificationResult.VerificationError.
        "revokedCertificate", "invalidCertificateChain", "invalidDeviceVerification", "invalidEncoding",
        "invalidSignature", "missingRequiredProperties",
        // SKError.
        "clientInvalid", "paymentCancelled", "paymentInvalid", "paymentNotAllowed", "storeProductNotAvailable",
        "cloudServicePermissionDenied", "cloudServiceNetworkConnectionFailed", "cloudServiceRevoked",
        "privacyAcknowledgementRequired", "unauthorizedRequestData", "missingOfferParams", "overlayCancelled",
        "overlayTimeout", "unsupportedPlatform",
        // The way to the server, and a list that lacks products.
        "timedOut", "serverRefused", "serverFailed", "productsMissing",
    ]
    /// The names by which StoreKit says that the customer canceled.
    private static let cancellations: Set<String> = ["userCancelled", "paymentCancelled", "overlayCancelled"]

    /// The name as metrics show it.
    package let name: String

    private init(name: String) { self.name = name }

    /// The code of a name; one that is not in the list is `other`.
    package init(_ name: String) { self = Self.names.contains(name) ? Self(name: name) : .other }

    /// Whether the customer canceled.
    package var isCancellation: Bool { Self.cancellations.contains(self.name) }
}
