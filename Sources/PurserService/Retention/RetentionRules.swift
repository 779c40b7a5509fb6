package import Ledger

/// The rules of an app for what customers who are about to cancel are shown; the first matching rule counts.
package struct RetentionRules: Hashable, Sendable {
    /// The rules, in the order of their file.
    package let rules: [RetentionRule]

    /// Creates the rules.
    package init(_ rules: [RetentionRule]) {
        self.rules = rules
    }

    /// Reads the rules from bytes; `file` is the name for error messages.
    package init(bytes: [UInt8], file: String) throws(ValidationIssues) {
        let document = try DocumentReader.read(bytes, file: file)
        var reading = RetentionReading(file: file)
        self = try reading.read(document)
    }
}

/// A rule for what a customer who is about to cancel is shown.
package struct RetentionRule: Hashable, Sendable {
    /// The content that is shown.
    package enum Content: Hashable, Sendable {
        /// The message only.
        case message
        /// The message, and another product of the subscription group.
        case product(ProductID)
        /// The message, and a promotional offer for eligible customers.
        case offer(OfferID)
    }

    /// The subscriptions to which the rule applies; empty for all.
    package let products: Set<ProductID>
    /// The locales to which the rule applies, including more specific ones; empty for all.
    package let locales: [String]
    /// The environments to which the rule applies; empty for all.
    package let environments: Set<StoreEnvironment>
    /// Apple's id of the message, a UUID in lower case.
    package let message: String
    /// The content that is shown.
    package let content: Content

    /// Creates a rule.
    package init(
        products: Set<ProductID> = [],
        locales: [String] = [],
        environments: Set<StoreEnvironment> = [],
        message: String,
        content: Content = .message
    ) {
        self.products = products
        self.locales = locales
        self.environments = environments
        self.message = message
        self.content = content
    }

    /// Returns whether the rule applies to a customer of this subscription with this locale.
    package func applies(to product: ProductID, locale: String, in environment: StoreEnvironment) -> Bool {
        (self.products.isEmpty || self.products.contains(product))
            && (self.environments.isEmpty || self.environments.contains(environment))
            && (self.locales.isEmpty || self.locales.contains { Self.covers($0, locale) })
    }

    /// Returns whether a locale equals or includes another: `zh-Hans` includes `zh-Hans-CN` (RFC 4647, section 3.3.1).
    static func covers(_ range: String, _ locale: String) -> Bool {
        let range = Self.parts(range)
        return Self.parts(locale).starts(with: range)
    }

    private static func parts(_ locale: String) -> [String] {
        locale.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    }
}
