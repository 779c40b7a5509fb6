package import Ledger

/// Why a grant could not be given or revoked.
package enum GrantError: Error, Hashable, Sendable {
    /// The catalog has no entitlement of this name; those that it has.
    case unknownEntitlement(known: [EntitlementName])
    /// The grant would end before it begins, or has ended already.
    case emptyPeriod
    /// A grant needs a reason of 1 to `GrantService.maximumReasonBytes` bytes.
    case reasonMissing
    /// The customer has no grant of this name.
    case unknownGrant
    /// The customer's name is one that is given out here only, and it was not.
    case reservedCustomer
    /// The ledger could not be read or written.
    case storage(RepositoryError)

    /// A stable code.
    package var code: String {
        switch self {
        case .unknownEntitlement: "entitlement_unknown"
        case .emptyPeriod: "grant_period_empty"
        case .reasonMissing: "grant_reason_missing"
        case .unknownGrant: "grant_unknown"
        case .reservedCustomer: "customer_reserved"
        case .storage(let error): error.code
        }
    }

    /// What to do about it, in one sentence.
    package var remedy: String {
        switch self {
        case .unknownEntitlement(let known):
            known.isEmpty
                ? "The catalog names no entitlements; add one before granting it."
                : "Use an entitlement that the catalog names: \(known.map(\.rawValue).joined(separator: ", "))."
        case .emptyPeriod: "Let the grant end after it begins and after now."
        case .reasonMissing: "Say why in 1 to \(GrantService.maximumReasonBytes) bytes; it is kept with the grant."
        case .unknownGrant: "This customer has no grant of this name; list his grants."
        case .reservedCustomer: "Use the user id of your app; such names are given out by the server only."
        case .storage(let error): OperationFailure(error).detail
        }
    }
}
