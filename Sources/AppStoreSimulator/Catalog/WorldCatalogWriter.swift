import AppStore

/// A writer of the simulator's own catalog format.
enum WorldCatalogWriter {
    /// Returns an app with its products.
    static func app(_ app: WorldCatalogFile.App) -> JSONValue {
        let settings = app.settings
        var members: [JSONMember] = []
        if let text = settings.bundleId { members.append(JSONMember(key: "bundleId", value: .string(text))) }
        if let number = settings.appAppleId {
            members.append(JSONMember(key: "appAppleId", value: .number(String(number))))
        }
        if let index = settings.storefront {
            members.append(JSONMember(key: "storefront", value: .string(index.code)))
        }
        if let profile = settings.profile {
            members.append(JSONMember(key: "profile", value: .string(profile.rawValue)))
        }
        if let days = settings.gracePeriodDays {
            members.append(JSONMember(key: "gracePeriodDays", value: .number(String(days))))
        }
        if let url = settings.notificationURL {
            members.append(JSONMember(key: "notificationURL", value: .string(url)))
        }
        members.append(JSONMember(key: "products", value: .array(app.catalog.products.map(Self.product))))
        return .object(members)
    }

    /// Returns a product.
    static func product(_ product: WorldProduct) -> JSONValue {
        var members = [JSONMember(key: "id", value: .string(product.id))]
        let name: WorldCatalogReader.KindName =
            switch product.kind {
            case .autoRenewable: .autoRenewable
            case .nonConsumable: .nonConsumable
            case .consumable: .consumable
            case .nonRenewing: .nonRenewing
            }
        members.append(JSONMember(key: "kind", value: .string(name.rawValue)))
        if let number = product.appStoreId {
            members.append(JSONMember(key: "appStoreId", value: .number(String(number))))
        }
        if case .autoRenewable(let group, let level, let period) = product.kind {
            members.append(JSONMember(key: "group", value: .string(group)))
            members.append(JSONMember(key: "level", value: .number(String(level))))
            members.append(JSONMember(key: "period", value: .string(period.description)))
        }
        members += Self.prices(product.price, product.prices)
        if product.isFamilyShareable {
            members.append(JSONMember(key: "familyShareable", value: .bool(true)))
        }
        if !product.offers.isEmpty {
            members.append(JSONMember(key: "offers", value: .array(product.offers.map(Self.offer))))
        }
        if !product.billingPlans.isEmpty {
            members.append(JSONMember(key: "billingPlans", value: .array(product.billingPlans.map(Self.plan))))
        }
        if let seats = product.seats { members.append(JSONMember(key: "seats", value: Self.seats(seats))) }
        if let message = product.retentionMessage {
            members.append(JSONMember(key: "retentionMessage", value: Self.retentionMessage(message)))
        }
        if !product.bundled.isEmpty {
            members.append(JSONMember(key: "bundle", value: .array(product.bundled.map { .string($0) })))
        }
        if product.isGeneric { members.append(JSONMember(key: "advancedCommerce", value: .bool(true))) }
        return .object(members)
    }

    private static func offer(_ offer: WorldOffer) -> JSONValue {
        var members = [JSONMember(key: "kind", value: .string(offer.kind.rawValue))]
        if let id = offer.id { members.append(JSONMember(key: "id", value: .string(id))) }
        members.append(JSONMember(key: "mode", value: .string(offer.mode.rawValue)))
        if let period = offer.period {
            members.append(JSONMember(key: "period", value: .string(period.description)))
        }
        if offer.periodCount != 1 {
            members.append(JSONMember(key: "periodCount", value: .number(String(offer.periodCount))))
        }
        members += Self.prices(offer.price, offer.prices)
        let everybody = WorldOffer.Eligibility.allCases
        if offer.eligibility.count < everybody.count {
            let words = everybody.filter { offer.eligibility.contains($0) }
            members.append(JSONMember(key: "eligibility", value: .array(words.map { .string($0.rawValue) })))
        }
        if offer.isStackable { members.append(JSONMember(key: "isStackable", value: .bool(true))) }
        if !offer.isEligible { members.append(JSONMember(key: "isEligible", value: .bool(false))) }
        if let plan = offer.plan { members.append(JSONMember(key: "plan", value: .string(plan.rawValue))) }
        return .object(members)
    }

    private static func plan(_ plan: WorldBillingPlan) -> JSONValue {
        var members = [
            JSONMember(key: "kind", value: .string(plan.kind.rawValue)),
            JSONMember(key: "price", value: Self.price(plan.price)),
            JSONMember(key: "commitmentPrice", value: Self.price(plan.commitmentPrice)),
        ]
        if !plan.isEnabled { members.append(JSONMember(key: "isEnabled", value: .bool(false))) }
        return .object(members)
    }

    private static func prices(_ price: WorldPrice, _ others: [String: WorldPrice]) -> [JSONMember] {
        var members = [JSONMember(key: "price", value: Self.price(price))]
        if !others.isEmpty {
            let sorted = others.sorted { $0.key < $1.key }.map { JSONMember(key: $0.key, value: Self.price($0.value)) }
            members.append(JSONMember(key: "prices", value: .object(sorted)))
        }
        return members
    }

    /// Returns a price.
    static func price(_ price: WorldPrice) -> JSONValue {
        .object([
            JSONMember(key: "milliunits", value: .number(String(price.milliunits))),
            JSONMember(key: "currency", value: .string(price.currency)),
        ])
    }
}
