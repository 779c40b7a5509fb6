public import AppStore

/// One action in a world, as a value.
///
/// The control interface over HTTP, scenario files, the journal and the explorer use it.
///
/// An action is a verb with its fields, a flat object in JSON:
/// `{"action":"buy","customer":"alice","product":"pro.monthly"}`. ``WorldVerb/requiredFields`` and
/// ``WorldVerb/optionalFields`` list the fields of a verb; ``World/perform(_:)`` refuses all others.
public struct WorldAction: Hashable, Sendable {
    /// The verb.
    public var verb: WorldVerb
    /// The customer's name; the world creates a customer when an action first names it.
    public var customer: String?
    /// Apple's productId.
    public var product: String?
    /// A transactionId.
    public var transaction: String?
    /// The bundle id; required only where several apps sell the product.
    public var app: String?
    /// The quantity of a consumable, or the number of renewals that a card declines.
    public var quantity: Int?
    /// The number of seats of a multiseat subscription.
    public var seats: Int?
    /// The offer's identifier.
    public var offer: String?
    /// The signature of an offer, which the store verifies when present, or the signed request for a generic product: a
    /// compact JWS made by the app's server.
    public var signature: String?
    /// The offer code that a customer redeems.
    public var code: String?
    /// The appAccountToken, a UUID.
    public var token: String?
    /// An alpha-3 code of a storefront.
    public var storefront: String?
    /// Alpha-3 codes of storefronts.
    public var storefronts: [String]?
    /// The billing plan, `BILLED_UPFRONT` or `MONTHLY`.
    public var plan: String?
    /// The instant of a purchase in the past, in milliseconds since 1970; the world then performs everything that was
    /// due since.
    public var since: Int64?
    /// Whether the action turns something on or allows it.
    public var enabled: Bool?
    /// The name of a family or of a switch, or the identifier of a claim on a seat.
    public var name: String?
    /// A share in thousandths of a percent: 50000 is half.
    public var percentage: Int?
    /// The reason, as Apple's name or number of it.
    public var reason: String?
    /// The text that a customer writes with a refund request.
    public var text: String?
    /// The developer's preference for a refund: `DECLINE`, `GRANT_FULL` or `GRANT_PRORATED`.
    public var preference: String?
    /// A price in thousandths of its currency's unit.
    public var price: Int64?
    /// An ISO 4217 currency code; the product's own when absent.
    public var currency: String?
    /// Whether current subscribers must consent to a price: `required`, `notRequired`, or `auto` by Apple's rules.
    public var consent: String?
    /// The cases that the action affects: `all` or `renewals` for a card, `all` or `paidToPaid` for grace; or who buys
    /// seats, a `group` or an `organization`.
    public var scope: String?
    /// A number of days.
    public var days: Int?
    /// A duration in milliseconds, or the number of a switch.
    public var milliseconds: Int64?
    /// An instant in milliseconds since 1970.
    public var to: Int64?
    /// An ISO 8601 duration such as `P1M` or `PT1H`, `next` for the next event, or `quiet` for the instant after which
    /// no event is due.
    public var by: String?
    /// A URL.
    public var url: String?
    /// The identifier of a request.
    public var request: String?
    /// An Advanced Commerce request: unsigned for a purchase, the body for an operation.
    ///
    /// Members are sorted by key.
    public var commerce: JSONValue? {
        get { self.boxedCommerce.wrappedValue }
        set { self.boxedCommerce.wrappedValue = newValue?.sorted }
    }
    /// A fault: a rule by which the store misbehaves.
    public var fault: WorldFault? {
        get { self.boxedFault.wrappedValue }
        set { self.boxedFault.wrappedValue = newValue }
    }

    /// Stored out of line: worlds keep every action, and few have a fault.
    private var boxedFault = Boxed<WorldFault>(wrappedValue: nil)
    private var boxedCommerce = Boxed<JSONValue>(wrappedValue: nil)

    /// Creates an action of this verb with no fields.
    public init(_ verb: WorldVerb) {
        self.verb = verb
    }
}

extension JSONValue {
    /// The value with the members of all objects sorted by key, because encoders do not guarantee an order.
    var sorted: JSONValue {
        switch self {
        case .object(let members):
            .object(
                members.map { JSONMember(key: $0.key, value: $0.value.sorted) }.sorted { $0.key < $1.key }
            )
        case .array(let elements): .array(elements.map(\.sorted))
        default: self
        }
    }
}
