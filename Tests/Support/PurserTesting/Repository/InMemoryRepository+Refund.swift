package import Ledger

extension InMemoryRepository {
    /// A case.
    package func refund(_ id: RefundID, of app: AppName) async throws(RepositoryError) -> RefundRecord? {
        try self.open { books in books.refunds.place(of: id, app: app).map { books.refunds.all[$0].record } }
    }

    /// The cases of an app after a place.
    package func refunds(
        of app: AppName,
        matching filter: RefundFilter,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PlacedRefund] {
        try self.open { books in
            let people = books.people[app] ?? BooksPeople()
            let wanted = filter.customer.map { people.resolved($0) }
            let fitting = books.refunds.all.enumerated().filter { index, kept in
                guard kept.record.app == app, Int64(index) + 1 > position else { return false }
                if let standing = filter.standing, kept.record.standing != standing { return false }
                guard let wanted else { return true }
                return kept.record.customer.map { people.resolved($0) } == wanted
            }
            return fitting.prefix(limit).map { index, kept in
                PlacedRefund(position: Int64(index) + 1, record: kept.record)
            }
        }
    }

    /// The cases of an app that were opened after a place in time.
    package func refunds(
        of app: AppName,
        openedAfter place: RefundPlace,
        limit: Int
    ) async throws(RepositoryError) -> [PlacedRefund] {
        try self.open { books in
            let all = books.refunds.all.enumerated().filter { $0.element.record.app == app }
                .map { PlacedRefund(position: Int64($0.offset) + 1, record: $0.element.record) }
            return Array(
                all.filter { RefundPlace($0) > place }.sorted { RefundPlace($0) < RefundPlace($1) }.prefix(limit)
            )
        }
    }

    /// The reported refunds of an app after a place.
    package func reportedRefunds(
        of app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PlacedReportedRefund] {
        try self.open { books in
            Array(books.reportedRefunds(of: app).filter { $0.position > position }.prefix(limit))
        }
    }

    /// The reported refunds of an app at a place in time or after it.
    package func reportedRefunds(
        of app: AppName,
        reportedAfter place: RefundPlace,
        limit: Int
    ) async throws(RepositoryError) -> [PlacedReportedRefund] {
        try self.open { books in
            let sorted = books.reportedRefunds(of: app).sorted { RefundPlace($0) < RefundPlace($1) }
            return Array(sorted.filter { place < RefundPlace($0) }.prefix(limit))
        }
    }

    /// The refunds of an Apple Account that still stand.
    package func refunds(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        before: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [AccountRefund] {
        try self.open { books in
            let refunds = books.refunds.all.map(\.record).reversed().filter {
                $0.app == app && $0.environment == environment && $0.subject.account == account
            }.compactMap(\.accountRefund).filter { $0.refundedAt < before }
            // Sorting keeps the order of those of one instant.
            let sorted = refunds.sorted { $0.refundedAt > $1.refundedAt }
            return AccountRefund.purchases(among: Array(sorted.prefix(limit)))
        }
    }

    /// Makes room for a report, and returns how many old ones it took the place of; `nil` where there is no room.
    package func makeRoom(
        for report: ReportedRefund,
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int,
        before: Instant
    ) async throws(RepositoryError) -> Int? {
        try self.open { books in
            let scope = Books.Scope(app: app, environment: environment)
            return books.facts[scope, default: Facts()].makeRoom(for: report, limit: limit, before: before)
        }
    }

    /// Leases cases to one worker.
    package func leaseRefunds(
        of app: AppName,
        at now: Instant,
        until: Instant,
        limit: Int
    ) async throws(RepositoryError) -> RefundLeases {
        try self.open { books in books.leaseRefunds(of: app, at: now, until: until, limit: limit) }
    }

    /// Takes note of what a worker did.
    package func conclude(
        _ lease: RefundLease,
        _ step: RefundStep,
        at now: Instant
    ) async throws(RepositoryError) -> RefundRecord? {
        try self.open { books in books.conclude(lease, step, at: now) }
    }

    /// Takes a person's word.
    package func decide(
        _ word: RefundAnswer.Word,
        on id: RefundID,
        of app: AppName
    ) async throws(RepositoryError) -> (record: RefundRecord, isTaken: Bool)? {
        try self.open { books in
            guard let place = books.refunds.place(of: id, app: app) else { return nil }
            let isTaken = books.refunds.all[place].decide(word)
            return (books.refunds.all[place].record, isTaken)
        }
    }

    /// Keeps a policy if its number follows the newest of its app.
    package func keep(_ policy: RefundPolicy, of app: AppName) async throws(RepositoryError) -> Bool {
        try self.open { books in
            let newest = books.refunds.policies[app]?.last?.version ?? 0
            guard policy.version == newest + 1 else { return false }
            let end = RefundTrial.End(.replaced, at: policy.publishedAt, by: policy.publishedBy)
            _ = books.refunds.endTrial(of: newest, end, app: app)
            books.refunds.policies[app, default: []].append(policy)
            return true
        }
    }

    /// The policies of an app, newest first.
    package func refundPolicies(
        of app: AppName,
        before version: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [RefundPolicy] {
        try self.open { books in
            let known = (books.refunds.policies[app] ?? []).filter { $0.version < version ?? .max }
            return Array(known.reversed().prefix(limit))
        }
    }

    /// Ends the trial of a policy, and says whether one ran.
    package func endTrial(
        of version: Int64,
        _ end: RefundTrial.End,
        app: AppName
    ) async throws(RepositoryError) -> Bool {
        try self.open { books in books.refunds.endTrial(of: version, end, app: app) }
    }

    /// What came of the cases of a trial, by arm.
    package func tallies(
        of version: Int64,
        app: AppName
    ) async throws(RepositoryError) -> [RefundExperiment.Arm: RefundTally] {
        try self.open { books in books.refunds.tallies[app]?[version] ?? [:] }
    }

    /// When consent was last rescinded for an Apple Account.
    package func consentRescindedAt(
        for account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> Instant? {
        try self.open { books in books.refunds.rescissions[Books.Scope(app: app, environment: environment)]?[account] }
    }

    /// Sets what Apple is told for a customer, or takes that back.
    package func setRefundOverride(
        _ override: RefundOverride?,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) {
        try self.open { books in
            if override != nil { books.people[app, default: BooksPeople()].meet(customer) }
            let people = books.people[app] ?? BooksPeople()
            let wanted = people.resolved(customer)
            guard let override else {
                for key in books.refunds.overrides.keys
                where key.app == app && people.resolved(key.customer) == wanted {
                    books.refunds.overrides[key] = nil
                }
                return
            }
            books.refunds.overrides[BooksCustomers.Key(app: app, customer: wanted)] = override
            books.wakeRefunds(of: customer, app: app, at: override.at)
        }
    }

    /// What is set for a customer.
    package func refundOverride(
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> RefundOverride? {
        try self.open { books in
            let people = books.people[app] ?? BooksPeople()
            let wanted = people.resolved(customer)
            return books.refunds.overrides.filter { $0.key.app == app && people.resolved($0.key.customer) == wanted }
                .map(\.value).max { $0.at < $1.at }
        }
    }

    /// Keeps what a shop says of how a purchase was used, unless something later is known.
    package func state(
        _ word: ConsumptionWord,
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> ConsumptionWord? {
        try self.open { books in
            let scope = Books.Scope(app: app, environment: environment)
            guard let claim = books.chain(of: transaction, in: scope)?.claims[transaction] else { return nil }
            let known = books.refunds.consumption[scope]?[transaction]?.word
            if let known, !known.speaks(before: word) { return known }
            books.refunds.consumption[scope, default: [:]][transaction] = (word, claim.owner)
            return word
        }
    }

    /// What counts of what the shop said of a purchase.
    package func consumption(
        of transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> ConsumptionWord? {
        try self.open { books in
            let words = books.refunds.consumption[Books.Scope(app: app, environment: environment)] ?? [:]
            return transactions.compactMap { words[$0]?.word }.max { $0.speaks(before: $1) }
        }
    }
}
