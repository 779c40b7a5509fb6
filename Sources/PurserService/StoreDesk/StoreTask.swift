package import AppStore
package import Ledger

/// Something that an operator wants of the App Store, with what it needs.
package struct StoreTask: OperatorTask {
    /// What is wanted.
    package enum Deed: Hashable, Sendable {
        /// One renewal date put off.
        case extend(OriginalTransactionID, days: ExtensionDays, because: ExtendReasonCode, key: String? = nil)
        /// All renewal dates of a product put off.
        case extendAll(
            ProductID,
            days: ExtensionDays,
            because: ExtendReasonCode,
            storefronts: [String],
            environment: StoreEnvironment,
            key: String? = nil
        )
        /// How far such orders are.
        case extensions(StoreEnvironment)
        /// The account token of a chain of purchases set.
        case setToken(AccountToken, of: OriginalTransactionID)
        /// An order number of Apple's mails looked up.
        case order(String)
        /// What was bought with such a number recovered for a customer, and told in a language.
        case recover(String, for: CustomerID, language: String)
        /// A transaction finished.
        case finish(TransactionID)
        /// The download of the app by whoever made a transaction.
        case download(TransactionID)
    }

    /// The app.
    package let app: AppName
    /// What is wanted.
    package let deed: Deed

    /// A task in an app.
    package init(_ deed: Deed, in app: AppName) {
        self.deed = deed
        self.app = app
    }

    /// The words for why renewal dates are put off, with Apple's numbers.
    package static let reasons: [(word: String, code: ExtendReasonCode)] = [
        ("satisfaction", .customerSatisfaction), ("outage", .serviceIssue), ("other", .other),
        ("undeclared", .undeclared),
    ]

    /// Whether it changes something at Apple or in the books, so that somebody should be asked before.
    package var isChange: Bool {
        switch self.deed {
        case .extend, .extendAll, .setToken, .finish, .recover: true
        case .extensions, .order, .download: false
        }
    }
}
