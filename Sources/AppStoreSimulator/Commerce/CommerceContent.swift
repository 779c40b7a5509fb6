import AppStore

/// The content of a generic product's transaction, or of its subscription from the next period on.
struct CommerceContent: Hashable, Sendable {
    /// The name and description that customers see.
    var descriptors: AdvancedCommerceDescriptors?
    /// The items.
    var items: [CommerceItem]
    /// The length of a period, for a subscription.
    var period: AdvancedCommercePeriod?
    /// The tax category.
    var taxCode: String
    /// The currency of all prices.
    var currency: String
    /// The id of the request that produced this content.
    var requestReferenceId: String
    /// The consistency token that the next request about the subscription must repeat, if it contains one.
    var consistencyToken: String?
    /// The chain's first transaction before the migration.
    var previousOriginalNumber: UInt64?

    /// The amount paid for all items.
    var paid: Int64 { self.items.reduce(0) { $0 + $1.paid } }
    /// The price of a whole period of all items.
    var due: Int64 { self.items.reduce(0) { $0 + $1.due } }

    /// The length of this period: that of the offer when all items have one of that length.
    var length: SubscriptionPeriod {
        let offered = Set(self.items.map { $0.offer?.period })
        let isAvailable = offered.count == 1 && self.items.allSatisfy { $0.offer != nil }
        let text = (isAvailable ? self.items.first?.offer?.period?.rawValue : nil) ?? self.period?.rawValue
        return text.flatMap { SubscriptionPeriod($0) } ?? .month
    }

    /// Returns the share of the paid amount, in thousandths of a percent.
    func share(_ amount: Int64) -> Int {
        // A hundred items at the highest price, times this factor, exceed 64 bits.
        Int(clamping: Int128(amount) * 100_000 / Int128(max(self.paid, 1)))
    }

    /// Whether an offer sets the price of an item.
    var hasOffers: Bool { self.items.contains { $0.offer != nil } }

    /// Returns the index of an item.
    func index(of sku: String) -> Int? {
        self.items.firstIndex { $0.sku.utf8.elementsEqual(sku.utf8) }
    }

    /// The content that a renewal charges: accepted price increases apply, unannounced ones do not.
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

    /// Returns the content of the period after this one.
    func following(token: String) -> CommerceContent {
        var content = self
        content.items = self.items.map(\.renewed)
        content.consistencyToken = token
        return content
    }

    /// Discards future price increases.
    mutating func forgetIncreases() {
        for index in self.items.indices { self.items[index].increase = nil }
    }

    /// Marks future price increases as announced or as accepted.
    mutating func settleIncreases(_ status: AdvancedCommercePriceIncreaseInfoStatus) {
        for index in self.items.indices { self.items[index].increase?.status = status }
    }

    /// Returns the content in the form of a signed transaction.
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

    /// The content in the form of a signed renewal info.
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

/// The estimated tax on Advanced Commerce items in a storefront.
///
/// Apple computes the tax by address and tax category; the simulator uses one rate for each country.
struct CommerceTax {
    /// The rate as decimal text: 19 percent is `0.19`.
    let rate: String
    private let basisPoints: Int64
    private let isOnTop: Bool

    /// The rates in ten-thousandths of the price.
    private static let rates: [String: Int64] = [
        "AUS": 1000, "AUT": 2000, "BEL": 2100, "BRA": 1700, "CAN": 1300, "CHE": 810, "CHN": 600, "DEU": 1900,
        "DNK": 2500,
        "ESP": 2100, "FIN": 2550, "FRA": 2000, "GBR": 2000, "IND": 1800, "IRL": 2300, "ITA": 2200, "JPN": 1000,
        "KOR": 1000, "MEX": 1600, "NLD": 2100, "NOR": 2500, "NZL": 1500, "POL": 2300, "PRT": 2300, "SGP": 900,
        "SWE": 2500, "TUR": 2000, "TWN": 500, "USA": 825, "ZAF": 1500,
    ]

    /// Creates the tax of a storefront; zero for a storefront without a known rate.
    init(_ storefront: WorldStorefront) {
        let basisPoints = Self.rates[storefront.code] ?? 0
        self.basisPoints = basisPoints
        // Prices in the United States and Canada exclude tax.
        self.isOnTop = ["USA", "CAN"].contains(storefront.code)
        var digits = String(basisPoints)
        digits = String(repeating: "0", count: max(4 - digits.count, 0)) + digits
        while digits.last == "0" { digits.removeLast() }
        self.rate = digits.isEmpty ? "0" : "0." + digits
    }

    /// Returns a price without tax and its tax, in milliunits; the tax is rounded half up.
    func parts(of price: Int64) -> (exclusive: Int64, tax: Int64) {
        if self.isOnTop {
            return (price, (price * self.basisPoints + 5_000) / 10_000)
        }
        let whole = 10_000 + self.basisPoints
        let tax = (price * self.basisPoints + whole / 2) / whole
        return (price - tax, tax)
    }
}
