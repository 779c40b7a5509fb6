/// Why the purchases of an order number were not recovered.
package enum RecoveryError: Error, Hashable, Sendable {
    /// The number is not spelled like those of Apple's mails.
    case numberInvalid
    /// Apple does not know the number.
    case numberUnknown
    /// Apple knows the number, and names no purchase with it.
    case numberEmpty
    /// All that was bought with it is other customers'.
    case numberOfAnother
    /// A shop may not give this name to anybody.
    case reservedCustomer
    /// Apple could not be asked, or its answer not be taken in.
    case store(AppStoreServiceError)

    /// A stable code.
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

    /// What to do about it, in one sentence for whoever called.
    package var remedy: String {
        switch self {
        case .numberInvalid:
            "An order number of Apple's has 8 to 20 capital letters and digits, both of them; spaces do not matter."
        case .numberUnknown: "Apple does not know this order number; compare it with the mail."
        case .numberEmpty: "Apple knows this order number and names no purchase of this app with it."
        case .numberOfAnother:
            "All that was bought with this order number is another customer's. Whoever is to have it signs in as him, or "
                + "support moves it."
        case .reservedCustomer: "Use the user id of your app; such names are given out by the server only."
        case .store: "Apple cannot be asked now; try again."
        }
    }

    /// What the player is told.
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
