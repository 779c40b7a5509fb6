/// What the commands of the control interface say, field by field as in their JSON.
enum ControlCommand {
    /// Turns the clock: by an ISO 8601 period of days and longer, by milliseconds, to an instant, or to the next event.
    struct Advance: Decodable, Sendable {
        /// A period such as `P1M`.
        let by: String?
        /// So many milliseconds.
        let milliseconds: Int64?
        /// An instant in milliseconds since 1970.
        let to: Int64?
        /// Whether to go to the next event.
        let next: Bool?
    }

    /// Buys a product.
    struct Buy: Decodable, Sendable {
        /// The product.
        let productId: String
        /// How many; one when absent.
        let quantity: Int?
        /// The token, a UUID.
        let appAccountToken: String?
        /// Where the customer is from now on, an alpha-3 code.
        let storefront: String?
        /// The app, where several sell the product.
        let bundleId: String?
    }

    /// Names a subscription by a product of its group.
    struct Subscription: Decodable, Sendable {
        /// The product.
        let productId: String
        /// The app, where several sell the product.
        let bundleId: String?
    }

    /// Says whether a card is declined.
    struct Card: Decodable, Sendable {
        /// Whether it is.
        let declined: Bool
    }

    /// Refunds a transaction.
    struct Refund: Decodable, Sendable {
        /// The share in thousandths of a percent; all of it when absent.
        let percentage: Int?
        /// Apple's reason: 0 other, 1 a problem in the app; 0 when absent.
        let reason: Int32?
    }
}
