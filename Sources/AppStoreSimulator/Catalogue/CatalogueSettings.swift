/// What a catalogue file says besides what is sold: about the app, and about the store it is tested in.
///
/// Everything may be left unsaid; whoever makes a world of it has values of their own then.
public struct CatalogueSettings: Hashable, Sendable {
    /// The app's bundle id; a `.storekit` file never has one.
    public var bundleId: String?
    /// Apple's number of the app.
    public var appAppleId: Int64?
    /// Where customers are unless said otherwise, and whose currency the prices have that name none.
    public var storefront: WorldStorefront?
    /// How time passes and the store behaves.
    public var profile: WorldProfile?
    /// The days of billing grace.
    public var gracePeriodDays: Int?
    /// Where notifications are posted.
    public var notificationURL: String?
    /// Whether purchases wait for a parent.
    public var asksToBuy = false
    /// Whether purchases are interrupted.
    public var interruptsPurchases = false
    /// Whether renewals fail for lack of money.
    public var failsRenewals = false

    /// Settings that say nothing.
    public init() {}
}
