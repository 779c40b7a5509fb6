package import Ledger

/// The reason why a request about a customer failed.
package enum CustomerError: Error, Hashable, Sendable {
    /// An action on ownership was refused.
    case refused(OwnershipRefusal)
    /// The name is reserved for the server; a shop may not use it.
    case reserved(CustomerID)
    /// The customer gave no consent with this id.
    case unknownConsent
    /// Another consent has this id.
    case knownConsent
    /// The stated instant of the consent is in the future.
    case futureConsent
    /// The stated instant of the withdrawal is in the future.
    case futureWithdrawal
    /// No rescission of consent is recorded for the Apple Account.
    case unknownRescission
    /// No signed object of this digest is recorded.
    case unknownEvidence
    /// The token belongs to another customer.
    case takenToken
    /// The ledger cannot be read or written.
    case storage(RepositoryError)

    /// The stable error code.
    package var code: String {
        switch self {
        case .refused(let refusal): refusal.code
        case .reserved: "customer_reserved"
        case .unknownConsent: "consent_unknown"
        case .knownConsent: "consent_exists"
        case .futureConsent, .futureWithdrawal: "consent_in_future"
        case .unknownRescission: "rescission_unknown"
        case .unknownEvidence: "evidence_unknown"
        case .takenToken: "account_token_taken"
        case .storage(let error): error.code
        }
    }

    /// One sentence that says what is wrong and what to do.
    package var remedy: String {
        switch self {
        case .refused(let refusal): refusal.remedy
        case .reserved:
            "Names that begin with \(CustomerID.anonymousPrefix) or \(CustomerID.erasedPrefix) are reserved. "
                + "Use the user id of your app."
        case .unknownConsent:
            "This customer gave no consent with this id. List the consents: GET /v1/customers/{customer}/consents"
        case .knownConsent: "Another consent has this id. Omit the id, or choose another one."
        case .futureConsent, .futureWithdrawal:
            "This instant is in the future. Send the instant at which the customer stated it, or omit it."
        case .unknownRescission:
            "Apple rescinded no consent for this Apple Account in this environment. List them: "
                + "GET /v1/consent-rescissions"
        case .unknownEvidence:
            "No signed object has this digest, 64 hexadecimal digits. `cause` of the timeline's events names it."
        case .takenToken:
            "The token belongs to another customer. Mint a new token, or merge both customers if they are one person."
        case .storage(let error): OperationFailure(error).detail
        }
    }
}

extension OwnershipRefusal {
    /// One sentence that says what is wrong and what to do.
    package var remedy: String {
        switch self {
        case .unknownChange: "No action on ownership has this id. Find the id in the customer's transfers."
        case .alreadyUndone: "This action was undone before; nothing has changed."
        case .irreversible:
            "An erasure cannot be undone, because the name is gone, nor can an undo. Transfer the purchase instead."
        case .unknownCustomer: "No customer has this id here. Check its spelling; ids are compared byte for byte."
        case .customerGone: "This customer was erased or merged into another one. Use the other one's id."
        case .mergedIntoItself:
            "A customer cannot be merged into themselves, nor into a customer merged into them. Name another customer."
        case .unknownTransaction:
            "No transaction of this id is known in this environment. Check the id and the environment."
        }
    }
}
