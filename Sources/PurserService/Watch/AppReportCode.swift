/// The code of a failure in an app, with StoreKit's names.
///
/// The list is fixed, so that reports of apps can neither create new metric series nor contain anything about a person.
package struct AppReportCode: Hashable, Sendable {
    /// The code for all names that are not in the list.
    package static let other = Self(name: "other")

    /// StoreKit's names from `StoreKitError`, `Product.PurchaseError`, `VerificationResult.VerificationError` and
    /// `SKError`, and those of failures between the app and the server.
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
        // Failures between the app and the server, and a list that lacks products.
        "timedOut", "serverRefused", "serverFailed", "productsMissing",
    ]
    /// The names with which StoreKit states that the customer canceled.
    private static let cancellations: Set<String> = ["userCancelled", "paymentCancelled", "overlayCancelled"]

    /// The name in metrics.
    package let name: String

    private init(name: String) { self.name = name }

    /// Creates the code of a name; `other` for a name that is not in the list.
    package init(_ name: String) { self = Self.names.contains(name) ? Self(name: name) : .other }

    /// Whether the customer canceled.
    package var isCancellation: Bool { Self.cancellations.contains(self.name) }
}
