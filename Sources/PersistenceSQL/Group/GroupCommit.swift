import Ledger

/// What the units of one group commit have loaded, and what they have changed and not saved yet.
///
/// While it is open, the functions that recording uses take each value from here if it is known, and load it otherwise;
/// they put each change here, where it corrects the loaded values and waits. So the units see each other's changes, and
/// the changes of all of them are saved as one statement a table. Every other statement is preceded by what waits, and
/// a statement that writes also ends what is known.
final class GroupCommit {
    /// A change of a customer that waits; the values are those that are loaded.
    struct CustomerChange {
        /// The number of the app of a new customer.
        var app: Int64?
    }

    /// A change of an original that waits; the values are those that are loaded.
    struct OriginalChange {
        /// The number of the app and environment of a new original.
        var scope: Int64?
        /// When Apple is to be asked about the chain, where it was published.
        var askAt: Instant??
    }

    /// A change that waits of what an id of Apple's refers to.
    struct StoreIDChange {
        /// The original with this id, where it is named.
        var original: Int64?
        /// The owner of the transaction with this id, where it is claimed, and the original to which it belongs.
        var claim: (home: Int64, owner: Int64?, reason: Claim.Reason)?
    }

    /// What is loaded, with the changes that wait.
    private(set) var loaded = LoadedValues()
    /// The rows that wait.
    var rows = WaitingRows()
    /// What the units add to figures, which is saved once at the end.
    var figures = WaitingFigures()
    /// The apps and environments whose past the group has summed up or removed.
    var turns: Set<Int64> = []
    /// The numbers for new rows that were taken in advance, by the statement that takes them, last first.
    var numbers: [SQLStatement: [Int64]] = [:]
    /// Whether the values were loaded together, because several units need them or each answer takes a round trip.
    var isLoadedTogether = false
    /// The number of changes that certainly write a row.
    private(set) var writtenCount = 0

    private var customers: [Int64: CustomerChange] = [:]
    private var originals: [Int64: OriginalChange] = [:]
    private var storeIDs: [LocalID<TransactionID>: StoreIDChange] = [:]

    /// Returns a number for a new row, of those that a statement has taken in advance; `nil` when none is left.
    func takeNumber(_ query: SQLStatement) -> Int64? { self.numbers[query]?.popLast() }

    /// Forgets what is loaded; nothing may wait.
    func forget() { self.loaded = LoadedValues() }

    /// Forgets everything, because it was rolled back.
    func discard() {
        self.forget()
        self.rows = WaitingRows()
        self.figures = WaitingFigures()
        self.turns = []
        self.customers = [:]
        self.originals = [:]
        self.storeIDs = [:]
    }

    /// Counts a row that is written.
    func countWritten(_ count: Int = 1) { self.writtenCount += count }

    // MARK: Changes

    /// Writes a row, instead of the one with the same key that may wait.
    func put(_ table: WaitingTable, _ values: [SQLValue]) {
        self.rows.put(table, values)
        if table.isCertain { self.countWritten() }
    }

    /// Writes a row, besides those with the same key that may wait.
    func add(_ table: WaitingTable, _ values: [SQLValue]) {
        self.rows.add(table, values)
        if table.isCertain { self.countWritten() }
    }

    /// Deletes the rows with a key.
    func delete(_ table: WaitingTable, _ key: [SQLValue]) { self.rows.delete(table, key) }

    /// Saves the loaded values of a customer.
    func change(customer number: Int64, _ change: (inout CustomerChange) -> Void = { _ in }) {
        change(&self.customers[number, default: CustomerChange()])
        self.countWritten()
    }

    /// Saves the loaded values of an original.
    func change(original number: Int64, _ change: (inout OriginalChange) -> Void = { _ in }) {
        change(&self.originals[number, default: OriginalChange()])
        self.countWritten()
    }

    /// Saves what an id of Apple's refers to.
    func change(storeID id: LocalID<TransactionID>, _ change: (inout StoreIDChange) -> Void) {
        change(&self.storeIDs[id, default: StoreIDChange()])
        self.countWritten()
    }

    /// Returns everything that waits, in the order in which it must be saved; nothing waits any longer.
    func takeWaiting() throws(RepositoryError) -> [RowSet] {
        // Rows in the order of their keys fill pages best, and two nodes lock them in the same order.
        for (number, change) in self.customers.sorted(by: { $0.key < $1.key }) { try self.add(number, change) }
        for (number, change) in self.originals.sorted(by: { $0.key < $1.key }) { try self.add(number, change) }
        for (id, change) in self.storeIDs.sorted(by: { $0.key < $1.key }) { self.add(id, change) }
        self.customers.removeAll(keepingCapacity: true)
        self.originals.removeAll(keepingCapacity: true)
        self.storeIDs.removeAll(keepingCapacity: true)
        return self.rows.take()
    }

    private func add(_ number: Int64, _ change: CustomerChange) throws(RepositoryError) {
        let events = self.loaded.eventCounts.known(EventStreamNumber(customer: number)) ?? nil
        let tokens = self.loaded.looseTokens.known(number)
        let packed: SQLValue = tokens.map { $0.isEmpty ? .null : .tokens($0) } ?? .null
        guard let app = change.app else {
            let values: [SQLValue] = [.optional(events), .flag(tokens != nil), packed, .integer(number)]
            return self.rows.add(.customer, values)
        }
        guard case .some(.some(let customer)) = self.loaded.customers.known(number) else { throw .corrupt }
        let name = SQLValue.identifier(customer.name.rawValue)
        self.rows.add(.newCustomer, [.integer(number), .integer(app), name, .integer(events ?? 0), packed])
    }

    private func add(_ number: Int64, _ change: OriginalChange) throws(RepositoryError) {
        guard case .some(.some(let original)) = self.loaded.originals.known(number) else { throw .corrupt }
        let events = self.loaded.eventCounts.known(EventStreamNumber(original: number)) ?? nil
        let status: [SQLValue] = [.optional(original.status?.status.code), .instant(original.status?.statedAt)]
        let dates: [SQLValue] = [.instant(original.publishedAt), .instant(original.dueAt)]
        let askAt = SQLValue.instant(change.askAt ?? nil)
        let shared: [SQLValue] = [
            original.shared.token.map(SQLValue.token) ?? .null,
            .optionalIdentifier(original.shared.account?.rawValue),
            .instants(original.retentionRequests.instants),
        ]
        if let scope = change.scope {
            let key: [SQLValue] = [.integer(number), .integer(scope), .identifier(original.id.rawValue)]
            self.rows.add(.newOriginal, key + status + [.integer(events ?? 0)] + dates + [askAt] + shared)
        } else {
            let isPublished = SQLValue.flag(change.askAt != nil)
            let values = status + [.optional(events)] + dates + [isPublished, askAt] + shared
            self.rows.add(.original, values + [.integer(number)])
        }
    }

    private func add(_ id: LocalID<TransactionID>, _ change: StoreIDChange) {
        let home = change.claim?.home == change.original ? nil : change.claim?.home
        self.rows.add(
            .storeID,
            [
                .integer(id.place), .identifier(id.id.rawValue), .optional(change.original), .optional(home),
                .optional(change.claim?.owner), .optional(change.claim?.reason.code),
            ]
        )
    }
}

/// What the units of one group commit have loaded; a value that is missing here is not known.
final class LoadedValues {
    /// The originals to which transactions belong, by number; `nil` for a transaction that is not known.
    let homes = Cache<LocalID<TransactionID>, Int64?>()
    /// The numbers of originals by Apple's ids; `nil` for one that is not known.
    let originalNumbers = Cache<LocalID<OriginalTransactionID>, Int64?>()
    /// The originals by number.
    let originals = Cache<Int64, OriginalRecord?>()
    /// The chains by the number of the original that represents them.
    let chains = Cache<Int64, ChainRecord>()
    /// The submissions of transactions.
    let submissions = Cache<LocalID<TransactionID>, Set<SubmissionLine>>()
    /// The decisions that name a transaction or an original, by the id that they name.
    let decisions = Cache<LocalID<TransactionID>, Set<DecisionLine>>()
    /// The numbers of customers by name; `nil` for one that is not known.
    let customerNumbers = Cache<LocalID<CustomerID>, Int64?>()
    /// The customers by number.
    let customers = Cache<Int64, NumberedCustomer?>()
    /// The loose tokens of customers.
    let looseTokens = Cache<Int64, [AccountToken]>()
    /// The customers whom tokens were given to by themselves; `nil` for none.
    let ownTokens = Cache<LocalID<AccountToken>, Int64?>()
    /// The customers whose orders tokens were made for; `nil` for none.
    let orderTokens = Cache<LocalID<AccountToken>, Int64?>()
    /// Whether orders have tokens.
    let orderedTokens = Cache<LocalID<AccountToken>, Bool>()
    /// The originals that await the customer of a token, with the number of their app and environment.
    let awaiting = Cache<LocalID<AccountToken>, [Int64: Int64]>()
    /// The customers who used Apple Accounts.
    let uses = Cache<LocalID<AppTransactionID>, [Int64: AccountUse]>()
    /// The chains that depend on Apple Accounts, and whether a family shares a purchase in them.
    let readers = Cache<LocalID<AppTransactionID>, [Int64: Bool]>()
    /// The stored forms of what customers hold in originals, by the customer's number.
    let holdings = Cache<LocalID<Int64>, [Int64: [UInt8]?]>()
    /// What the entitlements of customers depend on besides chains, by the customer's number.
    let holderStates = Cache<LocalID<Int64>, HolderState?>()
    /// The numbers of events in event streams of customers and chains.
    let eventCounts = Cache<EventStreamNumber, Int64?>()
    /// The numbers of events of apps.
    let appEvents = Cache<Int64, AppEvents?>()
    /// The number of all submissions, by the number of the counter's only row.
    let submissionCounts = Cache<Int64, Int64?>()
    /// The positions of evidence; `nil` for an object that is not stored.
    let positions = Cache<LocalID<EvidenceDigest>, Int64?>()
    /// Whether notifications are stored, by Apple's ids.
    let notifications = Cache<LocalID<String>, Bool>()

    /// The customers who are new in this group: nothing else is stored of them than what is known here.
    private var newCustomers: Set<Int64> = []
    /// The chains of their members: the numbers of the originals that represent them.
    private var roots: [Int64: Int64] = [:]

    /// Adds a new customer.
    func add(_ customer: NumberedCustomer, app: Int64) {
        self.newCustomers.insert(customer.number)
        self.customerNumbers.keep(customer.number, for: LocalID(app, customer.name))
        self.customers.keep(customer, for: customer.number)
        self.looseTokens.keep([], for: customer.number)
        self.eventCounts.keep(0, for: EventStreamNumber(customer: customer.number))
    }

    /// Keeps what is stored of a customer in an app and environment if the customer is new: nothing.
    func keepNothing(ofNew customer: Int64, in scope: Scope) {
        guard self.newCustomers.contains(customer) else { return }
        let key = LocalID(scope.number, customer)
        if self.holdings.known(key) == nil { self.holdings.keep([:], for: key) }
        guard self.holderStates.known(key) == nil else { return }
        self.holderStates.keep(
            HolderState(isCounting: true, isGranted: false, isSeveral: false, publishedAt: nil),
            for: key
        )
    }

    /// Keeps an original, or that there is none, under Apple's id.
    func keep(_ original: OriginalRecord?, for id: LocalID<OriginalTransactionID>) {
        self.originalNumbers.keep(original?.number, for: id)
        if let original { self.originals.keep(original, for: original.number) }
    }

    /// Keeps a chain and its originals.
    func keep(_ chain: ChainRecord) {
        self.chains.keep(chain, for: chain.root)
        for original in chain.originals.values {
            self.originals.keep(original, for: original.number)
            self.roots[original.number] = chain.root
        }
    }

    /// Returns a transaction of a loaded chain, or `nil` if it is not known.
    func transaction(_ id: LocalID<TransactionID>) -> ChainTransaction? {
        guard case .some(.some(let home)) = self.homes.known(id), let root = self.roots[home] else { return nil }
        return self.chains.known(root)?.transactions[id.id]
    }

    /// Changes the chain to which an original belongs, if it is loaded and has a transaction; otherwise forgets it.
    func changeChain(of original: Int64, with id: TransactionID, _ change: (inout ChainRecord) -> Void) {
        guard let root = self.roots[original], let chain = self.chains.known(root) else { return }
        guard chain.transactions[id] != nil else { return self.chains.forget(root) }
        self.chains.change(root, change)
    }
}

/// The number of an app's events, and the latest instant of any.
struct AppEvents: Hashable {
    /// The number of events.
    var count: Int64
    /// The latest instant.
    var latestAt: Instant
}

/// An id with the number of the app, or of the app and environment, within which it is unique.
struct LocalID<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The number of the app, or of the app and environment.
    let place: Int64
    /// The id.
    let id: ID

    /// Creates an id within an app, or within an app and environment.
    init(_ place: Int64, _ id: ID) {
        self.place = place
        self.id = id
    }
}

extension LocalID: Comparable where ID: Comparable {
    /// Returns whether the left id comes first: by place, then by id.
    static func < (left: Self, right: Self) -> Bool {
        left.place == right.place ? left.id < right.id : left.place < right.place
    }
}
