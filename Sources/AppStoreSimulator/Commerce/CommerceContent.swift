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
        let isAvailable = offered.count == 1 && self.items.allSatisfy { $0.offer != nil }
        let text = (isAvailable ? self.items.first?.offer?.period?.rawValue : nil) ?? self.period?.rawValue
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
    func index(of sku: String) -> Int? {
        self.items.firstIndex { $0.sku.utf8.elementsEqual(sku.utf8) }
    }

    /// What a renewal charges: prices that were agreed on have come, and what nobody was told of has not.
    var charged: CommerceContent {
        var content = self
        content.consistencyToken = nil
        for index in content.items.indices {
            if let increase = content.items[index].increase, increase.status == .accepted {
                content.items[index].price = increase.price
            }
            content.items[index].increase = nil
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
        for index in self.items.indices { self.items[index].increase = nil }
    }

    /// Marks prices that are to come as told, or as agreed on.
    mutating func settleIncreases(_ status: AdvancedCommercePriceIncreaseInfoStatus) {
        for index in self.items.indices { self.items[index].increase?.status = status }
    }

    /// What a signed transaction says of it.
    func transactionInfo(in storefront: WorldStorefront) -> AdvancedCommerceTransactionInfo {
        let tax = CommerceTax(storefront)
        let (exclusive, estimated) = tax.parts(of: self.paid)
        var info = AdvancedCommerceTransactionInfo()
        info.descriptors = self.descriptors
        info.estimatedTax = estimated
        info.items = self.items.map { item in
            AdvancedCommerceTransactionItem.with {
                $0.sku = item.sku
                $0.description = item.description
                $0.displayName = item.displayName
                $0.offer = item.offer
                $0.price = item.price
                $0.refunds = item.refunds.isEmpty ? nil : item.refunds
                $0.revocationDate = item.revokedAt.map { Timestamp(milliseconds: $0) }
            }
        }
        info.period = self.period
        info.requestReferenceId = self.requestReferenceId
        info.taxCode = self.taxCode
        info.taxExclusivePrice = exclusive
        info.taxRate = tax.rate
        return info
    }

    /// What a signed renewal info says of it.
    var renewalInfo: AdvancedCommerceRenewalInfo {
        AdvancedCommerceRenewalInfo.with {
            $0.consistencyToken = self.consistencyToken
            $0.descriptors = self.descriptors
            $0.items = self.items.map { item in
                AdvancedCommerceRenewalItem.with {
                    $0.sku = item.sku
                    $0.description = item.description
                    $0.displayName = item.displayName
                    $0.offer = item.offer
                    $0.price = item.price
                    $0.priceIncreaseInfo = item.increase.map { increase in
                        AdvancedCommercePriceIncreaseInfo.with {
                            $0.dependentSKUs = increase.dependentSKUs.isEmpty ? nil : increase.dependentSKUs
                            $0.price = increase.price
                            $0.status = increase.status
                        }
                    }
                }
            }
            $0.period = self.period
            $0.requestReferenceId = self.requestReferenceId
            $0.taxCode = self.taxCode
        }
    }
}

/// The tax on what Advanced Commerce sells, as the store estimates it in a storefront.
///
/// Apple computes it by address and tax category; here it is one plain rate for a country, which stands for it.
struct CommerceTax {
    /// The rate as a decimal fraction in text: 19 percent is `0.19`.
    let rate: String
    private let basisPoints: Int64
    private let isOnTop: Bool

    /// Ten-thousandths of the price.
    private static let rates: [String: Int64] = [
        "AUS": 1000, "AUT": 2000, "BEL": 2100, "BRA": 1700, "CAN": 1300, "CHE": 810, "CHN": 600, "DEU": 1900,
        "DNK": 2500,
        "ESP": 2100, "FIN": 2550, "FRA": 2000, "GBR": 2000, "IND": 1800, "IRL": 2300, "ITA": 2200, "JPN": 1000,
        "KOR": 1000, "MEX": 1600, "NLD": 2100, "NOR": 2500, "NZL": 1500, "POL": 2300, "PRT": 2300, "SGP": 900,
        "SWE": 2500, "TUR": 2000, "TWN": 500, "USA": 825, "ZAF": 1500,
    ]

    /// The tax in a storefront; none where nothing is known.
    init(_ storefront: WorldStorefront) {
        let basisPoints = Self.rates[storefront.code] ?? 0
        self.basisPoints = basisPoints
        // Prices in the United States and Canada are without tax.
        self.isOnTop = ["USA", "CAN"].contains(storefront.code)
        var digits = String(basisPoints)
        digits = String(repeating: "0", count: max(4 - digits.count, 0)) + digits
        while digits.last == "0" { digits.removeLast() }
        self.rate = digits.isEmpty ? "0" : "0." + digits
    }

    /// A price without tax and its tax, in milliunits, the tax rounded half up.
    func parts(of price: Int64) -> (exclusive: Int64, tax: Int64) {
        if self.isOnTop {
            return (price, (price * self.basisPoints + 5_000) / 10_000)
        }
        let whole = 10_000 + self.basisPoints
        let tax = (price * self.basisPoints + whole / 2) / whole
        return (price - tax, tax)
    }
}
