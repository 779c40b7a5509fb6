extension WorldAction {
    /// The names of an action's fields.
    public enum Field: String, Hashable, Sendable, CaseIterable, CodingKey {
        case customer, product, transaction, app, quantity, offer, signature, code, token, storefront, storefronts
        case plan, since, enabled, name, percentage, reason, text, preference, price, currency, consent, scope, days
        case milliseconds, to, by, url, request, commerce, fault
    }

    /// The fields that have a value.
    public var presentFields: Set<Field> {
        Set(Field.allCases.filter { self.has($0) })
    }

    /// Whether this action has exactly fields its verb knows, and all that it needs; throws what is wrong.
    public func requireKnownFields() throws(WorldError) {
        let present = self.presentFields
        for field in Field.allCases {
            if self.verb.requiredFields.contains(field), !present.contains(field) {
                throw .missingField(field.rawValue, action: self.verb.rawValue)
            }
            if present.contains(field), !self.verb.requiredFields.contains(field),
                !self.verb.optionalFields.contains(field)
            {
                throw .unknownField(field.rawValue, action: self.verb.rawValue)
            }
        }
    }

    private func has(_ field: Field) -> Bool {
        switch field {
        case .customer: self.customer != nil
        case .product: self.product != nil
        case .transaction: self.transaction != nil
        case .app: self.app != nil
        case .quantity: self.quantity != nil
        case .offer: self.offer != nil
        case .signature: self.signature != nil
        case .code: self.code != nil
        case .token: self.token != nil
        case .storefront: self.storefront != nil
        case .storefronts: self.storefronts != nil
        case .plan: self.plan != nil
        case .since: self.since != nil
        case .enabled: self.enabled != nil
        case .name: self.name != nil
        case .percentage: self.percentage != nil
        case .reason: self.reason != nil
        case .text: self.text != nil
        case .preference: self.preference != nil
        case .price: self.price != nil
        case .currency: self.currency != nil
        case .consent: self.consent != nil
        case .scope: self.scope != nil
        case .days: self.days != nil
        case .milliseconds: self.milliseconds != nil
        case .to: self.to != nil
        case .by: self.by != nil
        case .url: self.url != nil
        case .request: self.request != nil
        case .commerce: self.commerce != nil
        case .fault: self.fault != nil
        }
    }
}
