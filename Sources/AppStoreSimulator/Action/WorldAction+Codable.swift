extension WorldAction: Codable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ text: String) { self.stringValue = text }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes an action; throws an error that names a verb or field that does not exist.
    public init(from decoder: any Decoder) throws {
        let names = try decoder.container(keyedBy: Name.self)
        let word = try names.decode(String.self, forKey: Name("action"))
        guard let verb = WorldVerb(rawValue: word) else { throw WorldError.unknownAction(word) }
        self.init(verb)
        for name in names.allKeys.map(\.stringValue).sorted() where name != "action" {
            guard Field(rawValue: name) != nil else { throw WorldError.unknownField(name, action: word) }
        }
        let fields = try decoder.container(keyedBy: Field.self)
        try Self.checkFault(in: fields, action: word)
        self.customer = try fields.decodeIfPresent(String.self, forKey: .customer)
        self.product = try fields.decodeIfPresent(String.self, forKey: .product)
        self.transaction = try fields.decodeIfPresent(String.self, forKey: .transaction)
        self.app = try fields.decodeIfPresent(String.self, forKey: .app)
        self.quantity = try fields.decodeIfPresent(Int.self, forKey: .quantity)
        self.seats = try fields.decodeIfPresent(Int.self, forKey: .seats)
        self.offer = try fields.decodeIfPresent(String.self, forKey: .offer)
        self.signature = try fields.decodeIfPresent(String.self, forKey: .signature)
        self.code = try fields.decodeIfPresent(String.self, forKey: .code)
        self.token = try fields.decodeIfPresent(String.self, forKey: .token)
        self.storefront = try fields.decodeIfPresent(String.self, forKey: .storefront)
        self.storefronts = try fields.decodeIfPresent([String].self, forKey: .storefronts)
        self.plan = try fields.decodeIfPresent(String.self, forKey: .plan)
        self.since = try fields.decodeIfPresent(Int64.self, forKey: .since)
        self.enabled = try fields.decodeIfPresent(Bool.self, forKey: .enabled)
        self.name = try fields.decodeIfPresent(String.self, forKey: .name)
        self.percentage = try fields.decodeIfPresent(Int.self, forKey: .percentage)
        self.reason = try fields.decodeIfPresent(String.self, forKey: .reason)
        self.text = try fields.decodeIfPresent(String.self, forKey: .text)
        self.preference = try fields.decodeIfPresent(String.self, forKey: .preference)
        self.price = try fields.decodeIfPresent(Int64.self, forKey: .price)
        self.currency = try fields.decodeIfPresent(String.self, forKey: .currency)
        self.consent = try fields.decodeIfPresent(String.self, forKey: .consent)
        self.scope = try fields.decodeIfPresent(String.self, forKey: .scope)
        self.days = try fields.decodeIfPresent(Int.self, forKey: .days)
        self.milliseconds = try fields.decodeIfPresent(Int64.self, forKey: .milliseconds)
        self.to = try fields.decodeIfPresent(Int64.self, forKey: .to)
        self.by = try fields.decodeIfPresent(String.self, forKey: .by)
        self.url = try fields.decodeIfPresent(String.self, forKey: .url)
        self.request = try fields.decodeIfPresent(String.self, forKey: .request)
        self.commerce = try fields.decodeIfPresent(CodableJSON.self, forKey: .commerce)?.value
        self.fault = try fields.decodeIfPresent(WorldFault.self, forKey: .fault)
        try self.requireKnownFields()
    }

    /// Throws an error that names a field or an effect of a fault that does not exist.
    private static func checkFault(in fields: KeyedDecodingContainer<Field>, action: String) throws {
        guard let fault = try? fields.nestedContainer(keyedBy: Name.self, forKey: .fault) else { return }
        for name in fault.allKeys.map(\.stringValue).sorted() where WorldFault.CodingKeys(rawValue: name) == nil {
            throw WorldError.unknownField("fault.\(name)", action: action)
        }
        if let word = try? fault.decode(String.self, forKey: Name("effect")), WorldFault.Effect(rawValue: word) == nil {
            throw WorldError.invalidValue(field: "fault.effect", word)
        }
    }

    /// Encodes the verb and the fields that have a value.
    public func encode(to encoder: any Encoder) throws {
        var names = encoder.container(keyedBy: Name.self)
        try names.encode(self.verb.rawValue, forKey: Name("action"))
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encodeIfPresent(self.customer, forKey: .customer)
        try fields.encodeIfPresent(self.product, forKey: .product)
        try fields.encodeIfPresent(self.transaction, forKey: .transaction)
        try fields.encodeIfPresent(self.app, forKey: .app)
        try fields.encodeIfPresent(self.quantity, forKey: .quantity)
        try fields.encodeIfPresent(self.seats, forKey: .seats)
        try fields.encodeIfPresent(self.offer, forKey: .offer)
        try fields.encodeIfPresent(self.signature, forKey: .signature)
        try fields.encodeIfPresent(self.code, forKey: .code)
        try fields.encodeIfPresent(self.token, forKey: .token)
        try fields.encodeIfPresent(self.storefront, forKey: .storefront)
        try fields.encodeIfPresent(self.storefronts, forKey: .storefronts)
        try fields.encodeIfPresent(self.plan, forKey: .plan)
        try fields.encodeIfPresent(self.since, forKey: .since)
        try fields.encodeIfPresent(self.enabled, forKey: .enabled)
        try fields.encodeIfPresent(self.name, forKey: .name)
        try fields.encodeIfPresent(self.percentage, forKey: .percentage)
        try fields.encodeIfPresent(self.reason, forKey: .reason)
        try fields.encodeIfPresent(self.text, forKey: .text)
        try fields.encodeIfPresent(self.preference, forKey: .preference)
        try fields.encodeIfPresent(self.price, forKey: .price)
        try fields.encodeIfPresent(self.currency, forKey: .currency)
        try fields.encodeIfPresent(self.consent, forKey: .consent)
        try fields.encodeIfPresent(self.scope, forKey: .scope)
        try fields.encodeIfPresent(self.days, forKey: .days)
        try fields.encodeIfPresent(self.milliseconds, forKey: .milliseconds)
        try fields.encodeIfPresent(self.to, forKey: .to)
        try fields.encodeIfPresent(self.by, forKey: .by)
        try fields.encodeIfPresent(self.url, forKey: .url)
        try fields.encodeIfPresent(self.request, forKey: .request)
        try fields.encodeIfPresent(self.commerce.map { CodableJSON($0) }, forKey: .commerce)
        try fields.encodeIfPresent(self.fault, forKey: .fault)
    }
}
