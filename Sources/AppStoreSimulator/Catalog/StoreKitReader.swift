import AppStore

/// A reader of one `.storekit` file: its products and its settings.
///
/// The present keys determine how the file is read, never the version: a newer Xcode adds keys to an old file without
/// raising its version number.
struct StoreKitReader {
    /// The recorded mistakes and warnings.
    var notes: CatalogNotes
    /// The currency of prices, which follows from the storefront.
    private(set) var currency = "USD"
    private var products: [WorldProduct] = []
    private var lines: [[UInt8]: Int] = [:]
    private var codes: Set<[UInt8]> = []
    /// The minimum number of digits of an App Store number; identifiers that Xcode creates have eight.
    static let shortestNumber = 9

    /// Creates a reader of a file with this name.
    init(file: String) {
        self.notes = CatalogNotes(file: file)
    }

    /// Parses the whole file.
    mutating func read(_ document: CatalogNode) throws(CatalogError) -> (WorldCatalog, CatalogSettings) {
        var settings = CatalogSettings()
        if let fields = CatalogFields(document, &self.notes) {
            fields.warnOfUnknown(besides: Self.keys, of: "file", &self.notes)
            let parts = ["products", "nonRenewingSubscriptions", "subscriptionGroups"]
            if !fields.keys.contains(where: { parts.contains($0) }) {
                self.notes.refuse(
                    document,
                    "has neither products nor subscriptionGroups, so it is not a StoreKit configuration",
                    "Save one in Xcode with File, New, StoreKit Configuration File."
                )
            }
            if let node = fields["settings"], let members = CatalogFields(node, &self.notes) {
                settings = self.settings(members)
            }
            self.currency = settings.storefront?.currency ?? "USD"
            self.validateKeyPair(fields["subscriptionOffersKeyPair"])
            for product in fields.objects("products", &self.notes) {
                self.readProduct(product, assumed: nil)
            }
            for product in fields.objects("nonRenewingSubscriptions", &self.notes) {
                self.readProduct(product, assumed: .nonRenewing)
            }
            for group in fields.objects("subscriptionGroups", &self.notes) {
                self.readGroup(group)
            }
        }
        try self.notes.requireNone()
        if self.products.isEmpty {
            self.notes.warn(document, about: "products", "sells nothing", "Add a product in Xcode's editor.")
        }
        return (WorldCatalog(self.products), settings)
    }

    /// The known keys of the file.
    private static let keys = [
        "version", "identifier", "products", "nonRenewingSubscriptions", "subscriptionGroups", "settings",
        "subscriptionOffersKeyPair", "appPolicies",
    ]

    /// Validates the structure of the key pair for promotional offers; no message shows its content.
    private mutating func validateKeyPair(_ node: CatalogNode?) {
        guard let node, let pair = CatalogFields(node, &self.notes) else { return }
        _ = pair.text("id", &self.notes)
        _ = pair.text("privateKey", &self.notes)
        pair.warnOfUnknown(besides: ["id", "privateKey"], of: "subscriptionOffersKeyPair", &self.notes)
    }

    // MARK: Products

    /// The names of product types.
    enum TypeName: String, CaseIterable {
        case consumable = "Consumable"
        case nonConsumable = "NonConsumable"
        case nonRenewing = "NonRenewingSubscription"
        case recurring = "RecurringSubscription"
    }

    private mutating func readProduct(_ fields: CatalogFields, assumed: TypeName?) {
        fields.warnOfUnknown(
            besides: [
                "productID", "type", "referenceName", "displayPrice", "familyShareable", "internalID", "localizations",
                "codeOffers",
            ],
            of: "product",
            &self.notes
        )
        let id = self.productID(fields)
        let kind: WorldProduct.Kind
        switch fields.word("type", TypeName.self, &self.notes) ?? assumed {
        case .consumable: kind = .consumable
        case .nonConsumable: kind = .nonConsumable
        case .nonRenewing: kind = .nonRenewing
        case .recurring:
            self.notes.refuse(
                fields["type"] ?? fields.node,
                "is RecurringSubscription outside a group",
                "Move the product into subscriptionGroups."
            )
            return
        case nil:
            if fields["type"] == nil {
                _ = fields.required("type", for: "\"Consumable\"", &self.notes)
            }
            return
        }
        let price = self.price("displayPrice", of: fields)
        let isFamilyShareable = fields.flag("familyShareable", &self.notes) ?? false
        let offers = self.offers("codeOffers", of: fields, .code, isOneTime: true)
        guard let id, let price else { return }
        self.products.append(
            WorldProduct(
                id: id,
                kind: kind,
                price: price,
                isFamilyShareable: isFamilyShareable,
                offers: offers,
                appStoreId: self.appStoreId(fields)
            )
        )
    }

    private mutating func readGroup(_ fields: CatalogFields) {
        fields.warnOfUnknown(besides: ["id", "name", "localizations", "subscriptions"], of: "group", &self.notes)
        let group = fields.requiredText("id", for: "7096FF06", &self.notes)
        for subscription in fields.objects("subscriptions", &self.notes) {
            self.readSubscription(subscription, group: group)
        }
    }

    private mutating func readSubscription(_ fields: CatalogFields, group: String?) {
        fields.warnOfUnknown(besides: Self.subscriptionKeys, of: "subscription", &self.notes)
        let id = self.productID(fields)
        if let type = fields.word("type", TypeName.self, &self.notes), type != .recurring {
            self.notes.refuse(
                fields["type"] ?? fields.node,
                "is \(type.rawValue) inside a group",
                "Write RecurringSubscription, or move the product out of subscriptionGroups."
            )
        }
        if let node = fields["subscriptionGroupID"], let text = fields.text("subscriptionGroupID", &self.notes),
            let group, text != group
        {
            self.notes.refuse(
                node,
                "is \"\(CatalogIssue.shown(text))\", but the group around it is \"\(CatalogIssue.shown(group))\"",
                "Write the id of the group, or move the product into the other group."
            )
        }
        let level = fields.number("groupNumber", in: 1...10_000, &self.notes) ?? 1
        if fields.required("recurringSubscriptionPeriod", for: "\"P1M\"", &self.notes) == nil { return }
        let period = fields.period("recurringSubscriptionPeriod", &self.notes)
        let plans = self.plans(of: fields, period: period)
        // Where plans have prices, the product's own price is obsolete: in one real file it differs by a factor of
        // twelve.
        let upfront = plans.first { $0.kind == .billedUpfront }
        let price = upfront?.price ?? self.price("displayPrice", of: fields)
        let isFamilyShareable = fields.flag("familyShareable", &self.notes) ?? false
        let offers = self.offers(of: fields)
        guard let id, let group, let period, let price else { return }
        self.products.append(
            WorldProduct(
                id: id,
                kind: .autoRenewable(group: group, level: Int(level), period: period),
                price: price,
                isFamilyShareable: isFamilyShareable,
                offers: offers,
                billingPlans: plans,
                appStoreId: self.appStoreId(fields)
            )
        )
    }

    private static let subscriptionKeys = [
        "productID", "type", "referenceName", "displayPrice", "familyShareable", "internalID", "localizations",
        "subscriptionGroupID", "groupNumber", "recurringSubscriptionPeriod", "introductoryOffer", "introductoryOffers",
        "adHocOffers", "codeOffers", "winbackOffers", "billingPlans",
    ]

    /// Returns the identifier of a product, which must be unique.
    private mutating func productID(_ fields: CatalogFields) -> String? {
        guard let id = fields.requiredText("productID", for: "pro.monthly", &self.notes) else { return nil }
        let line = fields["productID"]?.line ?? 0
        if let first = self.lines.updateValue(line, forKey: Array(id.utf8)) {
            self.notes.refuse(
                fields["productID"] ?? fields.node,
                "is \"\(CatalogIssue.shown(id))\", the same as in line \(first)",
                "Give each product a unique identifier."
            )
        }
        return id
    }

    /// Returns the App Store's number of a product, which Xcode keeps as `internalID` in a file that it synchronizes.
    ///
    /// For other products the value is an identifier of Xcode's own, which is shorter and usually hexadecimal.
    private func appStoreId(_ fields: CatalogFields) -> Int64? {
        guard case .string(let text)? = fields["internalID"]?.value, text.utf8.count >= Self.shortestNumber,
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int64(text), number > 0, !self.products.contains(where: { $0.appStoreId == number })
        else { return nil }
        return number
    }

    private mutating func plans(of fields: CatalogFields, period: SubscriptionPeriod?) -> [WorldBillingPlan] {
        var plans: [WorldBillingPlan] = []
        for plan in fields.objects("billingPlans", &self.notes) {
            plan.warnOfUnknown(
                besides: ["billingPlanType", "displayPrice", "commitmentDisplayPrice", "isEnabled", "internalID"],
                of: "billingPlan",
                &self.notes
            )
            let isThere = plan.required("billingPlanType", for: "\"MONTHLY\"", &self.notes) != nil
            guard isThere, let kind = plan.word("billingPlanType", WorldBillingPlan.Kind.self, &self.notes),
                let price = self.price("displayPrice", of: plan),
                let commitment = self.price("commitmentDisplayPrice", of: plan)
            else { continue }
            if plans.contains(where: { $0.kind == kind }) {
                self.notes.refuse(plan.node, "is a second \(kind.rawValue) plan", "Remove one of them.")
            }
            if kind == .monthly, let period, period != .year {
                self.notes.warn(
                    plan.node,
                    about: "monthly plan",
                    "is a MONTHLY plan of a \(period) subscription",
                    "Apple offers it for yearly subscriptions only."
                )
            }
            let isEnabled = plan.flag("isEnabled", &self.notes) ?? true
            plans.append(
                WorldBillingPlan(kind: kind, price: price, commitmentPrice: commitment, isEnabled: isEnabled)
            )
        }
        return plans
    }

    // MARK: Values

    /// Returns the price of a required key: decimal text, or a number as in files written by hand.
    mutating func price(_ key: String, of fields: CatalogFields) -> WorldPrice? {
        guard let node = fields.required(key, for: "\"9.99\"", &self.notes) else { return nil }
        let spelling: String
        switch node.value {
        case .string(let text), .number(let text): spelling = text
        default:
            self.notes.refuseType(node, wanted: "a decimal number as text")
            return nil
        }
        do {
            return WorldPrice(milliunits: try DecimalPrice.milliunits(spelling), currency: self.currency)
        } catch {
            let shown = CatalogIssue.shown(spelling)
            self.notes.refuse(node, "is \"\(shown)\", which \(error.rawValue)", "Write for example: \"9.99\"")
            return nil
        }
    }

    /// Returns whether a code occurs for the first time.
    mutating func isFirst(code: String) -> Bool {
        self.codes.insert(Array(code.utf8)).inserted
    }
}
