package import Ledger

/// The reason why an action on an order was not carried out.
package enum OrderError: Error, Hashable, Sendable {
    /// A guard refuses the order: the rule, its reason, and an explanation in sentences.
    case refused(rule: String, reason: String?, explanation: [String])
    /// The catalog has no such product.
    case unknownProduct
    /// The product is no longer sold.
    case retiredProduct
    /// The product is not sold in this storefront.
    case notSoldHere(storefront: String)
    /// This quantity of the product cannot be ordered at once.
    case quantity(ClosedRange<Int>)
    /// The price is negative, or its currency is not three capital letters.
    case price
    /// The id does not have 1 to 64 letters, digits, dots, hyphens and underscores.
    case name
    /// The shop's reference or the age band is too long or contains control characters.
    case text(field: String, maximumBytes: Int)
    /// The order's lifetime is not between a minute and thirty days.
    case lifetime
    /// The app does not accept purchases of this environment.
    case environment
    /// The customer's name is reserved for the server, which has not given it out.
    case reservedCustomer
    /// The customer has the maximum number of open orders.
    case tooManyOpen(Int)
    /// The customer has made too many orders within an hour or a day, and may make the next one after this many
    /// seconds.
    case tooMany(waitSeconds: Int)
    /// Another order has this id.
    case nameTaken
    /// The token belongs to another customer or another order.
    case tokenTaken
    /// No order has this id, or the order belongs to another customer.
    case unknownOrder
    /// The order was paid, so it cannot be canceled.
    case alreadyPaid
    /// The note does not have 1 to 2000 bytes.
    case note
    /// The note contains control characters other than line breaks.
    case noteUnclean
    /// The order has the maximum number of notes.
    case tooManyNotes
    /// The block has no reason.
    case reasonMissing
    /// The reason of the block contains control characters.
    case reasonUnclean
    /// The ledger could not be read or written.
    case storage(RepositoryError)

    /// The stable error code.
    package var code: String {
        switch self {
        case .refused: "order_refused"
        case .unknownProduct: "product_unknown"
        case .retiredProduct: "product_retired"
        case .notSoldHere: "product_not_sold_here"
        case .quantity: "order_quantity_invalid"
        case .price: "order_price_invalid"
        case .name: "order_name_invalid"
        case .text: "order_text_invalid"
        case .lifetime: "order_lifetime_invalid"
        case .environment: "order_environment_closed"
        case .reservedCustomer: "customer_reserved"
        case .tooManyOpen: "orders_open_full"
        case .tooMany: "order_rate_limited"
        case .nameTaken: "order_exists"
        case .tokenTaken: "account_token_taken"
        case .unknownOrder: "order_unknown"
        case .alreadyPaid: "order_paid"
        case .note: "order_note_invalid"
        case .noteUnclean: "order_note_unclean"
        case .tooManyNotes: "order_notes_full"
        case .reasonMissing: "block_reason_missing"
        case .reasonUnclean: "block_reason_unclean"
        case .storage(let error): error.code
        }
    }

    /// One sentence that says what to do.
    package var remedy: String {
        switch self {
        case .refused(let rule, let reason, _):
            "The rule \"\(rule)\" refused the order" + (reason.map { ": \($0)." } ?? ".")
        case .unknownProduct: "Use a product id in the catalog."
        case .retiredProduct: "The catalog says that this product is retired; order another one."
        case .notSoldHere(let storefront):
            "The catalog does not sell this product in \(storefront); order another one."
        case .quantity(let range):
            range.count == 1
                ? "This kind of product is ordered one at a time."
                : "Order \(range.lowerBound) to \(range.upperBound) at once."
        case .price: "A price is 0 or more and has a currency of three capital letters."
        case .name:
            "A name has 1 to \(OrderDraft.maximumIDBytes) letters, digits, dots, hyphens and underscores, or is omitted."
        case .text(_, let maximum): "Use at most \(maximum) bytes without control characters."
        case .lifetime: "An order waits from a minute up to 30 days."
        case .environment: "This app does not accept purchases of this environment."
        case .reservedCustomer: "Use the user id of your app; such names are reserved for the server."
        case .tooManyOpen(let count):
            "\(count) orders of this customer wait for their payment. Cancel one, or wait until one is paid or expires."
        case .tooMany: "This customer has made too many orders within an hour or a day. Wait, then order again."
        case .nameTaken: "Another order has this id; use another id, or omit it."
        case .tokenTaken: "The token belongs to another customer or another order; use a new one, or omit it."
        case .unknownOrder: "No order has this id."
        case .alreadyPaid: "The order was paid; the customer can request a refund from Apple."
        case .note: "Write 1 to \(OrderNote.maximumBytes) bytes."
        case .noteUnclean: "Write the note without control characters other than line breaks."
        case .tooManyNotes: "An order has at most \(OrderNote.maximumCount) notes."
        case .reasonMissing: "Give a reason of 1 to 500 bytes."
        case .reasonUnclean: "Write the reason without control characters."
        case .storage(let error): OperationFailure(error).detail
        }
    }

    /// The request's field that is wrong, if the error concerns one.
    package var field: String? {
        switch self {
        case .unknownProduct, .retiredProduct: "product"
        case .notSoldHere: "storefront"
        case .quantity: "quantity"
        case .price: "price"
        case .name, .nameTaken: "id"
        case .text(let field, _): field
        case .lifetime: "lifetimeSeconds"
        case .environment: "environment"
        case .reservedCustomer: "customer"
        case .tokenTaken: "appAccountToken"
        case .note, .noteUnclean, .tooManyNotes: "text"
        case .reasonMissing, .reasonUnclean: "reason"
        case .refused, .tooManyOpen, .tooMany, .unknownOrder, .alreadyPaid, .storage: nil
        }
    }
}
