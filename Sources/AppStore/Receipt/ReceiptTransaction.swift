/// One purchase as a receipt lists it, or Apple's answer about a receipt.
///
/// Neither has a price, a currency or a storefront. Fields that Xcode leaves out, or Apple leaves empty, are nil; those
/// without a number are in Apple's answers only.
public struct ReceiptTransaction: Hashable, Sendable {
    /// How many were bought (type 1701).
    public var quantity: Int64?
    /// The product (1702).
    public var productID: String?
    /// The transaction (1703): new for each purchase, renewal and restore on another device.
    public var transactionID: String?
    /// The first transaction of its chain (1705); Xcode leaves it out.
    public var originalTransactionID: String?
    /// When it was charged, for subscriptions the start of the period (1704).
    public var purchasedAt: Timestamp?
    /// When the chain began (1706); not always before `purchasedAt`.
    public var originallyPurchasedAt: Timestamp?
    /// When the period of a subscription ends (1708).
    public var expiresAt: Timestamp?
    /// When it was refunded or revoked (1712).
    public var canceledAt: Timestamp?
    /// The kind of product, as Apple numbers it without documenting it (1707).
    public var productTypeNumber: Int64?
    /// The product's number in the App Store (1710), which Apple does not document; 0 in the Sandbox.
    public var productItemID: Int64?
    /// The billing period (1711): the same for all restores of one purchase; nil for what is no subscription.
    public var webOrderLineItemID: Int64?
    /// Whether it is a free trial (1713).
    public var isTrial: Bool?
    /// Whether it is at an introductory price (1719).
    public var isIntroductory: Bool?
    /// The promotional offer (1721).
    public var promotionalOfferID: String?
    /// Whether an upgrade ended it (`is_upgraded`).
    public var isUpgraded: Bool?
    /// How the Apple Account came to it (`in_app_ownership_type`).
    public var ownership: InAppOwnershipType?
    /// The app's token for the customer (`app_account_token`).
    public var appAccountToken: String?
    /// Why it was taken back (`cancellation_reason`): 1 for a problem in the app, 0 for anything else.
    public var cancellationReason: Int64?
    /// The reference name of the offer code that was redeemed (`offer_code_ref_name`).
    public var offerCode: String?
    /// Attributes of types that this version does not know.
    public var unknown: [ReceiptAttribute] = []

    /// A purchase of which nothing is known yet.
    public init() {}

    /// The kind of product; nil where the receipt does not say it or names an unknown number.
    public var productType: ProductType? {
        switch self.productTypeNumber {
        case 0: .nonConsumable
        case 1: .consumable
        case 2: .nonRenewingSubscription
        case 3: .autoRenewableSubscription
        default: nil
        }
    }
}

extension ReceiptTransaction {
    /// How many attributes one purchase may have; genuine ones have about twenty.
    static let maximumAttributeCount = 256

    /// Reads the set of attributes of one purchase.
    init(_ octets: Octets) throws(VerificationError) {
        self.init()
        var cursor = try VerificationError.reading("a purchase") { () throws(ReceiptError) in
            try ReceiptAttributeCursor(octets, maximumCount: Self.maximumAttributeCount)
        }
        var seen: UInt64 = 0
        while true {
            let next = try VerificationError.reading("a purchase's attributes") { () throws(ReceiptError) in
                try cursor.next()
            }
            guard let (type, value) = next else { return }
            if (1701...1764).contains(type) {
                let bit: UInt64 = 1 << UInt64(type - 1701)
                guard seen & bit == 0 else { throw VerificationError.attributeTwice(type) }
                seen |= bit
            }
            do throws(ReceiptError) {
                try self.take(type, value)
            } catch {
                throw VerificationError(attribute: type, error)
            }
        }
    }

    private mutating func take(_ type: Int64, _ value: Octets) throws(ReceiptError) {
        switch type {
        case 1701: self.quantity = try value.integer()
        case 1702: self.productID = try value.identifier()
        case 1703: self.transactionID = try value.identifier()
        case 1704: self.purchasedAt = try value.instant()
        case 1705: self.originalTransactionID = try value.identifier()
        case 1706: self.originallyPurchasedAt = try value.instant()
        case 1707: self.productTypeNumber = try value.integer()
        case 1708: self.expiresAt = try value.instant()
        case 1710: self.productItemID = try value.integer()
        case 1711:
            let number = try value.integer()
            self.webOrderLineItemID = number == 0 ? nil : number
        case 1712: self.canceledAt = try value.instant()
        case 1713: self.isTrial = try value.integer() != 0
        case 1719: self.isIntroductory = try value.integer() != 0
        case 1721: self.promotionalOfferID = try value.text()
        // In every receipt, and nobody knows what for: empty texts and a zero.
        case 1709, 1714...1718, 1720, 1722: break
        default: self.unknown.append(ReceiptAttribute(type: type, value: Array(value.slice)))
        }
    }
}
