package import Ledger

/// Why an offer was not signed.
package enum OfferError: Error, Hashable, Sendable {
    /// The customer may not have it.
    case refused(OfferRefusal)
    /// The app has no key to sign with.
    case withoutKey
    /// The key could not sign these values.
    case unsigned
    /// The books could not be read or written.
    case storage(RepositoryError)

    /// A stable code.
    package var code: String {
        switch self {
        case .refused(let refusal): refusal.code
        case .withoutKey: "appstore_not_configured"
        case .unsigned: "appstore_signing_failed"
        case .storage(let error): error.code
        }
    }
}
