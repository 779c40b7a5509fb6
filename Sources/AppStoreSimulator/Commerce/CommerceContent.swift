import AppStore

/// What a transaction of a generic product holds, or what its subscription is to hold from the next period on.
struct CommerceContent: Hashable, Sendable {
    /// The names that customers see.
    var descriptors: AdvancedCommerceDescriptors?
    /// What is sold.
    var items: [CommerceItem]
    /// How long a period is, of a subscription.
    var period: AdvancedCommercePeriod?
    /// The tax category.
    var taxCode: String
    /// The currency of all prices.
    var currency: String
    /// The id of the request that led here.
    var requestReferenceId: String
    /// What the next request about the subscription has to echo, if it names anything.
    var consistencyToken: String?
    /// The chain's first transaction before it migrated.
    var previousOriginalNumber: UInt64?

    /// What was paid for all items.
    var paid: Int64 { self.items.reduce(0) { $0 + $1.paid } }
    /// What a whole period of all items costs.
    var due: Int64 { self.items.reduce(0) { $0 + $1.due } }

    /// How long this period is: as long as the offer's when all items have one of that length.
    var length: SubscriptionPeriod {
        let offered = Set(self.items.map { $0.offer?.period })
        let isOffered = offered.count == 1 && self.items.allSatisfy { $0.offer != nil }
        let text = (isOffered ? self.items.first?.offer?.period?.rawValue : nil) ?? self.period?.rawValue
        return text.flatMap { SubscriptionPeriod($0) } ?? .month
    }

    /// Which share of what was paid an amount is, in thousandths of a percent.
    func share(_ amount: Int64) -> Int {
        // A hundred items at the highest price, times this, are more than 64 bits hold.
        Int(clamping: Int128(amount) * 100_000 / Int128(max(self.paid, 1)))
    }

    /// Whether an offer sets the price of an item.
    var hasOffers: Bool { self.items.contains { $0.offer != nil } }

    /// The place of an item.
    func place(of sku: String) -> Int? {
        self.items.firstIndex { $0.sku.utf8.elementsEqual(sku.utf8) }
    }

    /// What a renewal charges: prices that were agreed on have come, and what nobody was told of has not.
    var charged: CommerceContent {
        var content = self
        content.consistencyToken = nil
        for place in content.items.indices {
            if let increase = content.items[place].increase, increase.status == .accepted {
                content.items[place].price = increase.price
            }
            content.items[place].increase = nil
        }
        return content
    }

    /// What is to renew after a period of this content.
    func following(token: String) -> CommerceContent {
        var content = self
        content.items = self.items.map(\.renewed)
        content.consistencyToken = token
        return content
    }

    /// Forgets prices that are to come.
    mutating func forgetIncreases() {
        for place in self.items.indices { self.items[place].increase = nil }
    }

    /// Marks prices that are to come as told, or as agreed on.
    mutating func settleIncreases(_ status: AdvancedCommercePriceIncreaseInfoStatus) {
        for place in self.items.indices { self.items[place].increase?.status = status }
    }
}
