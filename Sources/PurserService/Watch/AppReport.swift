package import Ledger

/// What an app in the field reports about its side of a purchase: one kind of event, how it ended, and how often.
///
/// It holds nothing about a person: words of fixed lists, numbers and an instant.
package struct AppReport: Hashable, Sendable {
    /// What happened in the app.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// StoreKit gave the products, or did not.
        case productsLoaded = "products_loaded"
        /// The customer began a purchase.
        case purchaseBegun = "purchase_begun"
        /// StoreKit showed its sheet.
        case sheetShown = "sheet_shown"
        /// StoreKit gave a transaction, or waits for somebody's approval.
        case purchaseCompleted = "purchase_completed"
        /// A purchase ended with an error, or the customer canceled it.
        case purchaseFailed = "purchase_failed"
        /// A transaction was submitted to the server again, because it did not arrive before.
        case uploadRetried = "upload_retried"
        /// The customer restored purchases.
        case restored = "restored"

        /// How it can end, the usual one first.
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

    /// How it ended.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// As it should.
        case ok
        /// It waits for somebody's approval, as with Ask to Buy.
        case pending
        /// The customer did not want it.
        case canceled
        /// With an error.
        case failed
    }

    /// The most events that one report stands for.
    package static let greatestCount = 100
    /// The longest time that is measured, in milliseconds: ten minutes.
    package static let greatestMilliseconds = 600_000

    /// What happened.
    package let kind: Kind
    /// How it ended.
    package let outcome: Outcome
    /// Why it failed; `nil` where it did not, or where the app does not say.
    package let code: AppReportCode?
    /// How long it took; `nil` where the app does not say.
    package let milliseconds: Int?
    /// How many such events the report stands for, from 1.
    package let count: Int
    /// When it happened, by the clock of the device; `nil` for just now.
    package let at: Instant?

    /// A report of these values.
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
