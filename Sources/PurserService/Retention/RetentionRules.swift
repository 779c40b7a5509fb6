package import Ledger

/// The rules of one app for what is shown to customers who are about to cancel; the first that applies counts.
package struct RetentionRules: Hashable, Sendable {
    /// The rules, in the order of their file.
    package let rules: [RetentionRule]

    /// These rules.
    package init(_ rules: [RetentionRule]) {
        self.rules = rules
    }

    /// The rules in these bytes; `file` is how messages name them.
    package init(bytes: [UInt8], file: String) throws(ValidationIssues) {
        let document = try DocumentReader.read(bytes, file: file)
        var reading = RetentionReading(file: file)
        self = try reading.read(document)
    }
}

/// What a customer who is about to cancel is shown, and when.
package struct RetentionRule: Hashable, Sendable {
    /// What is shown.
    package enum Content: Hashable, Sendable {
        /// The message alone.
        case message
        /// The message, and another product of the group.
        case product(ProductID)
        /// The message, and a promotional offer, for whoever may have it.
        case offer(OfferID)
    }

    /// The subscriptions that it is for; all when empty.
    package let products: Set<ProductID>
    /// The locales that it is for, each with everything more special; all when empty.
    package let locales: [String]
    /// The environments that it is for; all when empty.
    package let environments: Set<StoreEnvironment>
    /// Apple's id of the message, a UUID in lower case.
    package let message: String
    /// What is shown.
    package let content: Content

    /// A rule of these parts.
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

    /// Whether it is for a customer of this subscription with this locale.
    package func applies(to product: ProductID, locale: String, in environment: StoreEnvironment) -> Bool {
        (self.products.isEmpty || self.products.contains(product))
            && (self.environments.isEmpty || self.environments.contains(environment))
            && (self.locales.isEmpty || self.locales.contains { Self.covers($0, locale) })
    }

    /// Whether a locale is another one or includes it: `zh-Hans` includes `zh-Hans-CN` (RFC 4647, section 3.3.1).
    static func covers(_ range: String, _ locale: String) -> Bool {
        let range = Self.parts(range)
        return Self.parts(locale).starts(with: range)
    }

    private static func parts(_ locale: String) -> [String] {
        locale.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    }
}
