package import Ledger

/// Why something could not be done for a customer.
package enum CustomerError: OperatorRefusal, Hashable, Sendable {
    /// An act on ownership was refused.
    case refused(OwnershipRefusal)
    /// A shop may not give this name to anybody.
    case reserved(CustomerID)
    /// The customer gave no consent of this id.
    case unknownConsent
    /// Another consent has this id.
    case knownConsent
    /// The customer is said to have agreed, or to have said no, in the future.
    case futureConsent
    /// The token stands for another customer.
    case takenToken
    /// The books cannot be read or written.
    case storage(RepositoryError)

    /// A stable code.
    package var code: String {
        switch self {
        case .refused(let refusal): refusal.code
        case .reserved: "customer_reserved"
        case .unknownConsent: "consent_unknown"
        case .knownConsent: "consent_exists"
        case .futureConsent: "consent_in_future"
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
        case .futureConsent:
            "This lies in the future. Write the instant at which the customer said it, or leave it out."
        case .takenToken:
            "The token stands for another customer. Mint one, or merge the two if they are the same person."
        case .storage(let error): OperationFailure(error).detail
        }
    }
}
