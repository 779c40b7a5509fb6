import Ledger

/// The whole state of `InMemoryRepository`.
struct MemoryState: Sendable {
    /// An app and environment, within which Apple's ids are unique.
    struct Scope: Hashable {
        let app: AppName
        let environment: StoreEnvironment
    }

    /// Evidence of one app.
    struct Entry {
        let app: AppName
        let evidence: SignedEvidence
    }

    /// A token in one app.
    struct AppToken: Hashable {
        let app: AppName
        let token: AccountToken
    }

    /// A notification in one scope.
    struct NotificationKey: Hashable {
        let scope: Scope
        let uuid: Identifier<NotificationEvidence>
    }

    /// A reported refund in one scope.
    struct ReportedPlace: Hashable {
        let scope: Scope
        let subject: Facts.ReportSubject
    }

    /// Whether nothing more may be asked.
    var isClosed = false
    /// Signed objects in the order of recording.
    var evidence: [Entry] = []
    /// Held evidence in the order of arrival.
    var held: [HeldEvidence] = []
    /// How often each piece of evidence was held again or judged, by its app and digest.
    var heldRepeats: [AppName: [EvidenceDigest: Int]] = [:]
    private var notifications: Set<NotificationKey> = []
    /// The customers of account tokens, with the ids for which they were added.
    var customers: [AppToken: CustomerID] = [:]
    /// The merged and the erased customers.
    var people: [AppName: MemoryCustomerIdentities] = [:]
    /// The evidence of purchases.
    var facts: [Scope: Facts] = [:]
    /// The audit log.
    var audit: [AuditEntry] = []
    /// The checks with Apple.
    var healing = MemoryHealing()
    /// The shared state of nodes.
    var cluster = MemoryCluster()
    /// The imports.
    var imports = MemoryImports()
    /// Apple's reports.
    var reports = MemoryReports()
    /// The operators' decisions.
    var decisions: [Scope: Set<Decision>] = [:]
    /// The operators' ownership actions.
    var changes = MemoryOwnershipChanges()
    /// The access keys, tokens and idempotent answers.
    var access = MemoryAccessKeys()
    /// The operators, their sessions, and failed sign-ins.
    var operators = MemoryOperators()
    /// Orders given to Apple, and offers signed.
    var appStoreRequests = MemoryAppStoreRequests()
    /// The prices and price points.
    var prices = MemoryPrices()
    /// The catalogs that were applied, in order, with their texts.
    var catalogs: [(version: CatalogVersion, text: CatalogText)] = []
    /// The grants.
    var grants = MemoryGrants()
    /// The seats of members.
    var seats = MemorySeats()
    /// Customers' coins.
    var wallets = MemoryWallets()
    /// The facts, consents and submissions of customers.
    var profiles = MemoryCustomers()
    /// The orders.
    var orders = MemoryOrders()
    /// The published events and the sinks.
    var outbox = MemoryOutbox()
    /// The fulfillments.
    var fulfillments = MemoryFulfillments()
    /// The refunds.
    var refunds = MemoryRefunds()
    /// The places of reported refunds, in the order of first arrival.
    var reported: [ReportedPlace] = []
    /// The receipts with which Apple is asked.
    var receipts = MemoryReceipts()
    /// The uses of each legacy format.
    var legacyUsage = MemoryLegacyUsage()
    /// The customers whose risk reached the threshold.
    var risks = MemoryRisks()
    /// The history of metrics, and the alarms.
    var watch = MemoryWatch()
    /// The published entitlements.
    var entitlements = MemoryEntitlements()

    /// Held evidence that has a date, earliest first.
    var heldByDueDate: [(dueAt: Instant, held: HeldEvidence)] {
        self.held.enumerated()
            .compactMap { place, held in held.dueAt.map { (place: place, dueAt: $0, held: held) } }
            .sorted { ($0.dueAt, $0.place) < ($1.dueAt, $1.place) }
            .map { (dueAt: $0.dueAt, held: $0.held) }
    }

    /// Records one unit.
    mutating func record(_ intake: Intake) throws(RepositoryError) -> RecordingResult {
        let scope = Scope(app: intake.app, environment: intake.environment)
        var isNew = false
        for object in intake.evidence where !self.has(object.digest, app: intake.app) {
            guard object.parts.allSatisfy({ self.has($0.digest, app: intake.app) }) else { throw .corrupt }
            self.evidence.append(Entry(app: intake.app, evidence: object))
            isNew = true
        }
        var isNotificationNew = false
        if let notification = intake.notification {
            guard self.has(notification.evidence, app: intake.app) else { throw .corrupt }
            let key = NotificationKey(scope: scope, uuid: Identifier(notification.uuid))
            if self.notifications.insert(key).inserted {
                isNew = true
                isNotificationNew = true
                self.outbox.sinks.note(
                    notification,
                    chain: intake.originals.min()?.rawValue ?? notification.uuid,
                    app: intake.app,
                    in: intake.environment
                )
            }
        }
        if let released = intake.releasedHold {
            let count = self.held.count
            self.held.removeAll { $0.app == intake.app && $0.digest == released }
            isNew = self.held.count < count || isNew
        }
        if !intake.publishesEvents { self.publishWhatIsDue(before: intake, in: scope) }
        var facts = self.facts[scope] ?? Facts()
        let (met, revoked) = facts.news(in: intake)
        var changed = facts.record(intake)
        isNew = !changed.isEmpty || isNew
        changed.formUnion(self.originalsVouched(by: intake, in: scope))
        if let unclaim = intake.unclaim {
            let ended = self.end(unclaim, of: intake, in: scope)
            changed.formUnion(ended.originals)
            isNew = ended.isNew || isNew
        }
        var awaited: [AccountToken] = []
        var wasSubmittedBefore = false
        for submission in intake.submissions {
            if submission == intake.submission {
                wasSubmittedBefore = facts.submissions.contains {
                    $0.customer == submission.customer && $0.transactionID == submission.transactionID
                }
            }
            if facts.record(submission) {
                isNew = true
                if let original = facts.original(of: submission.transactionID) { changed.insert(original) }
            }
        }
        for decision in intake.decisions where self.decisions[scope, default: []].insert(decision).inserted {
            isNew = true
            changed.formUnion(facts.originals(namedBy: decision.transactionID))
        }
        for fact in intake.importFacts { isNew = self.imports.record(fact, in: scope) || isNew }
        if let owner = intake.tokenOwner {
            for token in intake.customerTokens {
                let key = AppToken(app: intake.app, token: token)
                guard self.customers[key] == nil else { continue }
                self.customers[key] = owner
                awaited.append(token)
                isNew = true
            }
        }
        self.facts[scope] = facts
        for report in intake.reportedRefunds {
            let place = ReportedPlace(scope: scope, subject: Facts.ReportSubject(report))
            if !self.reported.contains(place) { self.reported.append(place) }
        }
        for customer in intake.people { self.people[intake.app, default: MemoryCustomerIdentities()].meet(customer) }
        self.publish(changed, awaited: awaited, of: intake, in: scope)
        isNew = self.hearRefunds(in: intake, in: scope) || isNew
        self.publishEntitlements(
            at: intake.receivedAt,
            catalog: intake.catalog,
            cause: intake.evidence.last?.digest,
            isPublished: intake.publishesEvents
        )
        let claim = intake.submission.map { submission in
            self.chain(of: submission.transactionID, in: scope)?.claims[submission.transactionID] ?? .unclaimed
        }
        let finish = self.finish(intake, in: scope, wasSubmittedBefore: wasSubmittedBefore)
        return RecordingResult(
            isNew: isNew,
            claim: claim,
            wasSubmittedBefore: wasSubmittedBefore,
            finish: finish,
            isNotificationNew: isNotificationNew,
            transactions: met,
            revoked: revoked
        )
    }

    /// Stores evidence without applying it.
    mutating func hold(_ held: HeldEvidence) {
        if let known = self.held.first(where: { $0.app == held.app && $0.digest == held.digest }) {
            if known.reason == held.reason {
                self.heldRepeats[held.app]?[held.digest]? += 1
            } else if held.reason != .notOurs {
                self.judge(held)
            }
        } else {
            self.held.append(held)
            self.heldRepeats[held.app, default: [:]][held.digest] = 0
        }
        guard held.reason == .notOurs else { return }
        let group = self.held.indices.filter { self.held[$0].app == held.app && self.held[$0].reason == .notOurs }
        guard group.count > HeldEvidence.maximumNotOurs else { return }
        let oldest = group.min { (self.held[$0].receivedAt, $0) < (self.held[$1].receivedAt, $1) }
        if let oldest { self.held.remove(at: oldest) }
    }

    /// Replaces the reason, the code and the date of held evidence.
    mutating func judge(_ held: HeldEvidence) {
        for (place, known) in self.held.enumerated() where known.app == held.app && known.digest == held.digest {
            self.held[place] = known.judged(held.reason, code: held.code, dueAt: held.dueAt)
            self.heldRepeats[held.app]?[held.digest]? += 1
        }
    }

    /// Every chain in which a transaction is known.
    func chains(in scope: Scope) -> [OwnedChain] {
        guard let facts = self.facts[scope] else { return [] }
        let chains = facts.chains
        let claims = Ownership.resolution(on: chains, facts: self.ownershipFacts(facts, scope: scope)).claims
        return chains.map { chain in
            let known = chain.transactions.compactMap { record in
                claims[record.transactionID].map { (record.transactionID, $0) }
            }
            return OwnedChain(chain: chain, claims: Dictionary(uniqueKeysWithValues: known))
        }
    }

    /// The chain of a transaction.
    func chain(of transaction: TransactionID, in scope: Scope) -> OwnedChain? {
        guard let facts = self.facts[scope], let chain = facts.chain(of: transaction) else { return nil }
        return self.owned(chain, facts: facts, scope: scope)
    }

    /// The chain of an original with its owners.
    func chain(of original: OriginalTransactionID, in scope: Scope) -> OwnedChain {
        let facts = self.facts[scope] ?? Facts()
        return self.owned(facts.chain(of: original), facts: facts, scope: scope)
    }

    /// A chain with its owners.
    ///
    /// Where others of the same Apple Account have a say, all of these are derived together.
    private func owned(_ chain: Chain, facts: Facts, scope: Scope) -> OwnedChain {
        let known = self.ownershipFacts(facts, scope: scope)
        var resolution = Ownership.resolution(on: [chain], facts: known)
        if !resolution.consulted.isEmpty {
            resolution = Ownership.resolution(on: facts.chainsSharingAccounts(with: chain), facts: known)
        }
        let ids = Set(chain.transactions.map(\.transactionID))
        return OwnedChain(chain: chain, claims: resolution.claims.filter { ids.contains($0.key) })
    }

    /// Returns the other evidence of ownership, with canonical customers.
    func ownershipFacts(_ facts: Facts, scope: Scope) -> OwnershipFacts {
        let people = self.people[scope.app] ?? MemoryCustomerIdentities()
        var customers: [AccountToken: CustomerID] = [:]
        for (key, customer) in self.customers where key.app == scope.app {
            customers[key.token] = people.resolved(customer)
        }
        return OwnershipFacts(
            submissions: facts.submissions.map { $0.by(people.resolved($0.customer)) },
            decisions: (self.decisions[scope] ?? []).map { $0.naming(people.resolved($0.customer)) },
            customers: customers,
            erasedAt: people.erasedAt,
            seats: self.seats(in: scope).compactMap { SeatMember($0.seat, of: $0.original) }
        )
    }

    /// The reported refunds of an app, in the order in which they arrived first.
    func reportedRefunds(of app: AppName) -> [PositionedReportedRefund] {
        self.reported.enumerated().compactMap { index, place in
            guard place.scope.app == app, let report = self.facts[place.scope]?.reports[place.subject] else {
                return nil
            }
            return PositionedReportedRefund(
                position: Int64(index) + 1,
                environment: place.scope.environment,
                report: report
            )
        }
    }

    /// Whether a notification is recorded.
    func hasNotification(_ uuid: String, in scope: Scope) -> Bool {
        self.notifications.contains(NotificationKey(scope: scope, uuid: Identifier(uuid)))
    }

    private func has(_ digest: EvidenceDigest, app: AppName) -> Bool {
        self.evidence.contains { $0.app == app && $0.evidence.digest == digest }
    }
}
