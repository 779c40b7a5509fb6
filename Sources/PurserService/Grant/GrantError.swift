package import Ledger

/// The reason why an entitlement was not granted or a grant not revoked.
package enum GrantError: Error, Hashable, Sendable {
    /// The catalog has no entitlement of this name; it has the known ones.
    case unknownEntitlement(known: [EntitlementName])
    /// The grant would end before it begins, or has ended already.
    case emptyPeriod
    /// A grant needs a reason of 1 to `GrantService.maximumReasonBytes` bytes.
    case reasonMissing
    /// The customer has no grant of this id.
    case unknownGrant
    /// The customer's name is reserved for the server, which has not given it out.
    case reservedCustomer
    /// The ledger could not be read or written.
    case storage(RepositoryError)

    /// The stable error code.
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

    /// One sentence that says what to do.
    package var remedy: String {
        switch self {
        case .unknownEntitlement(let known):
            known.isEmpty
                ? "The catalog defines no entitlements; add one before granting it."
                : "Use an entitlement that the catalog defines: \(known.map(\.rawValue).joined(separator: ", "))."
        case .emptyPeriod: "The grant must end after it begins and after now."
        case .reasonMissing: "Give a reason of 1 to \(GrantService.maximumReasonBytes) bytes; the grant stores it."
        case .unknownGrant: "This customer has no grant with this id; list the customer's grants."
        case .reservedCustomer: "Use the user id of your app; such names are reserved for the server."
        case .storage(let error): OperationFailure(error).detail
        }
    }
}
