/// A purchase in a receipt or in Apple's response about a receipt.
///
/// Neither receipts nor responses contain a price, a currency, or a storefront. Fields that Xcode omits or Apple leaves
/// empty are `nil`. Numbers in brackets are Apple's attribute types; fields without such a number appear only in
/// Apple's responses.
public struct ReceiptTransaction: Hashable, Sendable {
    /// The quantity (type 1701).
    public var quantity: Int64?
    /// The product identifier (1702).
    public var productID: String?
    /// The transaction identifier (1703), new for each purchase, renewal, and restore on another device.
    public var transactionID: String?
    /// The identifier of the first transaction in the chain of a purchase and its renewals and restores (1705); Xcode
    /// omits it.
    public var originalTransactionID: String?
    /// The time of the payment; for subscriptions the start of the period (1704).
    public var purchasedAt: Timestamp?
    /// The time at which the chain began (1706); not always before `purchasedAt`.
    public var originallyPurchasedAt: Timestamp?
    /// The end of the subscription period (1708).
    public var expiresAt: Timestamp?
    /// The time of the refund or revocation (1712).
    public var canceledAt: Timestamp?
    /// Apple's undocumented number of the product type (1707).
    public var productTypeNumber: Int64?
    /// The product's undocumented identifier in the App Store (1710); 0 in the Sandbox.
    public var productItemID: Int64?
    /// The identifier of the billing period (1711), the same for all restores of one purchase; `nil` for products that
    /// are not subscriptions.
    public var webOrderLineItemID: Int64?
    /// Whether the period is a free trial (1713).
    public var isTrial: Bool?
    /// Whether the period has an introductory price (1719).
    public var isIntroductory: Bool?
    /// The identifier of the promotional offer (1721).
    public var promotionalOfferID: String?
    /// Whether the customer upgraded to another subscription (`is_upgraded`).
    public var isUpgraded: Bool?
    /// Whether the Apple Account bought the product or shares it in the family (`in_app_ownership_type`).
    public var ownership: InAppOwnershipType?
    /// The app account token (`app_account_token`).
    public var appAccountToken: String?
    /// The reason of the refund or revocation (`cancellation_reason`): 1 for a problem in the app, 0 for any other.
    public var cancellationReason: Int64?
    /// The reference name of the redeemed offer code (`offer_code_ref_name`).
    public var offerCode: String?
    /// The attributes of types that this version does not know.
    public var unknown: [ReceiptAttribute] = []

    /// Creates a purchase without any value.
    public init() {}

    /// The product type; `nil` if the receipt does not contain it or its number is unknown.
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
    /// The maximum number of attributes of a purchase; genuine ones have about twenty.
    static let maximumAttributeCount = 256

    /// Reads the set of attributes of a purchase.
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
        // Every receipt has these types, whose purpose is unknown: empty texts and a zero.
        case 1709, 1714...1718, 1720, 1722: break
        default: self.unknown.append(ReceiptAttribute(type: type, value: Array(value.slice)))
        }
    }
}
