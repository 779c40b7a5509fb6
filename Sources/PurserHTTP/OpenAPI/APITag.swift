/// A chapter of the OpenAPI document.
package enum APITag: String, CaseIterable, Sendable {
    /// What apps submit.
    case purchases = "Purchases"
    /// What customers mean to buy, fixed before they pay.
    case orders = "Orders"
    /// Who bought, and what of it is theirs.
    case customers = "Customers"
    /// What is paid for and has to be fulfilled.
    case fulfillments = "Fulfillments"
    /// What customers want back.
    case refunds = "Refunds"
    /// What may be used.
    case entitlements = "Entitlements"
    /// Coins.
    case wallets = "Wallets"
    /// Which purchase belongs to whom.
    case ownership = "Ownership"
    /// What is on sale.
    case catalog = "Catalog"
    /// What products cost, and cost before.
    case prices = "Prices"
    /// What is asked of Apple about subscriptions and transactions.
    case store = "App Store"
    /// What is signed for StoreKit.
    case offers = "Offers"
    /// What Apple shows to those who are about to cancel.
    case retention = "Retention messages"
    /// Ids that a person was given.
    case lookups = "Lookups"
    /// What Apple's reports say beside the ledger.
    case reconciliations = "Reconciliations"
    /// Purchases from before.
    case imports = "Imports"
    /// What Apple reports of sales and money.
    case reports = "Reports"
    /// What happened, told in order.
    case events = "Events"
    /// Who is told.
    case webhooks = "Webhooks"
    /// Keys and tokens.
    case authentication = "Authentication"
    /// Where Apple calls.
    case apple = "Called by Apple"
    /// Metrics and alarms.
    case watch = "Watch"
    /// The process itself.
    case server = "Server"

    /// What the chapter is about, in one sentence.
    var description: String {
        switch self {
        case .purchases: "Submit what StoreKit gave to the app, and get the committed answer."
        case .orders: "What customers mean to buy, fixed before they pay, so that the payment finds it."
        case .customers: "The people who buy: facts, tokens, merging, erasing, and what happened to them."
        case .fulfillments: "What is paid for and has to be fulfilled, and revoked where it is refunded."
        case .refunds: "Who wants his money back, what Apple is told about it, and by which policy."
        case .entitlements: "What a customer may use now, and why."
        case .wallets: "A customer's coins: what there is, where it came from, and what became of it."
        case .ownership: "Which purchase belongs to which customer, by rules that can be previewed and undone."
        case .catalog: "What is on sale, what it unlocks, and the file that says so."
        case .prices: "What products cost and cost before, and the sales whose price is none of theirs."
        case .store: "What Apple is asked or told about one transaction, subscription or order number."
        case .offers: "Signatures that StoreKit demands for offers."
        case .retention: "Messages that Apple shows to somebody who is about to cancel."
        case .lookups: "Any id that a person can be given: who and what it is."
        case .reconciliations: "The ledger compared with Apple's sales reports, day by day."
        case .imports: "Purchases from before Purser, as a file."
        case .reports: "Apple's own reports of sales and money, each kept as it came."
        case .events: "Everything that happened, in order, to read again from any place."
        case .webhooks: "Addresses of yours that are told, and what becomes of telling them."
        case .authentication: "Keys, customer tokens and who may do what."
        case .apple: "Addresses that Apple's servers call; nobody else has a reason to."
        case .watch: "Metrics, alarms, silences, and what apps report of their side."
        case .server: "Health, metrics, and this description."
        }
    }
}
