import Notation

extension WorldAction {
    /// The names of an action's fields.
    public enum Field: String, Hashable, Sendable, CaseIterable, CodingKey {
        case customer, product, transaction, app, quantity, seats, offer, signature, code, token, storefront,
            storefronts
        case plan, since, enabled, name, percentage, reason, text, preference, price, currency, consent, scope, days
        case milliseconds, to, by, url, request, commerce, fault
    }

    /// The fields that have a value.
    public var presentFields: Set<Field> {
        Set(Field.allCases.filter { self.has($0) })
    }

    /// Throws unless this action has all fields that its verb requires and no field that the verb does not allow.
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
        case .seats: self.seats != nil
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

    /// Returns the storefront that the action names.
    func storefrontValue() throws(WorldError) -> WorldStorefront? {
        guard let code = self.storefront else { return nil }
        guard let storefront = WorldStorefront(code: code) else { throw .invalidValue(field: "storefront", code) }
        return storefront
    }

    /// Returns the token that the action names, in lower case as Apple writes it.
    func tokenValue() throws(WorldError) -> String? {
        guard let token = self.token else { return nil }
        let groups = token.split(separator: "-", omittingEmptySubsequences: false)
        let isUUID =
            groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && groups.allSatisfy { $0.utf8.allSatisfy(Hexadecimal.isDigit) }
        guard isUUID else { throw .invalidValue(field: "token", token) }
        return token.lowercased()
    }

    /// Returns the number of days that the action names: 1 to 90, as Apple allows.
    func daysValue() throws(WorldError) -> Int {
        guard let days = self.days, (1...90).contains(days) else {
            throw .invalidValue(field: "days", "\(self.days ?? 0)")
        }
        return days
    }

    /// Returns the billing plan that the action names; throws when the product does not have it.
    func planValue(of product: WorldProduct) throws(WorldError) -> WorldBillingPlan.Kind? {
        guard let text = self.plan else { return nil }
        guard let kind = WorldBillingPlan.Kind(rawValue: text),
            product.billingPlans.contains(where: { $0.kind == kind && $0.isEnabled })
        else { throw .invalidValue(field: "plan", text) }
        return kind
    }

    /// The last millisecond of the year 9999, the end of every clock.
    static let lastInstant = CivilDate(year: 10000, month: 1, day: 1).milliseconds - 1
    /// The maximum number of days of billing grace: a year.
    ///
    /// Apple's maximum is 28.
    private static let mostDays = 366

    /// Throws for a number out of range: an instant before 1970 or after the year 9999, a longer duration, or too high
    /// a price.
    func requireBounds() throws(WorldError) {
        for (field, instant) in [(Field.since, self.since), (.to, self.to)] {
            guard let instant, !(0...Self.lastInstant).contains(instant) else { continue }
            throw .invalidValue(field: field.rawValue, "\(instant)")
        }
        if let milliseconds = self.milliseconds, milliseconds.magnitude > Self.lastInstant.magnitude {
            throw .invalidValue(field: "milliseconds", "\(milliseconds)")
        }
        if let price = self.price, !(0...DecimalPrice.limitMilliunits).contains(price) {
            throw .invalidValue(field: "price", "\(price)")
        }
        if let days = self.days, days.magnitude > Self.mostDays {
            throw .invalidValue(field: "days", "\(days)")
        }
    }
}
