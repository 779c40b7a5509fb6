/// A section of the OpenAPI document.
package enum APITag: String, CaseIterable, Sendable {
    /// Submitted transactions and receipts.
    case purchases = "Purchases"
    /// Orders that precede payments.
    case orders = "Orders"
    /// Customers and their data.
    case customers = "Customers"
    /// Fulfillment of paid goods.
    case fulfillments = "Fulfillments"
    /// Refund requests.
    case refunds = "Refunds"
    /// Entitlements of customers.
    case entitlements = "Entitlements"
    /// Wallets of coins.
    case wallets = "Wallets"
    /// Seats of multiseat subscriptions.
    case seats = "Seats"
    /// Ownership of purchases.
    case ownership = "Ownership"
    /// The catalog of products.
    case catalog = "Catalog"
    /// Current and past prices.
    case prices = "Prices"
    /// Calls to the App Store Server API about subscriptions and transactions.
    case store = "App Store"
    /// Signatures for StoreKit offers.
    case offers = "Offers"
    /// Messages that Apple shows to customers who are about to cancel.
    case retention = "Retention messages"
    /// Lookups of any id.
    case lookups = "Lookups"
    /// Comparisons of the ledger with Apple's sales reports.
    case reconciliations = "Reconciliations"
    /// Imports of earlier purchases.
    case imports = "Imports"
    /// Apple's sales and finance reports.
    case reports = "Reports"
    /// Figures of sales and subscriptions over time.
    case figures = "Figures"
    /// The feed of events.
    case events = "Events"
    /// Webhook endpoints and their deliveries.
    case webhooks = "Webhooks"
    /// Keys and tokens.
    case authentication = "Authentication"
    /// Endpoints that Apple calls.
    case apple = "Called by Apple"
    /// Metrics and alarms.
    case watch = "Watch"
    /// The server process.
    case server = "Server"

    /// What the section contains, in one sentence.
    var description: String {
        switch self {
        case .purchases: "Submit a transaction or receipt from StoreKit and get the committed result."
        case .orders:
            "Orders that your shop creates before the customer pays, and that the server matches with the "
                + "payment."
        case .customers: "Customers: profiles, facts, account tokens, merging, erasure and timelines."
        case .fulfillments: "Paid goods that are to be fulfilled, and goods that are to be revoked after a refund."
        case .refunds: "Refund requests, our answers, and Apple's decisions."
        case .entitlements: "What a customer may use now, and the purchase or grant that provides it."
        case .wallets: "The coins of a customer: balances, lots, movements and holds."
        case .seats: "The seats of subscriptions whose members your app invites."
        case .ownership: "The customer who owns each purchase, the policy for claims, and transfers with previews."
        case .catalog:
            "The products that are on sale, the entitlements that they unlock, and the versions of the "
                + "catalog."
        case .figures: "Sales, refunds, subscriptions and recurring revenue over time, and cohorts."
        case .prices: "Current and past prices of products, and sales at a price that the product never had."
        case .store: "Calls to Apple about one transaction, subscription or order number."
        case .offers: "The signatures that StoreKit requires for offers."
        case .retention: "Messages that Apple shows to customers who are about to cancel."
        case .lookups: "Find the customer, purchase or order of any id."
        case .reconciliations: "Comparisons of the ledger with Apple's sales reports, day by day."
        case .imports: "Imports of purchases from before Purser, as a file."
        case .reports: "Apple's sales and finance reports, each stored unchanged."
        case .events: "Every event, in order, readable from any position."
        case .webhooks: "Your endpoints for events, and the state of the deliveries to them."
        case .authentication: "Keys, scopes and customer tokens."
        case .apple: "Endpoints for Apple's servers only."
        case .watch: "Metrics, alarms, silences, and telemetry from apps."
        case .server: "Health, metrics, and this description of the API."
        }
    }
}
