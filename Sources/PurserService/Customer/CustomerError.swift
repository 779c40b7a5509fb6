package import Ledger

/// Why something could not be done for a customer.
package enum CustomerError: Error, Hashable, Sendable {
    /// An action on ownership was refused.
    case refused(OwnershipRefusal)
    /// A shop may not give this name to anybody.
    case reserved(CustomerID)
    /// The customer gave no consent of this id.
    case unknownConsent
    /// Another consent has this id.
    case knownConsent
    /// The customer is said to have agreed in the future.
    case futureConsent
    /// The customer is said to have withdrawn a consent in the future.
    case futureWithdrawal
    /// The token stands for another customer.
    case takenToken
    /// The ledger cannot be read or written.
    case storage(RepositoryError)

    /// A stable code.
    package var code: String {
        switch self {
        case .refused(let refusal): refusal.code
        case .reserved: "customer_reserved"
        case .unknownConsent: "consent_unknown"
        case .knownConsent: "consent_exists"
        case .futureConsent, .futureWithdrawal: "consent_in_future"
        case .takenToken: "account_token_taken"
        case .storage(let error): error.code
        }
    }

    /// One plain sentence: what is wrong, and what helps.
    package var remedy: String {
        switch self {
        case .refused(let refusal): refusal.remedy
        case .reserved:
            "Names that begin with \(CustomerID.anonymousPrefix) or \(CustomerID.erasedPrefix) are given out here only. "
                + "Use the user id of your app."
        case .unknownConsent:
            "This customer gave no consent of this id. List them: GET /v1/customers/{customer}/consents"
        case .knownConsent: "There is another consent of this id. Leave the id out, or choose another one."
        case .futureConsent, .futureWithdrawal:
            "This lies in the future. Write the instant at which the customer said it, or leave it out."
        case .takenToken:
            "The token stands for another customer. Mint one, or merge the two if they are the same person."
        case .storage(let error): OperationFailure(error).detail
        }
    }
}

extension OwnershipRefusal {
    /// One plain sentence: what is wrong, and what helps.
    package var remedy: String {
        switch self {
        case .unknownChange: "No action on ownership has this id. Look at the customer's transfers for the right one."
        case .alreadyUndone: "This action was undone before; nothing has changed."
        case .irreversible:
            "An erasure cannot be undone, because the name is gone, nor can an undo. Transfer the purchase instead."
        case .unknownCustomer: "Nobody has this customer id here. Check its spelling; ids are compared byte for byte."
        case .customerGone: "This customer was erased or merged into another one. Use the other one's id."
        case .mergedIntoItself:
            "A customer cannot be merged into himself, nor into somebody who is merged into him. Name another customer."
        case .unknownTransaction:
            "No transaction of this id is known in this environment. Check the id and the environment."
        }
    }
}
