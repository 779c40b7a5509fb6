import AppStore

/// A column of an import.
package enum ImportColumn: String, Hashable, Sendable, CaseIterable {
    /// Apple's id of one transaction.
    case transactionID = "transactionId"
    /// Apple's id of a chain.
    case originalTransactionID = "originalTransactionId"
    /// A StoreKit 1 receipt in base64.
    case receipt
    /// The customer whose purchase it is.
    case owner
    /// The account token that the shop gave to the purchase.
    case accountToken = "appAccountToken"
    /// Whether it was handed over, or when.
    case delivered
    /// How much of it was used up, in percent.
    case consumed
    /// Whether the customer agreed that data is sent to Apple, or when.
    case consent

    /// Columns of the list of failures, which are passed over when the corrected list is submitted.
    static let passedOver = ["line", "code", "detail"]

    /// The column of a name, however its words are joined: `transaction_id` is `transactionId`.
    package init?(named name: String) {
        let plain = Self.plain(name)
        guard let column = Self.allCases.first(where: { Self.plain($0.rawValue) == plain }) else { return nil }
        self = column
    }

    /// Whether a column of this name is passed over.
    static func isPassedOver(_ name: String) -> Bool {
        Self.passedOver.contains(Self.plain(name))
    }

    /// The known name that is nearest to one that nobody knows, as a sentence to be added; empty when none is near.
    static func suggestion(for name: String) -> String {
        Spelling.nearest(to: name, among: Self.allCases.map(\.rawValue)).map { " Did you mean \($0)?" } ?? ""
    }

    private static func plain(_ name: String) -> String {
        String(name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " })
    }
}
