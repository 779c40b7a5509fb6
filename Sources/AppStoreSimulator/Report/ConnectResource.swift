import AppStore

/// The JSON encoding of App Store Connect API resources.
enum ConnectResource {
    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(members.map { JSONMember(key: $0.0, value: $0.1) })
    }

    /// Returns a document with one resource.
    static func document(_ resource: JSONValue) -> [UInt8] {
        Self.object([("data", resource), ("links", Self.object([("self", .string(""))]))]).json()
    }

    private static func reference(_ type: String, _ id: String) -> JSONValue {
        Self.object([("data", Self.object([("type", .string(type)), ("id", .string(id))]))])
    }

    /// Returns a storefront.
    static func territory(_ territory: WorldStorefront) -> JSONValue {
        Self.object([
            ("type", .string("territories")), ("id", .string(territory.code)),
            ("attributes", Self.object([("currency", .string(territory.currency))])),
        ])
    }

    /// Returns a price point.
    static func point(_ point: PricePoint, _ kind: PriceKind) -> JSONValue {
        let price = point.price
        func proceeds(_ percent: Int64) -> JSONValue {
            .string(
                DecimalPrice.text(
                    WorldState.proceeds(of: price.milliunits, currency: price.currency, percent: percent)
                )
            )
        }
        var attributes = [("customerPrice", JSONValue.string(DecimalPrice.text(price.milliunits)))]
        attributes.append(("proceeds", proceeds(70)))
        if kind == .subscription { attributes.append(("proceedsYear2", proceeds(85))) }
        return Self.object([
            ("type", .string(kind.pointType)), ("id", .string(point.id)), ("attributes", Self.object(attributes)),
            (
                "relationships",
                Self.object([("territory", Self.reference("territories", point.territory.code))])
            ),
        ])
    }

    /// Returns a price of a product.
    static func price(_ point: PricePoint, _ kind: PriceKind, isManual: Bool) -> JSONValue {
        let attributes: [(String, JSONValue)] =
            switch kind {
            case .subscription: [("startDate", .null), ("preserved", .bool(false))]
            case .inAppPurchase: [("startDate", .null), ("endDate", .null), ("manual", .bool(isManual))]
            }
        return Self.object([
            ("type", .string(kind.priceType)), ("id", .string(point.id)), ("attributes", Self.object(attributes)),
            (
                "relationships",
                Self.object([
                    (kind.pointName, Self.reference(kind.pointType, point.id)),
                    ("territory", Self.reference("territories", point.territory.code)),
                ])
            ),
        ])
    }

    /// Returns the schedule of a product's prices.
    static func schedule(_ product: String) -> JSONValue {
        Self.object([("type", .string("inAppPurchasePriceSchedules")), ("id", .string(product))])
    }
}
