import AppStore

/// A column of an import.
package enum ImportColumn: String, Hashable, Sendable, CaseIterable {
    /// Apple's id of one transaction.
    case transactionID = "transactionId"
    /// Apple's original transaction id of a chain.
    case originalTransactionID = "originalTransactionId"
    /// A StoreKit 1 receipt in base64.
    case receipt
    /// The customer who owns the purchase.
    case owner
    /// The account token that the shop assigned to the purchase.
    case accountToken = "appAccountToken"
    /// Whether the purchase was fulfilled, or when.
    case delivered
    /// The percentage of the purchase that was consumed.
    case consumed
    /// Whether the customer consented to data being sent to Apple, or when.
    case consent

    /// The columns of the list of failures that are ignored when the corrected list is submitted.
    static let passedOver = ["line", "code", "detail"]

    /// Returns the column with a name, in any case and word separation: `transaction_id` is `transactionId`.
    package init?(named name: String) {
        let plain = Self.plain(name)
        guard let column = Self.allCases.first(where: { Self.plain($0.rawValue) == plain }) else { return nil }
        self = column
    }

    /// Returns whether a column of this name is ignored.
    static func isPassedOver(_ name: String) -> Bool {
        Self.passedOver.contains(Self.plain(name))
    }

    /// Returns a sentence that suggests the known name nearest to an unknown one; empty if none is near.
    static func suggestion(for name: String) -> String {
        Spelling.nearest(to: name, among: Self.allCases.map(\.rawValue)).map { " Did you mean \($0)?" } ?? ""
    }

    private static func plain(_ name: String) -> String {
        String(name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " })
    }
}
