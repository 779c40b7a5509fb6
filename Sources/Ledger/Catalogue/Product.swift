/// A product that the app sells in the App Store, and what it gives.
package struct Product: Hashable, Sendable {
    /// Apple's product id.
    package let id: ProductID
    /// What kind of product it is.
    package let kind: TransactionSnapshot.Kind
    /// The subscription group of an auto-renewable, by the catalogue's own name for it.
    package let group: String?
    /// The level within the group, 1 being the highest; a change to a smaller number is an upgrade.
    package let level: Int?
    /// The rights it unlocks.
    package let unlocks: [RightName]
    /// How long a non-renewing subscription lasts.
    package let lasts: CalendarPeriod?
    /// The coins that one unit of it brings, by the coin's name.
    package let grants: [String: Int]
    /// Apple's numeric id of the product in App Store Connect.
    package let appStoreID: Int64?
    /// Its promotional offers, each with who may have it.
    package let offers: [OfferID: OfferRule]

    /// A product of these values.
    package init(
        id: ProductID,
        kind: TransactionSnapshot.Kind,
        group: String? = nil,
        level: Int? = nil,
        unlocks: [RightName] = [],
        lasts: CalendarPeriod? = nil,
        grants: [String: Int] = [:],
        appStoreID: Int64? = nil,
        offers: [OfferID: OfferRule] = [:]
    ) {
        self.id = id
        self.kind = kind
        self.group = group
        self.level = level
        self.unlocks = unlocks
        self.lasts = lasts
        self.grants = grants
        self.appStoreID = appStoreID
        self.offers = offers
    }
}
