import AppStore

extension WorldCatalogReader {
    private static let offerKeys = [
        "kind", "id", "mode", "period", "periodCount", "price", "prices", "eligibility", "isStackable", "isEligible",
        "plan",
    ]

    /// Returns the offers of a product; names must be unique within a kind.
    mutating func offers(of fields: CatalogFields, isSubscription: Bool) -> [WorldOffer] {
        var offers: [WorldOffer] = []
        for entry in fields.objects("offers", &self.notes) {
            guard let offer = self.offer(entry, isSubscription: isSubscription) else { continue }
            let twin = offers.contains { other in
                other.kind == offer.kind && other.plan == offer.plan && other.id == offer.id
            }
            if twin {
                self.notes.refuse(
                    entry["id"] ?? entry.node,
                    "is a second \(offer.kind.rawValue) offer of the same name",
                    "Give each offer a unique name."
                )
            }
            offers.append(offer)
        }
        return offers
    }

    private mutating func offer(_ fields: CatalogFields, isSubscription: Bool) -> WorldOffer? {
        fields.refuseUnknown(besides: Self.offerKeys, &self.notes)
        let hasKind = fields.required("kind", for: "\"introductory\"", &self.notes) != nil
        guard hasKind, let kind = fields.word("kind", WorldOffer.Kind.self, &self.notes) else { return nil }
        guard isSubscription || kind == .code else {
            self.notes.refuse(
                fields["kind"] ?? fields.node,
                "is \(kind.rawValue), which only subscriptions support",
                "Write \"code\", the only kind of offer for one-time products."
            )
            return nil
        }
        var id: String?
        if kind == .introductory {
            if let node = fields["id"] {
                self.notes.refuse(node, "is for other kinds of offers", "Remove it: introductory offers have no name.")
            }
        } else {
            id = fields.requiredText("id", for: "spring", &self.notes)
            guard id != nil else { return nil }
        }
        guard let mode = self.mode(of: fields, isSubscription: isSubscription) else { return nil }
        var period: SubscriptionPeriod?
        if isSubscription {
            guard fields.required("period", for: "\"P1M\"", &self.notes) != nil else { return nil }
            period = fields.period("period", &self.notes)
            guard period != nil else { return nil }
        }
        let count = fields.number("periodCount", in: 1...100, &self.notes) ?? 1
        guard let price = self.requiredPrice("price", of: fields) else { return nil }
        if mode == .free, price.milliunits != 0 {
            self.notes.refuse(
                fields["price"] ?? fields.node,
                "is not zero, but the mode is free",
                "Write a price of 0."
            )
        }
        return WorldOffer(
            kind: kind,
            id: id,
            mode: mode,
            period: period,
            periodCount: Int(count),
            price: price,
            prices: self.prices(of: fields),
            eligibility: fields.words("eligibility", &self.notes) ?? Set(WorldOffer.Eligibility.allCases),
            isStackable: fields.flag("isStackable", &self.notes) ?? false,
            isEligible: fields.flag("isEligible", &self.notes) ?? true,
            plan: fields.word("plan", WorldBillingPlan.Kind.self, &self.notes)
        )
    }

    private mutating func mode(of fields: CatalogFields, isSubscription: Bool) -> WorldOffer.Mode? {
        guard isSubscription else {
            guard fields["mode"] != nil else { return .oneTime }
            let mode = fields.word("mode", WorldOffer.Mode.self, &self.notes)
            if let mode, mode != .oneTime {
                self.notes.refuse(fields["mode"] ?? fields.node, "is for subscriptions only", "Write \"oneTime\".")
            }
            return mode
        }
        guard let node = fields.required("mode", for: "\"free\"", &self.notes),
            let mode = fields.word("mode", WorldOffer.Mode.self, &self.notes)
        else { return nil }
        if mode == .oneTime {
            self.notes.refuse(node, "is for one-time products only", "Write one of: free, payUpFront, payAsYouGo.")
        }
        return mode
    }

    // MARK: Prices

    /// Returns a required price: `"USD 9.99"`, or `{"milliunits": 9990, "currency": "USD"}`.
    mutating func requiredPrice(_ key: String, of fields: CatalogFields) -> WorldPrice? {
        guard let node = fields.required(key, for: "\"USD 9.99\"", &self.notes) else { return nil }
        if case .string(let text) = node.value {
            return self.price(text, at: node)
        }
        guard node.members != nil, let parts = CatalogFields(node, &self.notes) else {
            self.notes.refuse(node, "is \(node.kindName), not a price", "Write for example: \"USD 9.99\"")
            return nil
        }
        parts.refuseUnknown(besides: ["milliunits", "currency"], &self.notes)
        let currency = parts.requiredText("currency", for: "USD", &self.notes)
        guard parts.required("milliunits", for: "9990", &self.notes) != nil,
            let milliunits = parts.number("milliunits", in: 0...DecimalPrice.limitMilliunits, &self.notes),
            let currency, let currencyNode = parts["currency"],
            self.isCurrency(currency, at: currencyNode)
        else { return nil }
        return WorldPrice(milliunits: milliunits, currency: currency)
    }

    private mutating func price(_ text: String, at node: CatalogNode) -> WorldPrice? {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        let shown = CatalogIssue.shown(text)
        guard words.count == 2 else {
            self.notes.refuse(node, "is \"\(shown)\", which is not a price", "Write for example: \"USD 9.99\"")
            return nil
        }
        guard self.isCurrency(String(words[0]), at: node) else { return nil }
        do {
            let milliunits = try DecimalPrice.milliunits(String(words[1]))
            return WorldPrice(milliunits: milliunits, currency: String(words[0]))
        } catch {
            self.notes.refuse(node, "is \"\(shown)\", which \(error.rawValue)", "Write for example: \"USD 9.99\"")
            return nil
        }
    }

    private mutating func isCurrency(_ code: String, at node: CatalogNode) -> Bool {
        if code.utf8.count == 3, code.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) { return true }
        self.notes.refuse(
            node,
            "has the currency \"\(CatalogIssue.shown(code))\"",
            "Write an ISO 4217 code such as USD, EUR or JPY."
        )
        return false
    }
}
