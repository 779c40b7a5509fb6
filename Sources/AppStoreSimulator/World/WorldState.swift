import AppStore

/// Everything a world is: a value that changes only by commands and by its agenda, without input or output.
///
/// Subscriptions, transactions, customers and apps are named by their places in arrays, which never change. All instants
/// are milliseconds since 1970.
struct WorldState: Sendable {
    /// Signs for the whole world.
    let signer: StoreSigner
    /// The apps.
    var apps: [WorldApp]
    /// What they sell, place by place.
    let catalogues: [WorldCatalogue]
    /// The instant.
    var now: Int64
    /// The customers, in the order they came.
    var customers: [CustomerFacts] = []
    /// The places of customers by name.
    var customerPlaces: [String: Int] = [:]
    /// The subscriptions.
    var subscriptions: [SubscriptionFacts] = []
    /// The transactions, in the order of their identifiers.
    var transactions: [TransactionFacts] = []
    /// The places of transactions by identifier.
    var transactionPlaces: [String: Int] = [:]
    /// What is to happen.
    var agenda = Agenda()
    /// Notifications that wait to be sent now.
    var outbox: [WorldNotification] = []
    /// Every notification ever made and what became of it, by UUID.
    var deliveries: [String: WorldDelivery] = [:]
    /// Everything that happened.
    var journal: [WorldJournalEntry] = []
    /// Products no longer sold, by app place.
    var withdrawn: Set<ProductPlace> = []
    /// Makes identifiers.
    var mint: IdentifierMint

    /// A product of one of the apps.
    struct ProductPlace: Hashable, Sendable {
        /// The app's place.
        let app: Int
        /// The product's identifier.
        let product: String
    }

    /// The subscription of a customer in the group of a product, if there ever was one.
    func subscription(of customer: Int, app: Int, group: String) -> Int? {
        self.customers[customer].subscriptions.first {
            self.subscriptions[$0].app == app && self.subscriptions[$0].product.group == group
        }
    }

    /// The place of a customer.
    func place(of customer: WorldCustomer) throws(WorldError) -> Int {
        guard let place = self.customerPlaces[customer.name] else { throw .unknownCustomer(customer.name) }
        return place
    }

    /// The place of a transaction.
    func place(ofTransaction id: String) throws(WorldError) -> Int {
        guard let place = self.transactionPlaces[id] else { throw .unknownTransaction(id) }
        return place
    }

    /// The product with an identifier and the place of its app, which must be named when several apps sell it.
    func product(_ id: String, in bundleId: String?) throws(WorldError) -> (WorldProduct, app: Int) {
        var found: (WorldProduct, app: Int)?
        for (place, app) in self.apps.enumerated() where bundleId == nil || app.bundleId == bundleId {
            guard let product = self.catalogues[place].product(id) else { continue }
            guard found == nil else { throw .unknownApp }
            found = (product, place)
        }
        guard let found else { throw .unknownProduct(id) }
        return found
    }

    /// Puts a subscription's one entry into the agenda, in place of the one it had.
    mutating func schedule(_ event: WorldEvent?, at instant: Int64, for subscription: Int) {
        if let scheduled = self.subscriptions[subscription].scheduled {
            self.agenda.cancel(scheduled)
        }
        self.subscriptions[subscription].scheduled = event.map { self.agenda.add($0, at: instant) }
    }

    /// Writes into the journal.
    mutating func note(_ actor: WorldJournalEntry.Actor, _ text: String, transactionId: String? = nil) {
        self.journal.append(
            WorldJournalEntry(
                at: Timestamp(milliseconds: self.now),
                actor: actor,
                text: text,
                transactionId: transactionId,
                notification: nil,
                notificationUUID: nil
            )
        )
    }
}
