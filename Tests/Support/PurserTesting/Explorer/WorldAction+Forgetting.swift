import AppStoreSimulator

extension WorldAction {
    /// Leaves a field out.
    mutating func forget(_ field: Field) {
        switch field {
        case .customer: self.customer = nil
        case .product: self.product = nil
        case .transaction: self.transaction = nil
        case .app: self.app = nil
        case .quantity: self.quantity = nil
        case .offer: self.offer = nil
        case .signature: self.signature = nil
        case .code: self.code = nil
        case .token: self.token = nil
        case .storefront: self.storefront = nil
        case .storefronts: self.storefronts = nil
        case .plan: self.plan = nil
        case .since: self.since = nil
        case .enabled: self.enabled = nil
        case .name: self.name = nil
        case .percentage: self.percentage = nil
        case .reason: self.reason = nil
        case .text: self.text = nil
        case .preference: self.preference = nil
        case .price: self.price = nil
        case .currency: self.currency = nil
        case .consent: self.consent = nil
        case .scope: self.scope = nil
        case .days: self.days = nil
        case .milliseconds: self.milliseconds = nil
        case .to: self.to = nil
        case .by: self.by = nil
        case .url: self.url = nil
        case .request: self.request = nil
        case .commerce: self.commerce = nil
        case .fault: self.fault = nil
        }
    }
}
