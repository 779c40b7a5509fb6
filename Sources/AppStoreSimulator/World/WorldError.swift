/// The reason why a world refused a command.
///
/// A refused command changes nothing.
public enum WorldError: Error, Hashable, Sendable {
    /// The world has no such app, or the command must name one of several.
    case unknownApp
    /// No app of the world sells this product; `nearest` is a product with a similar identifier.
    case unknownProduct(String, nearest: String? = nil)
    /// There is no customer of this name.
    case unknownCustomer(String)
    /// A customer's name must have 1 to 255 bytes.
    case invalidName
    /// There is no transaction with this identifier.
    case unknownTransaction(String)
    /// The customer's card is declined.
    case paymentDeclined
    /// The product has been removed from sale.
    case notForSale(String)
    /// The customer has this subscription already.
    case alreadySubscribed(String)
    /// The customer has no running subscription in the product's group.
    case notSubscribed(String)
    /// Auto-renew is off already.
    case alreadyCanceled
    /// Auto-renew is on already.
    case alreadyRenewing
    /// The next period is paid for already and has not begun.
    case renewedAhead
    /// The quantity is out of range: 1 to 10 for consumables, 1 for all other products.
    case invalidQuantity(Int)
    /// The transaction has been refunded already.
    case alreadyRefunded
    /// The transaction is not refunded.
    case notRefunded
    /// The percentage of a refund must be 1 to 100,000 thousandths of a percent.
    case invalidPercentage(Int)
    /// The instant is before the clock's.
    case instantInPast
    /// Two apps, or two products of one app, have the same identifier.
    case duplicateIdentifier(String)
    /// There is no action of this name.
    case unknownAction(String)
    /// An action lacks a field that it needs.
    case missingField(String, action: String)
    /// An action has a field that its verb does not allow.
    case unknownField(String, action: String)
    /// A field has an invalid value.
    case invalidValue(field: String, String)
    /// The customer is not eligible for the offer, or the product has no offer with this identifier.
    case offerRefused(String)
    /// The offer's signature is missing or wrong.
    case invalidOfferSignature
    /// No offer has this code, or the customer cannot redeem it.
    case codeRefused(String)
    /// The customer has no pending purchase of this kind.
    case nothingPending
    /// The customer has requested this refund already.
    case refundAlreadyRequested
    /// The transaction cannot be refunded to this customer.
    case notRefundable
    /// No refund request of the transaction is open.
    case noRefundRequest
    /// The renewal date cannot be extended; Apple's error code gives the reason.
    case extensionRefused(code: Int64)
    /// The store refuses the consumption information; Apple's error code gives the reason.
    case consumptionRefused(code: Int64)
    /// The store refuses the Advanced Commerce request; Apple's error code gives the reason.
    case commerceRefused(code: Int64)
    /// There is no switch of this name.
    case unknownSwitch(String)
    /// The app has no URL for notifications.
    case noNotificationURL
    /// The customer belongs to no family.
    case noFamily
    /// The subscription has no price increase that needs consent.
    case noPriceIncrease
    /// The product, or the transaction, has no seats.
    case seatsNotSold(String)
    /// A purchase can only add seats.
    case seatReductionNotAllowed
    /// The transaction belongs to no group of Apple's or no organization, or the customer is or is not its member.
    case noGroup
    /// Every seat has a member.
    case noAvailableSeats
    /// The store refuses an operation on seats, with this answer of its interface.
    case seatsRefused(code: Int64, message: String)

    /// A stable error code for programs.
    public var code: String {
        switch self {
        case .unknownApp: "unknown_app"
        case .unknownProduct: "unknown_product"
        case .unknownCustomer: "unknown_customer"
        case .invalidName: "invalid_name"
        case .unknownTransaction: "unknown_transaction"
        case .paymentDeclined: "payment_declined"
        case .notForSale: "not_for_sale"
        case .alreadySubscribed: "already_subscribed"
        case .notSubscribed: "not_subscribed"
        case .alreadyCanceled: "already_canceled"
        case .alreadyRenewing: "already_renewing"
        case .renewedAhead: "renewed_ahead"
        case .invalidQuantity: "invalid_quantity"
        case .alreadyRefunded: "already_refunded"
        case .notRefunded: "not_refunded"
        case .invalidPercentage: "invalid_percentage"
        case .instantInPast: "instant_in_past"
        case .duplicateIdentifier: "duplicate_identifier"
        case .unknownAction: "unknown_action"
        case .missingField: "missing_field"
        case .unknownField: "unknown_field"
        case .invalidValue: "invalid_value"
        case .offerRefused: "offer_refused"
        case .invalidOfferSignature: "invalid_offer_signature"
        case .codeRefused: "code_refused"
        case .nothingPending: "nothing_pending"
        case .refundAlreadyRequested: "refund_already_requested"
        case .notRefundable: "not_refundable"
        case .noRefundRequest: "no_refund_request"
        case .extensionRefused: "extension_refused"
        case .consumptionRefused: "consumption_refused"
        case .commerceRefused: "commerce_refused"
        case .unknownSwitch: "unknown_switch"
        case .noNotificationURL: "no_notification_url"
        case .noFamily: "no_family"
        case .noPriceIncrease: "no_price_increase"
        case .seatsNotSold: "seats_not_sold"
        case .seatReductionNotAllowed: "seat_reduction_not_allowed"
        case .noGroup: "no_group"
        case .noAvailableSeats: "no_available_seats"
        case .seatsRefused: "seats_refused"
        }
    }

    /// The error and its remedy, in sentences for people.
    public var message: String {
        self.remedy.isEmpty ? self.problem : "\(self.problem) \(self.remedy)"
    }

    private var problem: String {
        switch self {
        case .unknownApp: "The world has no such app, or it has several and the command must name one."
        case .unknownProduct(let id, _): "No app of the world sells \(id)."
        case .unknownCustomer(let name): "There is no customer \(name)."
        case .invalidName: "A customer's name has 1 to 255 bytes."
        case .unknownTransaction(let id): "There is no transaction \(id)."
        case .paymentDeclined: "The customer's card is declined."
        case .notForSale(let id): "\(id) has been removed from sale."
        case .alreadySubscribed(let id): "The customer has \(id) already."
        case .notSubscribed(let id): "The customer has no running subscription in the group of \(id)."
        case .alreadyCanceled: "Auto-renew is off already."
        case .alreadyRenewing: "Auto-renew is on already."
        case .renewedAhead: "The next period is already paid for and has not begun."
        case .invalidQuantity(let quantity): "The quantity cannot be \(quantity): 1 to 10 of a consumable, else 1."
        case .alreadyRefunded: "The transaction has been refunded already."
        case .notRefunded: "The transaction has not been refunded."
        case .invalidPercentage(let value): "\(value) is not between 1 and 100000 thousandths of a percent."
        case .instantInPast: "The clock of a world cannot go back."
        case .duplicateIdentifier(let id): "The identifier \(id) is used twice."
        case .unknownAction(let name): "There is no action \(name)."
        case .missingField(let field, let action): "The action \(action) needs the field \(field)."
        case .unknownField(let field, let action): "The action \(action) has no field \(field)."
        case .invalidValue(let field, ""): "The field \(field) needs a value."
        case .invalidValue(let field, let value): "The field \(field) cannot be \(value)."
        case .offerRefused(let id): "The customer cannot take the offer \(id) of this product."
        case .invalidOfferSignature: "The offer's signature does not match the app's key, product and offer."
        case .codeRefused(let code): "The code \(code) cannot be redeemed by this customer."
        case .nothingPending: "The customer has no pending purchase of this kind."
        case .refundAlreadyRequested: "A refund of this transaction has been requested already."
        case .notRefundable: "This transaction cannot be refunded to this customer."
        case .noRefundRequest: "No refund request of this transaction is open."
        case .extensionRefused(let code): "The renewal date cannot be extended (Apple's code \(code))."
        case .consumptionRefused(let code): "The store refuses the consumption information (Apple's code \(code))."
        case .commerceRefused(let code):
            "\(CommerceError(rawValue: code)?.sentence ?? "Refused.") (Apple's code \(code))"
        case .unknownSwitch(let name): "There is no switch \(name)."
        case .noNotificationURL: "The app has no URL for notifications; set one first."
        case .noFamily: "The customer belongs to no family."
        case .noPriceIncrease: "The subscription has no price increase that needs consent."
        case .seatsNotSold(let id): "\(id) has no seats."
        case .seatReductionNotAllowed: "A purchase only adds seats; fewer seats begin at the next renewal."
        case .noGroup: "There is no such group, or the customer cannot join or leave it."
        case .noAvailableSeats: "Every seat has a member."
        case .seatsRefused(let code, let message): "The store refuses it: \(message) (\(code))"
        }
    }
}
