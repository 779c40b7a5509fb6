package import Ledger

/// A report of an app about its side of a purchase: one kind of event, its outcome, and its count.
///
/// It contains nothing about a person: only values of fixed lists, numbers and an instant.
package struct AppReport: Hashable, Sendable {
    /// The kind of an event in the app.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// StoreKit returned the products, or failed.
        case productsLoaded = "products_loaded"
        /// The customer began a purchase.
        case purchaseBegun = "purchase_begun"
        /// StoreKit showed its payment sheet.
        case sheetShown = "sheet_shown"
        /// StoreKit returned a transaction, or waits for an approval.
        case purchaseCompleted = "purchase_completed"
        /// A purchase ended with an error, or the customer canceled it.
        case purchaseFailed = "purchase_failed"
        /// A transaction was submitted to the server again, because it did not arrive before.
        case uploadRetried = "upload_retried"
        /// The customer restored purchases.
        case restored = "restored"

        /// The possible outcomes, the usual one first.
        package var outcomes: [Outcome] {
            switch self {
            case .purchaseBegun, .sheetShown: [.ok]
            case .productsLoaded, .uploadRetried: [.ok, .failed]
            case .purchaseCompleted: [.ok, .pending]
            case .purchaseFailed: [.failed, .canceled]
            case .restored: [.ok, .failed, .canceled]
            }
        }
    }

    /// The outcome of an event.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// The event succeeded.
        case ok
        /// The purchase waits for an approval, as with Ask to Buy.
        case pending
        /// The customer canceled.
        case canceled
        /// The event failed.
        case failed
    }

    /// The maximum number of events in one report.
    package static let greatestCount = 100
    /// The maximum duration, in milliseconds: ten minutes.
    package static let greatestMilliseconds = 600_000

    /// The kind of the event.
    package let kind: Kind
    /// The outcome.
    package let outcome: Outcome
    /// The reason of a failure; `nil` where there is none or the app does not state it.
    package let code: AppReportCode?
    /// The duration; `nil` where the app does not state it.
    package let milliseconds: Int?
    /// The number of such events, at least 1.
    package let count: Int
    /// The instant by the clock of the device; `nil` for now.
    package let at: Instant?

    /// Creates a report.
    package init(
        _ kind: Kind,
        _ outcome: Outcome,
        code: AppReportCode? = nil,
        milliseconds: Int? = nil,
        count: Int = 1,
        at: Instant? = nil
    ) {
        self.kind = kind
        self.outcome = outcome
        self.code = code
        self.milliseconds = milliseconds
        self.count = count
        self.at = at
    }
}
