internal import Ledger

extension CatalogReader {
    /// The names of the kinds of products in a catalog.
    static let kinds: [(word: String, kind: TransactionSnapshot.Kind)] = [
        ("auto-renewable", .autoRenewable),
        ("non-renewing", .nonRenewing),
        ("consumable", .consumable),
        ("non-consumable", .nonConsumable),
    ]

    /// Returns the name of a kind of product.
    static func word(for kind: TransactionSnapshot.Kind) -> String {
        self.kinds.first { $0.kind == kind }?.word ?? kind.rawValue
    }

    /// The periods that the App Store offers for auto-renewable subscriptions.
    private static let periods = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"]

    /// Reads the products with their terms, in the order of the file.
    mutating func products(
        _ root: DocumentFields,
        coins: [String: Coin],
        points: PricePoints
    ) -> [(product: Product, terms: CatalogFile.Terms)] {
        let example = "products: { frame.gold: { kind: non-consumable } }"
        guard let field = self.validation.required("products", in: root, example: example),
            let entries = self.validation.openMap(field, example: example)
        else { return [] }
        return entries.all.compactMap { key, value in
            self.product(id: key, value, coins: coins, points: points)
        }
    }

    /// The keys of a product.
    private static let keys = [
        "kind", "group", "level", "unlocks", "lasts", "grants", "appStoreId", "storefronts", "price", "shopPrice",
        "creditDifference", "prices", "period", "introductoryOffer", "offers", "onRefund", "onRequest",
        "reportedRefunds",
        "retired",
    ]

    private mutating func product(
        id: String,
        _ field: DocumentField,
        coins: [String: Coin],
        points: PricePoints
    ) -> (Product, CatalogFile.Terms)? {
        let isNamed = self.checkName(id, of: field, what: "a product id", limit: 100)
        guard let parts = self.validation.map(field, known: Self.keys, example: "\(id): { kind: consumable }") else {
            return nil
        }
        let kind = self.kind(parts)
        let prices = self.prices(parts["prices"], points: points)
        let price = parts["price"].map { self.money($0, example: "price: USD 9.99") } ?? prices?.basePrice
        self.checkAgreement(of: price, with: prices, parts["price"])
        let terms = CatalogFile.Terms(
            price: price,
            period: parts["period"].flatMap { self.period($0, kind: kind) }
        )
        let shopPrice = self.shopPrice(parts, coins: coins, points: points)
        let asked = shopPrice?.price ?? terms.price
        let grants = self.grants(parts["grants"], kind: kind, price: asked, coins: coins)
        // A mistake among the coins is noted there and not again here.
        let grantsCoins = parts["grants"] != nil || shopPrice?.differenceCoin != nil
        let product = Product(
            id: ProductID(id),
            kind: kind ?? .consumable,
            group: self.group(parts, kind: kind),
            level: parts["level"].flatMap { self.level($0, kind: kind) },
            unlocks: self.unlocks(parts["unlocks"], kind: kind),
            lasts: self.lasts(parts, kind: kind),
            period: terms.period,
            grants: grants.first,
            appStoreID: self.appStoreID(parts["appStoreId"]),
            offers: self.offers(parts["offers"], kind: kind),
            renewalGrants: grants.renewal,
            hasIntroductoryOffer: self.introductoryOffer(parts["introductoryOffer"], kind: kind),
            area: self.area(parts["storefronts"]),
            shopPrice: shopPrice,
            onRefund: self.onRefund(parts["onRefund"], kind: kind, grantsCoins: grantsCoins),
            onRequest: self.onRequest(parts["onRequest"], grantsCoins: grantsCoins),
            reportedRefunds: self.reportedRefunds(parts["reportedRefunds"]),
            isRetired: parts["retired"].flatMap { self.validation.boolean($0, example: "retired: true") } ?? false,
            prices: prices?.schedule ?? Self.schedule(of: price)
        )
        guard isNamed, kind != nil else { return nil }
        self.productFields[product.id] = field
        return (product, terms)
    }

    private mutating func introductoryOffer(_ field: DocumentField?, kind: TransactionSnapshot.Kind?) -> Bool {
        guard let field, self.belongs(field, to: [.autoRenewable], kind: kind) else { return false }
        return self.validation.boolean(field, example: "introductoryOffer: true") ?? false
    }

    private mutating func kind(_ parts: DocumentFields) -> TransactionSnapshot.Kind? {
        guard let field = self.validation.required("kind", in: parts, example: "kind: consumable"),
            let word = self.validation.word(field, among: Self.kinds.map(\.word), example: "kind: consumable")
        else { return nil }
        return Self.kinds.first { $0.word == word }?.kind
    }

    private mutating func group(_ parts: DocumentFields, kind: TransactionSnapshot.Kind?) -> String? {
        if kind == .autoRenewable, parts["group"] == nil {
            _ = self.validation.required("group", in: parts, example: "group: pro")
        }
        guard let field = parts["group"], self.belongs(field, to: [.autoRenewable], kind: kind) else { return nil }
        return self.validation.string(field, example: "group: pro")
    }

    private mutating func level(_ field: DocumentField, kind: TransactionSnapshot.Kind?) -> Int? {
        guard self.belongs(field, to: [.autoRenewable], kind: kind) else { return nil }
        return self.validation.integer(field, in: 1...1000, example: "level: 1").map(Int.init)
    }

    private mutating func unlocks(_ field: DocumentField?, kind: TransactionSnapshot.Kind?) -> [EntitlementName] {
        guard let field,
            self.belongs(field, to: [.autoRenewable, .nonRenewing, .nonConsumable], kind: kind)
        else { return [] }
        var entitlements: [EntitlementName] = []
        for element in self.validation.oneOrMore(field) {
            guard let name = self.validation.string(element, example: "unlocks: pro") else { continue }
            if !self.entitlementNames.contains(bytesOf: name) {
                self.refuseUnknown(
                    name,
                    element,
                    what: "entitlement",
                    section: "entitlements",
                    known: self.entitlementNames
                )
            } else if entitlements.contains(EntitlementName(name)) {
                self.validation.note(element, problem: "\"\(name)\" is listed twice", remedy: "Keep one of the two.")
            } else {
                entitlements.append(EntitlementName(name))
            }
        }
        return entitlements
    }

    private mutating func lasts(_ parts: DocumentFields, kind: TransactionSnapshot.Kind?) -> CalendarPeriod? {
        if kind == .nonRenewing, parts["lasts"] == nil {
            _ = self.validation.required("lasts", in: parts, example: "lasts: P30D")
        }
        guard let field = parts["lasts"], self.belongs(field, to: [.nonRenewing], kind: kind),
            let text = self.validation.string(field, example: "lasts: P30D")
        else { return nil }
        guard let period = CalendarPeriod(text) else {
            self.validation.refuse(
                field,
                expected: "an ISO 8601 period of years, months, weeks or days",
                example: "lasts: P30D"
            )
            return nil
        }
        return period
    }

    private mutating func appStoreID(_ field: DocumentField?) -> Int64? {
        let example = "appStoreId: 1146327846"
        guard let field, let id = self.validation.integer(field, in: 1...Int64.max, example: example) else {
            return nil
        }
        if let first = self.appStoreIDs[id] {
            self.validation.note(
                field,
                problem: "the same as \(first)",
                remedy: "Take the Apple ID that App Store Connect shows for this product."
            )
        } else {
            self.appStoreIDs[id] = field.keyPath
        }
        return id
    }

    private mutating func period(_ field: DocumentField, kind: TransactionSnapshot.Kind?) -> CalendarPeriod? {
        guard self.belongs(field, to: [.autoRenewable], kind: kind),
            let word = self.validation.word(field, among: Self.periods, example: "period: P1M")
        else { return nil }
        return CalendarPeriod(word)
    }

    /// Notes a key that this kind of product cannot have; returns whether it can have the key.
    mutating func belongs(
        _ field: DocumentField,
        to kinds: [TransactionSnapshot.Kind],
        kind: TransactionSnapshot.Kind?
    ) -> Bool {
        guard let kind, !kinds.contains(kind) else { return true }
        let words = Self.kinds.filter { kinds.contains($0.kind) }.map(\.word)
        let own = Self.kinds.first { $0.kind == kind }?.word ?? ""
        self.validation.note(
            field.keyOrigin,
            keyPath: field.keyPath,
            problem: "not for a product of kind \(own)",
            remedy: "Remove it; it belongs to: \(words.joined(separator: ", "))."
        )
        return false
    }

    /// Notes an unknown name, with the nearest known name.
    mutating func refuseUnknown(
        _ name: String,
        _ field: DocumentField,
        what: String,
        section: String,
        known: [String]
    ) {
        let near = self.validation.nearest(to: name, among: known)
        self.validation.note(
            field,
            problem: "unknown \(what) \"\(Validation.shortened(name))\"",
            remedy: near.map { "Did you mean \"\($0)\"?" } ?? "Declare it under \(section): \(section): { \(name): {} }"
        )
    }
}
