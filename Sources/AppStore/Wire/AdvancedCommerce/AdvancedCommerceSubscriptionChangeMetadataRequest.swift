/// The body of Change Subscription Metadata.
public struct AdvancedCommerceSubscriptionChangeMetadataRequest: WireObject {
    /// The id of the request, and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// The new names of the subscription.
    public var descriptors: Descriptors?
    /// The items that change.
    public var items: [Item]?
    /// The new tax category.
    public var taxCode: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// An object with these fields; what is left out is absent.
    public init(
        requestInfo: AdvancedCommerceRequestInfo,
        storefront: String? = nil,
        descriptors: Descriptors? = nil,
        items: [Item]? = nil,
        taxCode: String? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.requestInfo = requestInfo
        self.storefront = storefront
        self.descriptors = descriptors
        self.items = items
        self.taxCode = taxCode
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceSubscriptionChangeMetadataRequest> = [
        WireField("requestInfo", \.requestInfo),
        WireField("storefront", \.storefront),
        WireField("descriptors", \.descriptors),
        WireField("items", \.items),
        WireField("taxCode", \.taxCode),
    ]
}

extension AdvancedCommerceSubscriptionChangeMetadataRequest {
    /// New names of a subscription.
    public struct Descriptors: WireObject {
        /// What it is, up to 45 characters.
        public var description: String?
        /// Its name, up to 30 characters.
        public var displayName: String?
        /// When they take effect.
        public var effective: AdvancedCommerceEffective?
        /// Members that this version does not know, in the order of the text.
        public var unknownFields: [JSONMember] = []

        /// Nothing known: every field absent.
        public init() {}

        /// An object with these fields; what is left out is absent.
        public init(
            description: String? = nil,
            displayName: String? = nil,
            effective: AdvancedCommerceEffective,
            unknownFields: [JSONMember] = []
        ) {
            self.description = description
            self.displayName = displayName
            self.effective = effective
            self.unknownFields = unknownFields
        }

        /// The fields, in Apple's order.
        public static let fields: WireFields<AdvancedCommerceSubscriptionChangeMetadataRequest.Descriptors> = [
            WireField("description", \.description),
            WireField("displayName", \.displayName),
            WireField("effective", \.effective),
        ]
    }

    /// New names of one item.
    public struct Item: WireObject {
        /// The item's id so far, up to 128 characters.
        public var currentSKU: String?
        /// The item's new id, up to 128 characters.
        public var sku: String?
        /// What the item is, up to 45 characters.
        public var description: String?
        /// The item's name, up to 30 characters.
        public var displayName: String?
        /// When they take effect.
        public var effective: AdvancedCommerceEffective?
        /// Members that this version does not know, in the order of the text.
        public var unknownFields: [JSONMember] = []

        /// Nothing known: every field absent.
        public init() {}

        /// An object with these fields; what is left out is absent.
        public init(
            currentSKU: String,
            sku: String? = nil,
            description: String? = nil,
            displayName: String? = nil,
            effective: AdvancedCommerceEffective,
            unknownFields: [JSONMember] = []
        ) {
            self.currentSKU = currentSKU
            self.sku = sku
            self.description = description
            self.displayName = displayName
            self.effective = effective
            self.unknownFields = unknownFields
        }

        /// The fields, in Apple's order.
        public static let fields: WireFields<AdvancedCommerceSubscriptionChangeMetadataRequest.Item> = [
            WireField("currentSKU", \.currentSKU),
            WireField("SKU", \.sku),
            WireField("description", \.description),
            WireField("displayName", \.displayName),
            WireField("effective", \.effective),
        ]
    }
}
