/// The reason why the purchases of an order number were not recovered.
package enum RecoveryError: Error, Hashable, Sendable {
    /// The number does not have the format of Apple's order numbers.
    case numberInvalid
    /// Apple does not know the number.
    case numberUnknown
    /// Apple knows the number and names no purchase of this app with it.
    case numberEmpty
    /// Other customers own all of its purchases.
    case numberOfAnother
    /// The customer id is reserved for the server.
    case reservedCustomer
    /// Apple did not answer, or its answer could not be recorded.
    case store(AppStoreServiceError)

    /// The stable code.
    package var code: String {
        switch self {
        case .numberInvalid: "order_number_invalid"
        case .numberUnknown: "order_number_unknown"
        case .numberEmpty: "order_number_empty"
        case .numberOfAnother: "order_number_of_another"
        case .reservedCustomer: "customer_reserved"
        case .store(let error): error.code
        }
    }

    /// The remedy, as one sentence for the caller.
    package var remedy: String {
        switch self {
        case .numberInvalid:
            "An order number of Apple's has 8 to 20 capital letters and digits, at least one of each; spaces do not matter."
        case .numberUnknown: "Apple does not know this order number; compare it with the email."
        case .numberEmpty: "Apple knows this order number and names no purchase of this app with it."
        case .numberOfAnother:
            "Another customer owns all purchases of this order number. Sign in as that customer, or ask support to "
                + "transfer them."
        case .reservedCustomer: "Use the user id of your app; only the server assigns such ids."
        case .store: "Apple is not available now; try again."
        }
    }

    /// The message for the player.
    package var sentence: PlayerMessage {
        switch self {
        case .numberInvalid: .numberInvalid
        case .numberUnknown: .numberUnknown
        case .numberEmpty: .numberEmpty
        case .numberOfAnother: .numberOfAnother
        case .reservedCustomer, .store: .unavailable
        }
    }
}
