import AppStore
import Notation

/// A writer of a catalog as a `.storekit` file, in the oldest version that supports all of its keys.
struct StoreKitWriter {
    /// The settings of the file.
    let settings: CatalogSettings
    /// The warnings about content that the format cannot express.
    private(set) var warnings: [String] = []
    private var usedIDs: Set<String> = []

    /// Creates a writer with these settings.
    init(settings: CatalogSettings) {
        self.settings = settings
    }

    /// Returns the whole file.
    mutating func document(_ catalog: WorldCatalog) -> JSONValue {
        let hasPlans = catalog.products.contains { !$0.billingPlans.isEmpty || $0.offers.contains { $0.plan != nil } }
        var products: [JSONValue] = []
        var nonRenewing: [JSONValue] = []
        var groups: [(id: String, subscriptions: [JSONValue])] = []
        let currency = self.settings.storefront?.currency ?? "USD"
        for product in catalog.products {
            self.note(product, currency: currency)
            switch product.kind {
            case .consumable: products.append(.object(self.members(of: product, type: .consumable)))
            case .nonConsumable: products.append(.object(self.members(of: product, type: .nonConsumable)))
            case .nonRenewing: nonRenewing.append(.object(self.members(of: product, type: .nonRenewing)))
            case .autoRenewable(let group, let level, let period):
                let value = self.subscription(product, group: group, level: level, period: period, hasPlans: hasPlans)
                if let index = groups.firstIndex(where: { $0.id.utf8.elementsEqual(group.utf8) }) {
                    groups[index].subscriptions.append(value)
                } else {
                    groups.append((group, [value]))
                }
            }
        }
        return .object([
            JSONMember(
                key: "identifier",
                value: .string(self.internalID(of: catalog.products.map(\.id).joined(separator: "\n")))
            ),
            JSONMember(key: "nonRenewingSubscriptions", value: .array(nonRenewing)),
            JSONMember(key: "products", value: .array(products)),
            JSONMember(key: "settings", value: self.settingsValue()),
            JSONMember(key: "subscriptionGroups", value: .array(groups.map(Self.group))),
            JSONMember(
                key: "version",
                value: .object([
                    JSONMember(key: "major", value: .number(hasPlans ? "5" : "4")),
                    JSONMember(key: "minor", value: .number("0")),
                ])
            ),
        ])
    }

    private static func group(_ group: (id: String, subscriptions: [JSONValue])) -> JSONValue {
        .object([
            JSONMember(key: "id", value: .string(group.id)),
            JSONMember(key: "localizations", value: .array([])),
            JSONMember(key: "name", value: .string(group.id)),
            JSONMember(key: "subscriptions", value: .array(group.subscriptions)),
        ])
    }

    private func settingsValue() -> JSONValue {
        var members: [JSONMember] = []
        if let number = self.settings.appAppleId {
            members.append(JSONMember(key: "_applicationInternalID", value: .string(String(number))))
        }
        let flags = [
            ("_askToBuyEnabled", self.settings.asksToBuy),
            ("_billingGracePeriodEnabled", self.settings.gracePeriodDays ?? 0 > 0),
            ("_billingIssuesEnabled", self.settings.interruptsPurchases),
            ("_renewalBillingIssuesEnabled", self.settings.failsRenewals),
        ]
        members += flags.map { JSONMember(key: $0.0, value: .bool($0.1)) }
        members.append(JSONMember(key: "_storefront", value: .string(self.settings.storefront?.code ?? "USA")))
        if let rate = self.settings.profile?.timeRate {
            members.append(JSONMember(key: "_timeRate", value: .number(String(rate))))
        }
        return .object(members)
    }

    // MARK: Products

    private mutating func members(of product: WorldProduct, type: StoreKitReader.TypeName) -> [JSONMember] {
        [
            JSONMember(key: "displayPrice", value: .string(DecimalPrice.text(product.price.milliunits))),
            JSONMember(key: "familyShareable", value: .bool(product.isFamilyShareable)),
            JSONMember(
                key: "internalID",
                value: .string(product.appStoreId.map { String($0) } ?? self.internalID(of: product.id))
            ),
            JSONMember(
                key: "localizations",
                value: .array([
                    .object([
                        JSONMember(key: "description", value: .string("")),
                        JSONMember(key: "displayName", value: .string("")),
                        JSONMember(key: "locale", value: .string("en_US")),
                    ])
                ])
            ),
            JSONMember(key: "productID", value: .string(product.id)),
            JSONMember(key: "referenceName", value: .string(product.id)),
            JSONMember(key: "type", value: .string(type.rawValue)),
        ]
    }

    private mutating func subscription(
        _ product: WorldProduct,
        group: String,
        level: Int,
        period: SubscriptionPeriod,
        hasPlans: Bool
    ) -> JSONValue {
        var members = self.members(of: product, type: .recurring)
        members += [
            JSONMember(key: "groupNumber", value: .number(String(level))),
            JSONMember(key: "recurringSubscriptionPeriod", value: .string(period.description)),
            JSONMember(key: "subscriptionGroupID", value: .string(group)),
        ]
        let keys: [(String, WorldOffer.Kind)] = [
            ("adHocOffers", .promotional), ("codeOffers", .code), ("winbackOffers", .winBack),
        ]
        for (key, kind) in keys {
            let offers = product.offers.filter { $0.kind == kind }
            members.append(JSONMember(key: key, value: .array(offers.map { self.offer($0, of: product) })))
        }
        let introductory = product.offers.filter { $0.kind == .introductory }.map { self.offer($0, of: product) }
        members.append(JSONMember(key: "introductoryOffer", value: introductory.first ?? .null))
        if hasPlans {
            members.append(JSONMember(key: "introductoryOffers", value: .array(introductory)))
            members.append(
                JSONMember(key: "billingPlans", value: .array(product.billingPlans.map { self.plan($0, of: product) }))
            )
        }
        return .object(members)
    }

    private mutating func plan(_ plan: WorldBillingPlan, of product: WorldProduct) -> JSONValue {
        let commitment = DecimalPrice.text(plan.commitmentPrice.milliunits)
        return .object([
            JSONMember(key: "billingPlanType", value: .string(plan.kind.rawValue)),
            JSONMember(key: "commitmentDisplayPrice", value: .string(commitment)),
            JSONMember(key: "displayPrice", value: .string(DecimalPrice.text(plan.price.milliunits))),
            JSONMember(key: "internalID", value: .string(self.internalID(of: "\(product.id) \(plan.kind.rawValue)"))),
            JSONMember(key: "isEnabled", value: .bool(plan.isEnabled)),
        ])
    }

    private mutating func offer(_ offer: WorldOffer, of product: WorldProduct) -> JSONValue {
        var members = [
            JSONMember(
                key: "internalID",
                value: .string(self.internalID(of: "\(product.id) \(offer.kind.rawValue) \(offer.id ?? "")"))
            ),
            JSONMember(key: "numberOfPeriods", value: .number(String(offer.periodCount))),
            JSONMember(key: "paymentMode", value: .string(offer.mode.rawValue)),
            JSONMember(key: "subscriptionPeriod", value: .string((offer.period ?? .month).description)),
        ]
        if offer.mode != .free {
            members.append(
                JSONMember(key: "displayPrice", value: .string(DecimalPrice.text(offer.price.milliunits)))
            )
        }
        if let plan = offer.plan {
            members.append(JSONMember(key: "billingPlanType", value: .string(plan.rawValue)))
        }
        if let id = offer.id {
            members.append(JSONMember(key: "referenceName", value: .string(id)))
        }
        switch offer.kind {
        case .introductory, .retention: break
        case .promotional: members.append(JSONMember(key: "offerID", value: .string(offer.id ?? "")))
        case .code:
            let words = WorldOffer.Eligibility.allCases.filter { offer.eligibility.contains($0) }
            members.append(JSONMember(key: "eligibility", value: .array(words.map { .string($0.rawValue) })))
            members.append(JSONMember(key: "isStackable", value: .bool(offer.isStackable)))
        case .winBack:
            members.append(JSONMember(key: "offerID", value: .string(offer.id ?? "")))
            members.append(JSONMember(key: "isEligible", value: .bool(offer.isEligible)))
        }
        return .object(members)
    }

    // MARK: Content that the format cannot express

    private mutating func note(_ product: WorldProduct, currency: String) {
        let id = CatalogIssue.shown(product.id)
        if product.offers.contains(where: { $0.kind == .retention }) {
            self.warnings.append("\(id): retention offers are omitted; the format does not support them.")
        }
        if product.retentionMessage != nil {
            self.warnings.append("\(id): the retention message is omitted; the format does not support it.")
        }
        if !product.bundled.isEmpty {
            self.warnings.append("\(id): the bundle's subscriptions are omitted; the format does not support bundles.")
        }
        if product.seats != nil {
            self.warnings.append("\(id): seats are omitted; the format does not support them.")
        }
        if !product.prices.isEmpty || product.offers.contains(where: { !$0.prices.isEmpty }) {
            self.warnings.append("\(id): prices of other storefronts are omitted; a StoreKit file has one storefront.")
        }
        if let number = product.appStoreId, String(number).utf8.count < StoreKitReader.shortestNumber {
            self.warnings.append(
                "\(id): Xcode treats an appStoreId of fewer than nine digits as one of its own numbers."
            )
        }
        if product.isGeneric {
            self.warnings.append("\(id): a StoreKit file cannot describe a generic product of signed requests.")
        }
        if product.price.currency != currency {
            self.warnings.append(
                "\(id): the price is in \(product.price.currency), but the file states it in \(currency)."
            )
        }
        if product.group == nil, !product.offers.isEmpty {
            self.warnings.append(
                "\(id): offers of one-time products are omitted; the format does not support them."
            )
        }
    }

    /// Returns an identifier of eight hexadecimal digits, the same for the same name and unique in the file.
    private mutating func internalID(of name: String) -> String {
        // FNV-1a suffices: the identifier must only resemble Xcode's and be unique.
        var hash: UInt32 = 0x811C_9DC5
        for byte in name.utf8 {
            hash = (hash ^ UInt32(byte)) &* 0x0100_0193
        }
        while true {
            let id = Hexadecimal.text(Hexadecimal.bytes(of: hash)).uppercased()
            if self.usedIDs.insert(id).inserted { return id }
            hash &+= 1
        }
    }
}
