/// A customer of a world: one Apple Account, named by the test or scenario.
public struct WorldCustomer: Hashable, Sendable, CustomStringConvertible {
    /// The name, such as `anna`.
    public let name: String

    /// The name.
    public var description: String { self.name }

    /// Creates a reference to the customer of this name, who need not exist yet.
    public init(name: String) {
        self.name = name
    }
}

/// The complete state of one customer.
struct CustomerFacts: Sendable {
    /// The payments that the customer's card accepts.
    enum Card: Sendable, Hashable {
        case pays
        case declinesAll
        case declinesRenewals
    }

    /// A purchase that waits for a parent's approval, or for the customer to resolve an interruption.
    struct Pending: Sendable {
        enum Reason: Sendable {
            case askToBuy
            case interrupted
        }

        let reason: Reason
        let action: WorldAction
    }

    /// The customer's name.
    let customer: WorldCustomer
    /// The instant of the customer's creation, in milliseconds since 1970.
    let arrivedAt: Int64
    /// The customer's storefront.
    var storefront: WorldStorefront
    /// The payments that the card accepts.
    var card = Card.pays
    /// Whether a parent must approve purchases.
    var asksToBuy = false
    /// Whether the store interrupts purchases.
    var isInterrupted = false
    /// The pending purchases.
    var pending: [Pending] = []
    /// The name of the family.
    var family: String?
    /// Whether the customer shares purchases with the family.
    var sharesPurchases = true
    /// The identifiers of the customer's copies of apps, by the app's index.
    var appTransactionNumbers: [Int: UInt64] = [:]
    /// The apps for which a parent has withdrawn consent.
    var rescinded: Set<Int> = []
    /// The redeemed single-use codes.
    var redeemedCodes: Set<String> = []
    /// The indices of the customer's subscriptions.
    var subscriptions: [Int] = []
    /// The indices of the customer's transactions.
    var transactions: [Int] = []
}
