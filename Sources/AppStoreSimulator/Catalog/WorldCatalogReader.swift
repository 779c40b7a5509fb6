import AppStore

/// A reader of the simulator's own catalog format.
struct WorldCatalogReader {
    /// The recorded mistakes and warnings.
    var notes: CatalogNotes

    /// Creates a reader of a file with this name; values without a text have none.
    init(file: String = "") {
        self.notes = CatalogNotes(file: file)
    }

    // MARK: Apps

    /// Returns the apps of a file.
    mutating func readApps(_ document: CatalogNode) -> [WorldCatalogFile.App] {
        guard let fields = CatalogFields(document, &self.notes) else { return [] }
        guard let list = fields["apps"] else { return [self.readApp(fields)].compactMap { $0 } }
        fields.refuseUnknown(besides: ["apps"], &self.notes)
        let entries = fields.objects("apps", &self.notes)
        if entries.isEmpty {
            self.notes.refuse(list, "has no app", "Add an app: { \"bundleId\": ..., \"products\": [...] }")
        }
        var apps: [WorldCatalogFile.App] = []
        for entry in entries {
            guard let app = self.readApp(entry) else { continue }
            self.validate(entry, besides: apps, app)
            apps.append(app)
        }
        return apps
    }

    private static let appKeys = [
        "bundleId", "appAppleId", "storefront", "profile", "gracePeriodDays", "notificationURL", "products",
    ]

    private mutating func readApp(_ fields: CatalogFields) -> WorldCatalogFile.App? {
        fields.refuseUnknown(besides: Self.appKeys, &self.notes)
        var settings = CatalogSettings()
        if fields["bundleId"] != nil {
            settings.bundleId = fields.requiredText("bundleId", for: "com.example.shop", &self.notes)
        }
        settings.appAppleId = fields.number("appAppleId", in: 1...Int64.max, &self.notes)
        settings.storefront = self.storefront("storefront", of: fields)
        settings.profile = fields.word("profile", WorldProfile.self, &self.notes)
        settings.gracePeriodDays = fields.number("gracePeriodDays", in: 0...365, &self.notes).map { Int($0) }
        settings.notificationURL = fields.text("notificationURL", &self.notes)
        guard fields.required("products", for: "[]", &self.notes) != nil else { return nil }
        return WorldCatalogFile.App(
            catalog: WorldCatalog(self.readProducts(fields.list("products", &self.notes))),
            settings: settings
        )
    }

    /// Validates the identifiers of several apps, which must be unique.
    private mutating func validate(
        _ fields: CatalogFields,
        besides others: [WorldCatalogFile.App],
        _ app: WorldCatalogFile.App
    ) {
        guard let bundleId = app.settings.bundleId else {
            self.notes.refuse(fields.node, "has no bundleId", "Add for example: \"bundleId\": \"com.example.shop\"")
            return
        }
        if others.contains(where: { $0.settings.bundleId == bundleId }) {
            self.notes.refuse(
                fields["bundleId"] ?? fields.node,
                "is \"\(CatalogIssue.shown(bundleId))\", the same as an earlier app",
                "Give each app a unique bundle id."
            )
        }
        if let number = app.settings.appAppleId, others.contains(where: { $0.settings.appAppleId == number }) {
            self.notes.refuse(
                fields["appAppleId"] ?? fields.node,
                "is \(number), the same as an earlier app",
                "Give each app a unique number."
            )
        }
    }

    private mutating func storefront(_ key: String, of fields: CatalogFields) -> WorldStorefront? {
        guard let node = fields[key], let code = fields.text(key, &self.notes) else { return nil }
        return self.storefront(code, at: node)
    }

    private mutating func storefront(_ code: String, at node: CatalogNode) -> WorldStorefront? {
        if let storefront = WorldStorefront(code: code) { return storefront }
        self.notes.refuse(
            node,
            "is not a storefront of the App Store: \(CatalogIssue.shown(code))",
            "Write an ISO 3166-1 alpha-3 code such as USA, DEU or JPN."
        )
        return nil
    }

    // MARK: Products

    /// Returns the products of an app; their identifiers must be unique.
    mutating func readProducts(_ nodes: [CatalogNode]) -> [WorldProduct] {
        var products: [WorldProduct] = []
        var bundles: [(product: WorldProduct, node: CatalogNode)] = []
        var locations: [[UInt8]: String] = [:]
        for (index, node) in nodes.enumerated() {
            guard let fields = CatalogFields(node, &self.notes) else { continue }
            if case .string(let id)? = fields["id"]?.value,
                let first = locations.updateValue(Self.location(of: node, index), forKey: Array(id.utf8))
            {
                self.notes.refuse(
                    fields["id"] ?? node,
                    "is \"\(CatalogIssue.shown(id))\", the same as \(first)",
                    "Give each product a unique identifier."
                )
            }
            guard let product = self.readProduct(fields) else { continue }
            if let number = product.appStoreId, products.contains(where: { $0.appStoreId == number }) {
                self.notes.refuse(
                    fields["appStoreId"] ?? node,
                    "is \(number), the same as an earlier product",
                    "Give each product a unique number."
                )
            }
            products.append(product)
            if let bundle = fields["bundle"] { bundles.append((product, bundle)) }
        }
        self.check(bundles, of: products)
        return products
    }

    /// Returns the name in messages of a product that is known by its index only.
    private static func location(of node: CatalogNode, _ index: Int) -> String {
        guard let line = node.line else { return "product \(index)" }
        return "the product in line \(line)"
    }

    /// The names of product kinds.
    enum KindName: String, CaseIterable {
        case autoRenewable
        case nonConsumable
        case consumable
        case nonRenewing
    }

    private static let productKeys = [
        "id", "kind", "group", "level", "period", "price", "prices", "familyShareable", "offers", "billingPlans",
        "advancedCommerce", "appStoreId", "seats", "retentionMessage", "bundle",
    ]

    /// Returns one product.
    mutating func readProduct(_ fields: CatalogFields) -> WorldProduct? {
        fields.refuseUnknown(besides: Self.productKeys, &self.notes)
        let id = fields.requiredText("id", for: "pro.monthly", &self.notes)
        let appStoreId = fields.number("appStoreId", in: 1...Int64.max, &self.notes)
        let isGeneric = self.isGeneric(fields)
        let price =
            isGeneric && fields["price"] == nil
            ? WorldPrice(milliunits: 0, currency: "USD") : self.requiredPrice("price", of: fields)
        let prices = self.prices(of: fields)
        let isFamilyShareable = fields.flag("familyShareable", &self.notes) ?? false
        let isThere = fields.required("kind", for: "\"consumable\"", &self.notes) != nil
        guard isThere, let name = fields.word("kind", KindName.self, &self.notes) else { return nil }
        let kind = self.kind(name, of: fields)
        let offers = self.offers(of: fields, isSubscription: name == .autoRenewable)
        let plans = self.plans(of: fields)
        let seats = self.seats(of: fields, isSubscription: name == .autoRenewable)
        let message = self.retentionMessage(of: fields, isSubscription: name == .autoRenewable)
        let bundled = self.bundled(of: fields, isSubscription: name == .autoRenewable)
        guard let id, let kind, let price else { return nil }
        return WorldProduct(
            id: id,
            kind: kind,
            price: price,
            prices: prices,
            isFamilyShareable: isFamilyShareable,
            offers: offers,
            billingPlans: plans,
            isGeneric: isGeneric,
            appStoreId: appStoreId,
            seats: seats,
            retentionMessage: message,
            bundled: bundled
        )
    }

    /// Returns whether the product is generic: signed requests define what it sells, and most catalog keys do not
    /// apply.
    private mutating func isGeneric(_ fields: CatalogFields) -> Bool {
        guard fields.flag("advancedCommerce", &self.notes) == true else { return false }
        for key in ["prices", "familyShareable", "offers", "billingPlans", "seats", "retentionMessage", "bundle"] {
            guard let node = fields[key] else { continue }
            self.notes.refuse(node, "is not for Advanced Commerce", "Remove it: signed requests define what is sold.")
        }
        if fields["kind"]?.value == .string(KindName.nonRenewing.rawValue), let node = fields["kind"] {
            self.notes.refuse(
                node,
                "is nonRenewing, which Advanced Commerce does not sell",
                "Write autoRenewable, consumable or nonConsumable."
            )
        }
        return true
    }

    private mutating func kind(_ name: KindName, of fields: CatalogFields) -> WorldProduct.Kind? {
        guard name == .autoRenewable else {
            for key in ["group", "level", "period", "billingPlans"] {
                guard let node = fields[key] else { continue }
                self.notes.refuse(node, "is for subscriptions only", "Remove it, or write \"kind\": \"autoRenewable\".")
            }
            switch name {
            case .nonConsumable: return .nonConsumable
            case .nonRenewing: return .nonRenewing
            default: return .consumable
            }
        }
        let group = fields.requiredText("group", for: "pro", &self.notes)
        let level = fields.number("level", in: 1...10_000, &self.notes) ?? 1
        if fields["period"] == nil, fields["advancedCommerce"]?.value == .bool(true), let group {
            return .autoRenewable(group: group, level: Int(level), period: .month)
        }
        let isThere = fields.required("period", for: "\"P1M\"", &self.notes) != nil
        guard isThere, let period = fields.period("period", &self.notes), let group else { return nil }
        return .autoRenewable(group: group, level: Int(level), period: period)
    }

    private mutating func plans(of fields: CatalogFields) -> [WorldBillingPlan] {
        var plans: [WorldBillingPlan] = []
        for plan in fields.objects("billingPlans", &self.notes) {
            plan.refuseUnknown(besides: ["kind", "price", "commitmentPrice", "isEnabled"], &self.notes)
            let isThere = plan.required("kind", for: "\"MONTHLY\"", &self.notes) != nil
            let isEnabled = plan.flag("isEnabled", &self.notes) ?? true
            guard isThere, let kind = plan.word("kind", WorldBillingPlan.Kind.self, &self.notes),
                let price = self.requiredPrice("price", of: plan),
                let commitment = self.requiredPrice("commitmentPrice", of: plan)
            else { continue }
            if plans.contains(where: { $0.kind == kind }) {
                self.notes.refuse(plan.node, "is a second \(kind.rawValue) plan", "Remove one of them.")
            }
            plans.append(
                WorldBillingPlan(kind: kind, price: price, commitmentPrice: commitment, isEnabled: isEnabled)
            )
        }
        return plans
    }

    /// Returns the prices of storefronts with their own price.
    mutating func prices(of fields: CatalogFields) -> [String: WorldPrice] {
        guard let node = fields["prices"], let entries = CatalogFields(node, &self.notes) else { return [:] }
        var prices: [String: WorldPrice] = [:]
        for code in entries.keys {
            guard let entry = entries[code], let storefront = self.storefront(code, at: entry),
                let price = self.requiredPrice(code, of: entries)
            else { continue }
            if price.currency != storefront.currency {
                self.notes.warn(
                    entry,
                    about: "currency \(code)",
                    "is in \(price.currency), but the storefront charges \(storefront.currency)",
                    "The product is sold in \(price.currency) nevertheless."
                )
            }
            prices[code] = price
        }
        return prices
    }
}
