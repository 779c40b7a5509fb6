import AppStore

/// Everything a world is: a value that changes only by commands and by its agenda, without input or output.
///
/// Subscriptions, transactions, customers and apps are named by their places in arrays, which never change. All
/// instants are milliseconds since 1970.
struct WorldState: Sendable {
    /// Signs for the whole world.
    var signer: StoreSigner
    /// Which of the chain's certificates are revoked, and since when.
    var revocations: [StoreCertificates.Member: CertificateRevocation] = [:]
    /// What every random choice follows from.
    let seed: UInt64
    /// The apps.
    var apps: [WorldApp]
    /// The keys with which their servers call, place by place.
    let keys: [APIKey]
    /// The developer's account in App Store Connect.
    let account: ReportAccount
    /// What they sell, place by place.
    var catalogs: [WorldCatalog]
    /// The instant.
    var now: Int64
    /// What customers are like when they come.
    var customerDefaults = CustomerDefaults()
    /// The customers, in the order they came.
    var customers: [CustomerFacts] = []
    /// The places of customers by name.
    var customerIndices: [String: Int] = [:]
    /// The places of a family's members, by its name, in the order they joined.
    var families: [String: [Int]] = [:]
    /// The subscriptions.
    var subscriptions: [SubscriptionFacts] = []
    /// The transactions, in the order of their identifiers.
    var transactions: [TransactionFacts] = []
    /// How often transactions have changed.
    var changes = 0
    /// The places of the transactions by which family members share another.
    var transactionShares: [Int: [Int]] = [:]
    /// The places of customers, and of apps, by the identifiers of their copies of them.
    var appTransactionIndices: [UInt64: AppCopy] = [:]
    /// The requests for refunds.
    var refunds: [RefundFacts] = []
    /// What was paid back and taken again, for reports.
    var refundEntries: [RefundEntry] = []
    /// When the App Store Connect API was called in the last hour, in milliseconds since 1970.
    var connectCalls: [Int64] = []
    /// The extensions for all subscribers of a product.
    var massExtensions: [MassExtensionFacts] = []
    /// When prices were raised, by product.
    var priceIncreases: [ProductIndex: [Int64]] = [:]
    /// The places of the open or latest requests for refunds, by transaction.
    var refundIndices: [Int: Int] = [:]
    /// The tokens of purchases made elsewhere.
    var externalPurchases = ExternalPurchaseReporting()
    /// What apps have prepared for customers about to cancel, by the app's place; apps that prepared nothing have none.
    var retentionMessagingByApp: [Int: RetentionMessaging] = [:]
    /// What was answered to requests to extend one renewal date, by app and request.
    var extensionAnswers: [String: ExtendRenewalDateResponse] = [:]
    /// What became of Advanced Commerce requests, by app and the request's id.
    var commerceAnswers: [String: CommerceResponse] = [:]
    /// How often each app has called each operation in an hour.
    var rates = RateCounter()
    /// How the world misbehaves.
    var faults: FaultRules
    /// Earlier states, while answers are stale.
    var pasts: [Past] = []
    /// What is to happen.
    var agenda = Agenda()
    /// Every notification ever made and what became of it.
    var notifications: [NotificationFacts] = []
    /// The places of notifications that wait to be sent now.
    var outbox = Outbox()
    /// The places of test notifications by their tokens.
    var testNotifications: [String: Int] = [:]
    /// Everything that happened.
    var journal: [JournalFacts] = []
    /// What came from outside and went out.
    var records: [JournalRecord] = []
    /// Products no longer sold, by app place.
    var withdrawn: Set<ProductIndex> = []
    /// Makes identifiers.
    var mint: IdentifierGenerator

    /// The world as it was before something happened.
    final class Past: Sendable {
        /// When it happened, in milliseconds since 1970.
        let at: Int64
        /// The state before.
        let state: WorldState

        init(at: Int64, state: WorldState) {
            self.at = at
            self.state = state
        }
    }

    /// A product of one of the apps.
    struct ProductIndex: Hashable, Sendable {
        /// The app's place.
        let app: Int
        /// The product's place in the app's catalog.
        let product: Int
    }

    /// A customer's copy of an app.
    struct AppCopy: Hashable, Sendable {
        /// The customer's place.
        let customer: Int
        /// The app's place.
        let app: Int
    }

    /// The product at a place.
    func product(_ index: Int, of app: Int) -> WorldProduct {
        self.catalogs[app].products[index]
    }

    /// What a transaction bought.
    func product(of transaction: TransactionFacts) -> WorldProduct {
        self.product(transaction.product, of: transaction.app)
    }

    /// The latest product of a subscription.
    func product(of subscription: SubscriptionFacts) -> WorldProduct {
        self.product(subscription.renewal.product, of: subscription.app)
    }

    /// The subscription that a customer bought in the group of a product, if there ever was one.
    func subscription(of customer: Int, app: Int, group: String) -> Int? {
        self.customers[customer].subscriptions.first {
            let subscription = self.subscriptions[$0]
            return subscription.app == app && subscription.source == nil
                && self.product(of: subscription).group == group
        }
    }

    /// The place of a customer.
    func index(of customer: WorldCustomer) throws(WorldError) -> Int {
        guard let index = self.customerIndices[customer.name] else { throw .unknownCustomer(customer.name) }
        return index
    }

    /// The place of a transaction.
    func index(ofTransaction id: String) throws(WorldError) -> Int {
        guard let number = Self.number(of: id), let index = self.index(ofTransaction: number) else {
            throw .unknownTransaction(id)
        }
        return index
    }

    /// The number that an identifier is; `nil` when the text is none in its canonical form, without sign and leading
    /// zero.
    static func number(of id: String) -> UInt64? {
        UInt64(id).flatMap { String($0) == id ? $0 : nil }
    }

    /// The place of a transaction by its number: transactions lie in the order of their numbers.
    func index(ofTransaction number: UInt64) -> Int? {
        var low = 0
        var high = self.transactions.count
        while low < high {
            let middle = (low + high) / 2
            if self.transactions[middle].number < number {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < self.transactions.count, self.transactions[low].number == number else { return nil }
        return low
    }

    /// The place of an app, named where there are several.
    func index(ofApp bundleId: String?) throws(WorldError) -> Int {
        let matches = self.apps.indices.filter { bundleId == nil || self.apps[$0].bundleId == bundleId }
        guard matches.count == 1 else { throw .unknownApp }
        return matches[0]
    }

    /// The product of this identifier, in the app of this bundle id where several sell it.
    func product(_ id: String, in bundleId: String?) throws(WorldError) -> ProductIndex {
        var found: ProductIndex?
        for (index, app) in self.apps.enumerated() where bundleId == nil || app.bundleId == bundleId {
            guard let product = self.catalogs[index].products.firstIndex(where: { $0.id == id }) else { continue }
            guard found == nil else { throw .unknownApp }
            found = ProductIndex(app: index, product: product)
        }
        guard let found else {
            let known = self.apps.indices.filter { bundleId == nil || self.apps[$0].bundleId == bundleId }
                .flatMap { self.catalogs[$0].products.map(\.id) }
            throw .unknownProduct(id, nearest: Spelling.nearest(to: id, among: known))
        }
        return found
    }

    /// Puts a subscription's next event on the agenda, in the place of the one before; `nil` for none.
    mutating func schedule(_ event: WorldEvent?, at instant: Int64, for subscription: Int) {
        if let scheduled = self.subscriptions[subscription].scheduled {
            self.agenda.cancel(scheduled)
        }
        self.subscriptions[subscription].scheduled = event.map { self.agenda.add($0, at: instant) }
    }

    /// Writes into the journal what happened without a notification.
    mutating func note(_ actor: WorldJournalEntry.Actor, _ text: String, transaction: Int? = nil) {
        let note = JournalFacts.Note(actor: actor, text: text, transaction: transaction)
        self.journal.append(JournalFacts(at: self.now, notification: nil, note: note))
    }
}
