import AppStore
import AppStoreSimulator

extension ExplorerAuthor {
    private static let calendarSteps = [
        "PT20M", "PT5H", "P1D", "P3D", "P7D", "P17D", "P1M", "P1M", "P2M", "next", "next",
    ]
    private static let quickSteps = ["PT5S", "PT1M", "PT4M", "PT6M", "PT16M", "PT1H", "PT7H", "P1D", "next", "next"]

    /// The clock is turned.
    mutating func advance() -> WorldAction {
        var action = WorldAction(.advance)
        action.by = self.chance.pick(self.profile == .production ? Self.calendarSteps : Self.quickSteps)
        return action
    }

    /// Something is bought.
    mutating func purchase() -> WorldAction {
        var action = WorldAction(.buy)
        action.customer = self.chance.pick(self.customers)
        action.product = self.product()
        if self.chance.happens(percent: 70) { action.token = action.customer.map(ExplorerShop.token) }
        if action.product == "coins.100", self.chance.happens(percent: 30) {
            action.quantity = 1 + self.chance.number(below: 4)
        }
        if action.product == "club.yearly", self.chance.happens(percent: 50) { action.plan = "MONTHLY" }
        if self.chance.happens(percent: 12) { action.offer = self.chance.pick(ExplorerShop.offers) }
        if self.chance.happens(percent: 5) { action.storefront = self.chance.pick(["USA", "DEU", "CHN"]) }
        let subject = (action.customer ?? "") + String((action.product ?? "").prefix { $0 != "." })
        let isFirst = self.bought.insert(subject.replacing("basic", with: "pro")).inserted
        if isFirst, self.chance.happens(percent: 15) {
            action.since = ExplorerRun.opening.milliseconds - Int64(self.chance.number(below: 90)) * 86_400_000
        }
        return action
    }

    /// A rule by which the store misbehaves on the way out.
    mutating func misbehavior() -> WorldAction {
        let effect = self.chance.pick(self.effects)
        var fault = WorldFault(effect)
        if self.chance.happens(percent: 60) {
            fault.probability = 10_000 + self.chance.number(below: 80_000)
        } else {
            fault.count = 1 + self.chance.number(below: 6)
        }
        if self.chance.happens(percent: 25) {
            fault.match = self.chance.pick([
                "DID_RENEW", "REFUND", "EXPIRED", "SUBSCRIBED", "REVOKE", "DID_FAIL_TO_RENEW",
            ])
        }
        switch effect {
        case .delay, .shuffle, .burst:
            let longest = self.profile == .production ? 5 * 86_400_000 : 1_800_000
            fault.milliseconds = Int64(1_000 + self.chance.number(below: longest))
        case .corrupt: fault.defect = self.chance.pick(SigningDefect.allCases).rawValue
        default: break
        }
        var action = WorldAction(.addFault)
        action.fault = fault
        return action
    }

    /// Something with a verb, with the fields it needs and some that it may have.
    mutating func action(_ verb: WorldVerb) -> WorldAction {
        var action = WorldAction(verb)
        for field in verb.requiredFields.sorted(by: { $0.rawValue < $1.rawValue }) { self.fill(field, of: &action) }
        for field in verb.optionalFields.sorted(by: { $0.rawValue < $1.rawValue })
        where field != .product && field != .seats && self.chance.happens(percent: 35) {
            self.fill(field, of: &action)
        }
        if verb.optionalFields.contains(.app) { action.app = ExplorerShop.bundleID }
        if verb == .setAppAccountToken { action.token = action.customer.map(ExplorerShop.token) ?? action.token }
        if verb == .expire || verb == .renewNow || verb == .delayRenewal { action.app = nil }
        return action
    }

    private mutating func product() -> String {
        if self.usesStrangeApp, self.chance.happens(percent: 15) { return ExplorerShop.strangeProduct }
        return self.products.isEmpty ? ExplorerShop.subscriptions[0] : self.chance.pick(self.products)
    }

    private mutating func subscription() -> String {
        let own = self.products.filter { ExplorerShop.subscriptions.contains($0) }
        return own.isEmpty ? ExplorerShop.subscriptions[0] : self.chance.pick(own)
    }

    private mutating func fill(_ field: WorldAction.Field, of action: inout WorldAction) {
        switch field {
        case .customer: action.customer = self.chance.pick(self.customers)
        case .product: action.product = action.verb == .consentToPrice ? self.subscription() : self.needed(action.verb)
        case .transaction:
            let customer = self.chance.pick(self.customers)
            action.transaction = ExplorerReference.text(customer: customer, back: self.chance.number(below: 5))
            if action.verb == .setAppAccountToken { action.token = ExplorerShop.token(of: customer) }
        case .quantity: action.quantity = 1 + self.chance.number(below: 3)
        case .offer: action.offer = self.chance.pick(ExplorerShop.offers)
        case .code: action.code = self.chance.pick(ExplorerShop.codes)
        case .token: action.token = action.token ?? action.customer.map(ExplorerShop.token)
        case .storefront: action.storefront = self.chance.pick(["USA", "DEU", "CHN"])
        case .plan: action.plan = "MONTHLY"
        case .enabled: action.enabled = self.chance.happens(percent: 60)
        case .name: action.name = self.chance.pick(["f", "f", "g"])
        case .percentage: action.percentage = 1_000 * (1 + self.chance.number(below: 100))
        case .reason: action.reason = action.verb == .requestRefund ? "OTHER" : "1"
        case .text: action.text = self.chance.pick(["", "DECLINE", "GRANT_PRORATED"])
        case .preference: action.preference = self.chance.pick(["DECLINE", "GRANT_FULL", "GRANT_PRORATED"])
        case .price: action.price = Int64(1 + self.chance.number(below: 40)) * 1_000
        case .currency: action.currency = "USD"
        case .consent: action.consent = self.chance.pick(["auto", "required", "notRequired"])
        case .scope:
            action.scope = action.verb == .setGracePeriod ? self.chance.pick(["all", "paidToPaid"]) : "renewals"
        case .days: action.days = 1 + self.chance.number(below: 28)
        case .milliseconds: action.milliseconds = Int64(1 + self.chance.number(below: 86_400_000))
        case .request: action.request = "7f3a2a0e-2a63-4a5e-8f0a-0d5a3c1b2e4f"
        case .app, .since, .storefronts, .to, .by, .url, .signature, .commerce, .fault, .seats: break
        }
    }

    private mutating func needed(_ verb: WorldVerb) -> String {
        let isRecurring = [.cancel, .reenable, .expire, .renewNow, .delayRenewal, .extendAllRenewals, .changePrice]
            .contains(verb)
        return isRecurring ? self.subscription() : self.product()
    }
}
