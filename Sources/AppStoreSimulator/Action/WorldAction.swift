public import AppStore

/// One thing done in a world, as a value: what control over HTTP, scenario files, the journal and the explorer share.
///
/// An action is a verb with its fields, and flat in JSON:
/// `{"action":"buy","customer":"alice","product":"pro.monthly"}`. Which fields a verb needs and allows is said by
/// ``WorldVerb/requiredFields`` and ``WorldVerb/optionalFields``; ``World/perform(_:)`` refuses everything else.
public struct WorldAction: Hashable, Sendable {
    /// What is done.
    public var verb: WorldVerb
    /// The customer's name; customers come to life when first named.
    public var customer: String?
    /// Apple's productId.
    public var product: String?
    /// A transactionId.
    public var transaction: String?
    /// The bundle id, needed only where several apps sell the product.
    public var app: String?
    /// How many, of a consumable; or how many renewals a card declines.
    public var quantity: Int?
    /// The offer's identifier.
    public var offer: String?
    /// The signature of an offer, checked when given, or the signed request for a generic product: a compact JWS made
    /// by the app's server.
    public var signature: String?
    /// What a customer redeems.
    public var code: String?
    /// The appAccountToken, a UUID.
    public var token: String?
    /// An alpha-3 code of a storefront.
    public var storefront: String?
    /// Alpha-3 codes of storefronts.
    public var storefronts: [String]?
    /// The billing plan, `BILLED_UPFRONT` or `MONTHLY`.
    public var plan: String?
    /// When the purchase was made, in milliseconds since 1970, for one made in the past; what followed is caught up
    /// with.
    public var since: Int64?
    /// Whether something is turned on, or allowed.
    public var enabled: Bool?
    /// The name of a family or of a switch.
    public var name: String?
    /// Thousandths of a percent: 50000 is half.
    public var percentage: Int?
    /// Why, in Apple's word or number for it.
    public var reason: String?
    /// What a customer writes with a refund request.
    public var text: String?
    /// What the developer prefers about a refund: `DECLINE`, `GRANT_FULL` or `GRANT_PRORATED`.
    public var preference: String?
    /// A price in thousandths of its currency's unit.
    public var price: Int64?
    /// An ISO 4217 code; the product's own when absent.
    public var currency: String?
    /// Whether present subscribers must consent to a price: `required`, `notRequired`, or `auto` by Apple's rules.
    public var consent: String?
    /// Which cases something is for: `all` or `renewals` for a card, `all` or `paidToPaid` for grace.
    public var scope: String?
    /// A number of days.
    public var days: Int?
    /// A duration in milliseconds, or a switch's number.
    public var milliseconds: Int64?
    /// An instant in milliseconds since 1970.
    public var to: Int64?
    /// A duration as ISO 8601 such as `P1M` or `PT1H`, or `next` for the next event, or `quiet` for no more events.
    public var by: String?
    /// An address.
    public var url: String?
    /// An identifier of a request.
    public var request: String?
    /// An Advanced Commerce request: of a purchase unsigned, of an operation its body; members lie in the order of
    /// their keys.
    public var commerce: JSONValue? {
        get { self.boxedCommerce.wrappedValue }
        set { self.boxedCommerce.wrappedValue = newValue?.sorted }
    }
    /// A rule by which the store misbehaves.
    public var fault: WorldFault? {
        get { self.boxedFault.wrappedValue }
        set { self.boxedFault.wrappedValue = newValue }
    }

    /// Kept elsewhere: worlds remember every action, and few have a fault.
    private var boxedFault = Boxed<WorldFault>(wrappedValue: nil)
    private var boxedCommerce = Boxed<JSONValue>(wrappedValue: nil)

    /// An action of this verb with no fields.
    public init(_ verb: WorldVerb) {
        self.verb = verb
    }
}

extension JSONValue {
    /// The value with the members of all its objects in the order of their keys, which encoders leave to chance.
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
