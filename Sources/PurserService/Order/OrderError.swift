package import Ledger

/// Why something could not be done about an order.
package enum OrderError: Error, Hashable, Sendable {
    /// A guard refuses it: the rule, its reason, and what led to it in sentences.
    case refused(rule: String, reason: String?, explanation: [String])
    /// The catalog has no such product.
    case unknownProduct
    /// The product is not sold any longer.
    case retiredProduct
    /// The product is not sold in this storefront.
    case notSoldHere(storefront: String)
    /// So many of this product cannot be ordered at once.
    case quantity(ClosedRange<Int>)
    /// A price is not negative and has a currency of three capital letters.
    case price
    /// A name has 1 to 64 letters, digits, dots, hyphens and underscores.
    case name
    /// The shop's words or the age band are too long or hold control characters.
    case text(field: String, maximumBytes: Int)
    /// An order waits a minute to thirty days.
    case lifetime
    /// The app does not take purchases of this environment.
    case environment
    /// The customer's name is one that is given out here only, and it was not.
    case reservedCustomer
    /// So many orders of the customer wait for their payment already as may.
    case tooManyOpen(Int)
    /// The customer has made too many orders within an hour or a day; after so many seconds they may make the next one.
    case tooMany(waitSeconds: Int)
    /// There is an order of this name.
    case nameTaken
    /// The token stands for another customer or another order.
    case tokenTaken
    /// There is no order of this name, or it is somebody else's.
    case unknownOrder
    /// It was paid for, so it cannot be called off.
    case alreadyPaid
    /// A note has 1 to 2000 bytes.
    case note
    /// A note has control characters that are no ends of lines.
    case noteUnclean
    /// An order keeps no more notes.
    case tooManyNotes
    /// A block needs a reason.
    case reasonMissing
    /// The reason of a block has control characters.
    case reasonUnclean
    /// The ledger could not be read or written.
    case storage(RepositoryError)

    /// A stable code.
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

    /// What to do about it.
    package var remedy: String {
        switch self {
        case .refused(let rule, let reason, _):
            "The rule \"\(rule)\" refused the order" + (reason.map { ": \($0)." } ?? ".")
        case .unknownProduct: "Use a product id of the catalog."
        case .retiredProduct: "The catalog says that this product is retired; order another one."
        case .notSoldHere(let storefront):
            "The catalog does not sell this product in \(storefront); order another one."
        case .quantity(let range):
            range.count == 1
                ? "Of this kind of product one is ordered at a time."
                : "Order \(range.lowerBound) to \(range.upperBound) at once."
        case .price: "A price is 0 or more and has a currency of three capital letters."
        case .name:
            "A name has 1 to \(OrderDraft.maximumIDBytes) letters, digits, dots, hyphens and underscores, or leave it out."
        case .text(_, let maximum): "Use at most \(maximum) bytes without control characters."
        case .lifetime: "An order waits from a minute up to 30 days."
        case .environment: "This app takes no purchases of this environment."
        case .reservedCustomer: "Use the user id of your app; such names are given out by the server only."
        case .tooManyOpen(let count):
            "\(count) orders of this customer wait for their payment. Cancel one, or wait until one is paid or expires."
        case .tooMany: "This customer has made too many orders within an hour or a day. Wait, then order again."
        case .nameTaken: "There is an order of this name; use another name, or leave it out."
        case .tokenTaken: "The token stands for another customer or another order; use a fresh one, or leave it out."
        case .unknownOrder: "There is no such order."
        case .alreadyPaid: "It was paid for; a refund is asked of Apple."
        case .note: "Write 1 to \(OrderNote.maximumBytes) bytes."
        case .noteUnclean: "Write the note without control characters; lines may end."
        case .tooManyNotes: "An order keeps \(OrderNote.maximumCount) notes."
        case .reasonMissing: "Say why in 1 to 500 bytes."
        case .reasonUnclean: "Say why without control characters."
        case .storage(let error): OperationFailure(error).detail
        }
    }

    /// The field at fault, where one is.
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
