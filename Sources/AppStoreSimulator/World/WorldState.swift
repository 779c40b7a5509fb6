import AppStore

/// The complete state of a world: a value that only commands and the agenda change, without input or output.
///
/// Subscriptions, transactions, customers and apps are identified by their indices in arrays, which never change. All
/// instants are milliseconds since 1970.
struct WorldState: Sendable {
    /// The signer of the whole world.
    var signer: StoreSigner
    /// The revoked certificates of the chain.
    var revocations: [StoreCertificates.Member: CertificateRevocation] = [:]
    /// The seed of all random choices.
    let seed: UInt64
    /// The apps.
    var apps: [WorldApp]
    /// The API keys of the apps' servers, by the app's index.
    let keys: [APIKey]
    /// The developer's account in App Store Connect.
    let account: ReportAccount
    /// The catalogs, by the app's index.
    var catalogs: [WorldCatalog]
    /// The instant of the clock.
    var now: Int64
    /// The initial properties of new customers.
    var customerDefaults = CustomerDefaults()
    /// The customers, in the order of creation.
    var customers: [CustomerFacts] = []
    /// The indices of customers by name.
    var customerIndices: [String: Int] = [:]
    /// The indices of a family's members, by the family's name, in the order in which they joined.
    var families: [String: [Int]] = [:]
    /// The subscriptions.
    var subscriptions: [SubscriptionFacts] = []
    /// The transactions, in the order of their identifiers.
    var transactions: [TransactionFacts] = []
    /// The number of changes to transactions.
    var changes = 0
    /// The indices of the family members' transactions that share another transaction.
    var transactionShares: [Int: [Int]] = [:]
    /// The indices of customers and apps, by the identifiers of the customers' copies of apps.
    var appTransactionIndices: [UInt64: AppCopy] = [:]
    /// The refund requests.
    var refunds: [RefundFacts] = []
    /// The refunds and reversals, for reports.
    var refundEntries: [RefundEntry] = []
    /// The instants of App Store Connect API calls in the last hour, in milliseconds since 1970.
    var connectCalls: [Int64] = []
    /// The extensions for all subscribers of a product.
    var massExtensions: [MassExtensionFacts] = []
    /// The instants of price increases, by product.
    var priceIncreases: [ProductIndex: [Int64]] = [:]
    /// The indices of the open or latest refund requests, by transaction.
    var refundIndices: [Int: Int] = [:]
    /// The tokens of external purchases.
    var externalPurchases = ExternalPurchaseReporting()
    /// The retention messaging of apps, by the app's index; apps without messages have no entry.
    var retentionMessagingByApp: [Int: RetentionMessaging] = [:]
    /// The responses to requests to extend one renewal date, by app and request.
    var extensionAnswers: [String: ExtendRenewalDateResponse] = [:]
    /// The responses to Advanced Commerce requests, by app and request id.
    var commerceAnswers: [String: CommerceResponse] = [:]
    /// The number of calls of each operation by each app within an hour.
    var rates = RateCounter()
    /// The faults.
    var faults: FaultRules
    /// Earlier states, kept while a fault requires stale responses.
    var pasts: [Past] = []
    /// The planned events.
    var agenda = Agenda()
    /// All notifications with their delivery attempts.
    var notifications: [NotificationFacts] = []
    /// The indices of notifications that wait to be sent now.
    var outbox = Outbox()
    /// The indices of test notifications by their tokens.
    var testNotifications: [String: Int] = [:]
    /// The journal of everything that happened.
    var journal: [JournalFacts] = []
    /// The records of inputs and outputs.
    var records: [JournalRecord] = []
    /// The products that are removed from sale.
    var withdrawn: Set<ProductIndex> = []
    /// The generator of identifiers.
    var mint: IdentifierGenerator

    /// An earlier state of the world.
    final class Past: Sendable {
        /// The instant of the change that followed, in milliseconds since 1970.
        let at: Int64
        /// The state before the change.
        let state: WorldState

        init(at: Int64, state: WorldState) {
            self.at = at
            self.state = state
        }
    }

    /// A product of one of the apps.
    struct ProductIndex: Hashable, Sendable {
        /// The app's index.
        let app: Int
        /// The product's index in the app's catalog.
        let product: Int
    }

    /// A customer's copy of an app.
    struct AppCopy: Hashable, Sendable {
        /// The customer's index.
        let customer: Int
        /// The app's index.
        let app: Int
    }

    /// Returns the product at an index.
    func product(_ index: Int, of app: Int) -> WorldProduct {
        self.catalogs[app].products[index]
    }

    /// Returns the product of a transaction.
    func product(of transaction: TransactionFacts) -> WorldProduct {
        self.product(transaction.product, of: transaction.app)
    }

    /// Returns the latest product of a subscription.
    func product(of subscription: SubscriptionFacts) -> WorldProduct {
        self.product(subscription.renewal.product, of: subscription.app)
    }

    /// Returns the index of the subscription that a customer bought in a group; `nil` without one.
    func subscription(of customer: Int, app: Int, group: String) -> Int? {
        self.customers[customer].subscriptions.first {
            let subscription = self.subscriptions[$0]
            return subscription.app == app && subscription.source == nil
                && self.product(of: subscription).group == group
        }
    }

    /// Returns the index of a customer.
    func index(of customer: WorldCustomer) throws(WorldError) -> Int {
        guard let index = self.customerIndices[customer.name] else { throw .unknownCustomer(customer.name) }
        return index
    }

    /// Returns the index of a transaction.
    func index(ofTransaction id: String) throws(WorldError) -> Int {
        guard let number = Self.number(of: id), let index = self.index(ofTransaction: number) else {
            throw .unknownTransaction(id)
        }
        return index
    }

    /// Returns the number of an identifier; `nil` unless the text is a number in canonical form, without sign and
    /// leading zero.
    static func number(of id: String) -> UInt64? {
        UInt64(id).flatMap { String($0) == id ? $0 : nil }
    }

    /// Returns the index of a transaction by its number; transactions are sorted by number.
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

    /// Returns the index of an app; a bundle id is required where there are several.
    func index(ofApp bundleId: String?) throws(WorldError) -> Int {
        let matches = self.apps.indices.filter { bundleId == nil || self.apps[$0].bundleId == bundleId }
        guard matches.count == 1 else { throw .unknownApp }
        return matches[0]
    }

    /// Returns the product with this identifier; a bundle id is required where several apps sell it.
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

    /// Schedules a subscription's next event in place of the previous one; `nil` removes it.
    mutating func schedule(_ event: WorldEvent?, at instant: Int64, for subscription: Int) {
        if let scheduled = self.subscriptions[subscription].scheduled {
            self.agenda.cancel(scheduled)
        }
        self.subscriptions[subscription].scheduled = event.map { self.agenda.add($0, at: instant) }
    }

    /// Adds an entry without a notification to the journal.
    mutating func note(_ actor: WorldJournalEntry.Actor, _ text: String, transaction: Int? = nil) {
        let note = JournalFacts.Note(actor: actor, text: text, transaction: transaction)
        self.journal.append(JournalFacts(at: self.now, notification: nil, note: note))
    }
}
