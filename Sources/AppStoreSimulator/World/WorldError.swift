/// Why a world refused a command.
///
/// Nothing has changed.
public enum WorldError: Error, Hashable, Sendable {
    /// The world has no app, or the command must say which of several.
    case unknownApp
    /// No app of the world sells this product; one that was perhaps meant.
    case unknownProduct(String, nearest: String? = nil)
    /// There is no customer of this name.
    case unknownCustomer(String)
    /// A customer needs a name of 1 to 255 bytes.
    case invalidName
    /// There is no transaction with this identifier.
    case unknownTransaction(String)
    /// The customer's card is declined.
    case paymentDeclined
    /// The product is no longer sold.
    case notForSale(String)
    /// The customer has this subscription already.
    case alreadySubscribed(String)
    /// The customer has no such subscription that could be changed.
    case notSubscribed(String)
    /// Auto-renew is off already.
    case alreadyCanceled
    /// Auto-renew is on already.
    case alreadyRenewing
    /// The next period is paid for already and has not begun.
    case renewedAhead
    /// Only consumables come in quantities, of 1 to 10.
    case invalidQuantity(Int)
    /// The transaction is refunded already.
    case alreadyRefunded
    /// The transaction is not refunded.
    case notRefunded
    /// A prorated refund is above 0 and at most 100,000 thousandths of a percent.
    case invalidPercentage(Int)
    /// The clock only goes forwards.
    case instantInPast
    /// Two apps, or two products of one app, have the same identifier.
    case duplicateIdentifier(String)
    /// There is no action of this name.
    case unknownAction(String)
    /// An action lacks a field that it needs.
    case missingField(String, action: String)
    /// An action has a field that it does not know.
    case unknownField(String, action: String)
    /// A field's value means nothing.
    case invalidValue(field: String, String)
    /// The customer is not eligible for the offer, or there is none of this name.
    case offerRefused(String)
    /// The offer's signature is missing or wrong.
    case invalidOfferSignature
    /// A code that no offer has, or that the customer cannot use.
    case codeRefused(String)
    /// Nothing of the customer waits for this.
    case nothingPending
    /// The customer has asked for this refund already.
    case refundAlreadyRequested
    /// The transaction cannot be refunded to this customer.
    case notRefundable
    /// No refund request of the transaction is open.
    case noRefundRequest
    /// A renewal date that cannot be extended, with Apple's error code for the reason.
    case extensionRefused(code: Int64)
    /// An answer about a refund that the store refuses, with Apple's error code for the reason.
    case consumptionRefused(code: Int64)
    /// An Advanced Commerce request that the store refuses, with Apple's error code for the reason.
    case commerceRefused(code: Int64)
    /// There is no switch of this name.
    case unknownSwitch(String)
    /// The app has no address for notifications.
    case noNotificationURL
    /// The customer belongs to no family.
    case noFamily
    /// A price increase that waits for no consent.
    case noPriceIncrease

    /// A stable word for programs.
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
        }
    }

    /// What is wrong and what to write instead, in sentences for people.
    public var message: String {
        self.remedy.isEmpty ? self.problem : "\(self.problem) \(self.remedy)"
    }

    private var problem: String {
        switch self {
        case .unknownApp: "The world has no such app, or several of which the command must name one."
        case .unknownProduct(let id, _): "No app of the world sells \(id)."
        case .unknownCustomer(let name): "There is no customer \(name)."
        case .invalidName: "A customer's name has 1 to 255 bytes."
        case .unknownTransaction(let id): "There is no transaction \(id)."
        case .paymentDeclined: "The customer's card is declined."
        case .notForSale(let id): "\(id) is no longer sold."
        case .alreadySubscribed(let id): "The customer has \(id) already."
        case .notSubscribed(let id): "The customer has no running subscription in the group of \(id)."
        case .alreadyCanceled: "Auto-renew is off already."
        case .alreadyRenewing: "Auto-renew is on already."
        case .renewedAhead: "The next period is paid for already and has not begun."
        case .invalidQuantity(let quantity): "\(quantity) cannot be bought at once: consumables 1 to 10, all else 1."
        case .alreadyRefunded: "The transaction is refunded already."
        case .notRefunded: "The transaction is not refunded."
        case .invalidPercentage(let value): "\(value) is not between 1 and 100000 thousandths of a percent."
        case .instantInPast: "The clock of a world only goes forwards."
        case .duplicateIdentifier(let id): "The identifier \(id) is there twice."
        case .unknownAction(let name): "There is no action \(name)."
        case .missingField(let field, let action): "The action \(action) needs the field \(field)."
        case .unknownField(let field, let action): "The action \(action) has no field \(field)."
        case .invalidValue(let field, ""): "The field \(field) needs a value."
        case .invalidValue(let field, let value): "The field \(field) cannot be \(value)."
        case .offerRefused(let id): "The customer cannot take the offer \(id) of this product."
        case .invalidOfferSignature: "The offer's signature does not fit the app's key, product and offer."
        case .codeRefused(let code): "The code \(code) cannot be redeemed by this customer."
        case .nothingPending: "Nothing of this customer waits."
        case .refundAlreadyRequested: "A refund of this transaction has been asked for already."
        case .notRefundable: "This transaction cannot be refunded to this customer."
        case .noRefundRequest: "No refund request of this transaction is open."
        case .extensionRefused(let code): "The renewal date cannot be extended (Apple's code \(code))."
        case .consumptionRefused(let code): "The store refuses this answer about a refund (Apple's code \(code))."
        case .commerceRefused(let code):
            "\(CommerceError(rawValue: code)?.sentence ?? "Refused.") (Apple's code \(code))"
        case .unknownSwitch(let name): "There is no switch \(name)."
        case .noNotificationURL: "The app has no address for notifications; set one first."
        case .noFamily: "The customer belongs to no family."
        case .noPriceIncrease: "No price increase waits for this customer's consent."
        }
    }
}
