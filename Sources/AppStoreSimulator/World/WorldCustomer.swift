/// A customer of a world: one Apple account, named by whoever plays the story.
public struct WorldCustomer: Hashable, Sendable, CustomStringConvertible {
    /// The name, such as `anna`.
    public let name: String

    /// The name.
    public var description: String { self.name }

    /// The customer of this name, who need not exist yet.
    public init(name: String) {
        self.name = name
    }
}

/// The whole state of one customer.
struct CustomerFacts: Sendable {
    /// Which payments the customer's card makes.
    enum Card: Sendable, Hashable {
        case pays
        case declinesAll
        case declinesRenewals
    }

    /// A purchase that waits for a parent, or for the customer to sort something out with the store.
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
    /// When the customer came, in milliseconds since 1970.
    let arrivedAt: Int64
    /// Where the customer is.
    var storefront: WorldStorefront
    /// What the card does.
    var card = Card.pays
    /// Whether a parent must approve purchases.
    var asksToBuy = false
    /// Whether the store interrupts purchases.
    var isInterrupted = false
    /// What waits.
    var pending: [Pending] = []
    /// The name of the family.
    var family: String?
    /// Whether the family shares what the customer buys.
    var sharesPurchases = true
    /// The identifiers of the customer's copies of apps, by the app's place.
    var appTransactionNumbers: [Int: UInt64] = [:]
    /// The apps for which a parent has withdrawn consent.
    var rescinded: Set<Int> = []
    /// Codes redeemed that can be redeemed once.
    var redeemedCodes: Set<String> = []
    /// The places of the customer's subscriptions.
    var subscriptions: [Int] = []
    /// The places of the customer's transactions.
    var transactions: [Int] = []
}
