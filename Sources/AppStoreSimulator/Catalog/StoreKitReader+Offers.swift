import AppStore

extension StoreKitReader {
    /// Returns the offers of a subscription, of all kinds.
    mutating func offers(of fields: CatalogFields) -> [WorldOffer] {
        // A newer Xcode writes one introductory offer for each plan, and beside them the single key for older versions.
        var introductory = self.offers("introductoryOffers", of: fields, .introductory)
        if introductory.isEmpty, let node = fields["introductoryOffer"],
            let offer = CatalogFields(node, &self.notes)
        {
            introductory = self.offer(offer, .introductory).map { [$0] } ?? []
        }
        for (index, offer) in introductory.enumerated() {
            let plan = offer.plan ?? .billedUpfront
            if introductory[..<index].contains(where: { ($0.plan ?? .billedUpfront) == plan }) {
                self.notes.refuse(
                    fields["introductoryOffers"] ?? fields.node,
                    "has two introductory offers of the \(plan.rawValue) plan",
                    "Remove one of them."
                )
            }
        }
        return introductory + self.offers("adHocOffers", of: fields, .promotional)
            + self.offers("codeOffers", of: fields, .code) + self.offers("winbackOffers", of: fields, .winBack)
    }

    /// Returns the offers of one key; their names must be unique.
    mutating func offers(
        _ key: String,
        of fields: CatalogFields,
        _ kind: WorldOffer.Kind,
        isOneTime: Bool = false
    ) -> [WorldOffer] {
        var offers: [WorldOffer] = []
        for entry in fields.objects(key, &self.notes) {
            guard let offer = self.offer(entry, kind, isOneTime: isOneTime) else { continue }
            if let id = offer.id, offers.contains(where: { $0.id?.utf8.elementsEqual(id.utf8) == true }) {
                self.notes.refuse(
                    entry[Self.nameKey(of: kind)] ?? entry.node,
                    "is \"\(CatalogIssue.shown(id))\", the same as an earlier offer",
                    "Give each offer a unique name."
                )
            }
            offers.append(offer)
        }
        return offers
    }

    /// Returns the key with an offer's name: a code has only the name that customers see.
    private static func nameKey(of kind: WorldOffer.Kind) -> String {
        kind == .code ? "referenceName" : "offerID"
    }

    private mutating func offer(
        _ fields: CatalogFields,
        _ kind: WorldOffer.Kind,
        isOneTime: Bool = false
    ) -> WorldOffer? {
        fields.warnOfUnknown(besides: Self.offerKeys, of: "offer", &self.notes)
        var id: String?
        if kind != .introductory {
            id = fields.requiredText(Self.nameKey(of: kind), for: "SPRING", &self.notes)
            guard let id else { return nil }
            if kind == .code, !self.isFirst(code: id) {
                self.notes.warn(
                    fields.node,
                    about: "code \(id)",
                    "uses the code \"\(CatalogIssue.shown(id))\", which another offer also has",
                    "The store redeems the first one."
                )
            }
        }
        let mode = isOneTime ? .oneTime : self.mode(of: fields)
        var period: SubscriptionPeriod?
        if !isOneTime {
            guard fields.required("subscriptionPeriod", for: "\"P1M\"", &self.notes) != nil else { return nil }
            period = fields.period("subscriptionPeriod", &self.notes)
            guard period != nil else { return nil }
        }
        let count = fields.number("numberOfPeriods", in: 1...100, &self.notes) ?? 1
        guard let mode else { return nil }
        // A free offer may still have the price of its former mode.
        let price =
            mode == .free ? WorldPrice(milliunits: 0, currency: self.currency) : self.price("displayPrice", of: fields)
        guard let price else { return nil }
        return WorldOffer(
            kind: kind,
            id: id,
            mode: mode,
            period: period,
            periodCount: Int(count),
            price: price,
            eligibility: fields.words("eligibility", &self.notes) ?? Set(WorldOffer.Eligibility.allCases),
            isStackable: fields.flag("isStackable", &self.notes) ?? false,
            isEligible: fields.flag("isEligible", &self.notes) ?? true,
            plan: fields.word("billingPlanType", WorldBillingPlan.Kind.self, &self.notes)
        )
    }

    private static let offerKeys = [
        "internalID", "paymentMode", "subscriptionPeriod", "numberOfPeriods", "displayPrice", "billingPlanType",
        "offerID", "referenceName", "eligibility", "isStackable", "isEligible",
    ]

    private mutating func mode(of fields: CatalogFields) -> WorldOffer.Mode? {
        guard let node = fields.required("paymentMode", for: "\"free\"", &self.notes) else { return nil }
        let mode = fields.word("paymentMode", WorldOffer.Mode.self, &self.notes)
        guard mode != .oneTime else {
            self.notes.refuseValue(node, "oneTime", known: ["free", "payUpFront", "payAsYouGo"])
            return nil
        }
        return mode
    }
}
