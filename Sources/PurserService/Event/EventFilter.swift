import AppStore
package import Ledger

/// The events that a list includes.
package struct EventFilter: Sendable {
    /// The names and the environments.
    package var kinds: WebhookFilter
    /// The product that the subject of an event states; `nil` for all.
    package var product: ProductID?
    /// The storefront that the subject of an event states, as purchases do; `nil` for all.
    package var storefront: String?
    /// The currency of the price that the subject of an event states, as purchases, refunds and orders do; `nil` for all.
    package var currency: String?

    /// Creates a filter of these values.
    package init(
        kinds: WebhookFilter = WebhookFilter(),
        product: ProductID? = nil,
        storefront: String? = nil,
        currency: String? = nil
    ) {
        self.kinds = kinds
        self.product = product
        self.storefront = storefront
        self.currency = currency
    }

    /// Whether the filter includes every event.
    package var isOpen: Bool {
        self.kinds.patterns.isEmpty && self.kinds.environments.isEmpty && !self.isAboutSubjects
    }

    /// Whether the filter asks for something that subjects state.
    private var isAboutSubjects: Bool { self.product != nil || self.storefront != nil || self.currency != nil }

    /// Returns whether the filter includes an event.
    ///
    /// An event whose subject states no product, storefront or currency is excluded where one is asked for.
    package func includes(_ event: Event) -> Bool {
        guard event.passes(self.kinds) else { return false }
        guard self.isAboutSubjects else { return true }
        let body = try? JSONValue(json: event.body)
        // A transfer states its purchases instead of a subject.
        let subjects = body?[event.name.noun].map { [$0] } ?? body?["purchases"]?.elements ?? []
        return subjects.contains { subject in
            Self.states(self.product?.rawValue, "product", subject)
                && Self.states(self.storefront, "storefront", subject)
                && Self.states(self.currency, "currency", subject["price"])
        }
    }

    private static func states(_ value: String?, _ field: String, _ subject: JSONValue?) -> Bool {
        guard let value else { return true }
        return subject?[field]?.text?.hasSameBytes(as: value) ?? false
    }
}

extension EventName {
    /// The noun of the name, and of the field with the subject in the body: `subscription`.
    package var noun: String { String(self.rawValue.prefix { $0 != "." }) }
}
