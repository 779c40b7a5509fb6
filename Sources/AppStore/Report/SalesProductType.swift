/// What a row of a sales report is about, as Apple's "Product type identifiers" page lists it; new ones are kept as they come.
public struct SalesProductType: RawRepresentable, Hashable, Sendable {
    /// Apple's identifier, such as `IA1` or `IAY-M`.
    public let rawValue: String

    /// An identifier, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// What an identifier means for money.
    public enum Kind: Hashable, Sendable {
        /// A consumable or a non-consumable.
        case purchase
        /// A non-consumable that was restored, without money.
        case restored
        /// A subscription that does not renew itself.
        case nonRenewingSubscription
        /// An auto-renewable subscription.
        case autoRenewableSubscription
        /// An app or a bundle of apps.
        case app
        /// A download that costs nothing more: of an update, or again.
        case download
        /// An identifier that is not listed; its money counts.
        case unknown
    }

    private static let listed: [String: Kind] = [
        "IA1": .purchase, "IA1-M": .purchase, "FI1": .purchase, "IA3": .restored, "IA9": .nonRenewingSubscription,
        "IA9-M": .nonRenewingSubscription, "IAY": .autoRenewableSubscription, "IAY-M": .autoRenewableSubscription,
        "IAC": .autoRenewableSubscription, "1": .app, "1F": .app, "1T": .app, "1E": .app, "1EP": .app, "1EU": .app,
        "1-B": .app, "F1": .app, "F1-B": .app, "3": .download, "3F": .download, "3T": .download, "3E": .download,
        "7": .download, "7F": .download, "7T": .download, "F7": .download,
    ]

    /// What it means; ``Kind/unknown`` for an identifier that Apple has not listed.
    public var kind: Kind { Self.listed[self.rawValue] ?? .unknown }

    /// Whether it is about something that was bought inside an app; those that are not listed go by their first letters.
    public var isInAppPurchase: Bool {
        switch self.kind {
        case .purchase, .restored, .nonRenewingSubscription, .autoRenewableSubscription: true
        case .app, .download: false
        case .unknown: self.rawValue.hasPrefix("IA") || self.rawValue.hasPrefix("FI")
        }
    }
}
