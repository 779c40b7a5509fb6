extension WorldProduct: Codable {
    private enum Field: String, CodingKey {
        case id
        case kind
        case group
        case level
        case period
        case price
        case prices
    }

    private enum KindName: String, Codable {
        case autoRenewable
        case nonConsumable
        case consumable
        case nonRenewing
    }

    /// Reads `{"id", "kind", "price": {"milliunits", "currency"}}`, with `group`, `level` (1 when absent) and an ISO 8601
    /// `period` where `kind` is `autoRenewable`, and `prices` by storefront where they differ.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.id = try fields.decode(String.self, forKey: .id)
        self.price = try fields.decode(WorldPrice.self, forKey: .price)
        self.prices = try fields.decodeIfPresent([String: WorldPrice].self, forKey: .prices) ?? [:]
        self.isFamilyShareable = false
        self.offers = []
        self.billingPlans = []
        switch try fields.decode(KindName.self, forKey: .kind) {
        case .nonConsumable: self.kind = .nonConsumable
        case .consumable: self.kind = .consumable
        case .nonRenewing: self.kind = .nonRenewing
        case .autoRenewable:
            let text = try fields.decode(String.self, forKey: .period)
            guard let period = SubscriptionPeriod(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .period,
                    in: fields,
                    debugDescription: "A period is an ISO 8601 duration such as P1M."
                )
            }
            self.kind = .autoRenewable(
                group: try fields.decode(String.self, forKey: .group),
                level: try fields.decodeIfPresent(Int.self, forKey: .level) ?? 1,
                period: period
            )
        }
    }

    /// Writes what ``init(from:)`` reads.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(self.id, forKey: .id)
        try fields.encode(self.price, forKey: .price)
        if !self.prices.isEmpty {
            try fields.encode(self.prices, forKey: .prices)
        }
        switch self.kind {
        case .nonConsumable: try fields.encode(KindName.nonConsumable, forKey: .kind)
        case .consumable: try fields.encode(KindName.consumable, forKey: .kind)
        case .nonRenewing: try fields.encode(KindName.nonRenewing, forKey: .kind)
        case .autoRenewable(let group, let level, let period):
            try fields.encode(KindName.autoRenewable, forKey: .kind)
            try fields.encode(group, forKey: .group)
            try fields.encode(level, forKey: .level)
            try fields.encode(period.description, forKey: .period)
        }
    }
}
