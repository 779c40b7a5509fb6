package import Ledger

extension CustomerService {
    /// Returns the timeline of a customer, newest first: Apple's evidence, events, transfers, submissions and
    /// operators' actions.
    ///
    /// It contains the submissions of purchases in whose chains the customer owns something.
    package func timeline(
        of customer: CustomerID,
        in app: ServedApp,
        kinds: Set<TimelineEntry.Kind> = Set(TimelineEntry.Kind.allCases),
        after cursor: TimelineCursor? = nil,
        limit: Int
    ) async throws(CustomerError) -> TimelinePage {
        let name = app.name
        let sources = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in
                try view.timelineSources(of: customer, app: name, kinds, after: cursor, limit: limit + 1)
            }
        }
        guard let sources else { throw .refused(.unknownCustomer) }
        var entries = sources.ledgers.flatMap { $0.entries }.filter { kinds.contains($0.kind) }
        entries += sources.transfers.map { transfer in
            // A transfer has the same id for both customers, and one for each chain.
            let id = "transfer-\(transfer.id)-\(transfer.environment)-\(transfer.originalTransactionID)"
            return TimelineEntry(at: transfer.transferredAt, id: id, subject: .transfer(transfer))
        }
        entries += sources.actions.map { TimelineEntry(at: $0.at, id: "action-\($0.number)", subject: .action($0)) }
        if let cursor { entries = entries.filter { $0.follows(at: cursor.at, id: cursor.id) } }
        entries += Self.entries(of: sources.events, after: cursor)
        entries.sort { $0.precedes($1) }
        let shown = Array(entries.prefix(limit))
        guard entries.count > limit, let last = shown.last else { return TimelinePage(entries: shown, next: nil) }
        let numbers = shown.compactMap { entry in
            if case .event(let event) = entry.subject { event.number } else { nil }
        }
        return TimelinePage(
            entries: shown,
            next: TimelineCursor(at: last.at, id: last.id, eventNumber: numbers.min() ?? sources.eventEnd)
        )
    }

    /// Returns the transfers from or to a customer, newest first.
    package func transfers(
        of customer: CustomerID,
        in app: ServedApp,
        skipping: Int,
        limit: Int
    ) async throws(CustomerError) -> [OwnershipTransfer] {
        try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in
                try view.transfers(of: customer, app: app.name, skipping: skipping, limit: limit)
            }
        }
    }

    /// Returns the entries of events, newest first.
    ///
    /// A change that fell due is dated when it did, so a later event may have an earlier date. In this list an event
    /// never precedes an earlier event: its date is the earliest of its own and those of all later events.
    private static func entries(of events: [Event], after cursor: TimelineCursor?) -> [TimelineEntry] {
        var latest = cursor?.at ?? Instant(milliseconds: .max)
        return events.reversed().map { event in
            latest = min(latest, event.occurredAt)
            let digits = String(event.number)
            let id = "event-" + String(repeating: "0", count: 19 - digits.count) + digits
            return TimelineEntry(at: latest, id: id, subject: .event(event))
        }
    }
}

/// What the ledger knows for one page of a customer's timeline, read on one view.
private struct TimelineSources: Sendable {
    /// The customer's purchases in one environment, and the submissions of their chains.
    struct Ledger: Sendable {
        let ledger: CustomerLedger
        let submissions: [Submission]

        /// The entries of Apple's evidence and of the submissions.
        var entries: [TimelineEntry] {
            let environment = self.ledger.environment
            let evidence = self.ledger.chains.flatMap { $0.words(of: self.ledger.customer, environment: environment) }
            return evidence
                + self.submissions.map { submission in
                    let id =
                        "submission-\(environment)-\(submission.transactionID)-\(submission.intent)-"
                        + "\(submission.submittedAt.milliseconds)-\(submission.customer)"
                    return TimelineEntry(
                        at: submission.submittedAt,
                        id: id,
                        subject: .submission(submission, environment)
                    )
                }
        }
    }

    /// The customer's purchases, by environment.
    var ledgers: [Ledger] = []
    /// The transfers from or to the customer.
    var transfers: [OwnershipTransfer] = []
    /// The operators' actions.
    var actions: [AuditEntry] = []
    /// The newest events below `eventEnd`, in order.
    var events: [Event] = []
    /// The number below which the events of the page are.
    var eventEnd: Int64
}

extension ReadView {
    /// Returns what the ledger knows for a page of a customer's timeline; `nil` for an unknown customer.
    fileprivate func timelineSources(
        of customer: CustomerID,
        app: AppName,
        _ kinds: Set<TimelineEntry.Kind>,
        after cursor: TimelineCursor?,
        limit: Int
    ) throws -> TimelineSources? {
        guard let record = try self.record(of: customer, app: app) else { return nil }
        let longestList = CustomerService.longestList
        var sources = TimelineSources(eventEnd: min(cursor?.eventNumber ?? .max, record.eventCount + 1))
        if !kinds.isDisjoint(with: [.evidence, .submission]) {
            sources.ledgers = try StoreEnvironment.allCases.map { environment in
                let ledger = try self.ledger(of: customer, app: app, environment: environment)
                let submissions = try self.submissions(
                    of: customer,
                    among: ledger.chains.flatMap { $0.chain.transactions.map(\.transactionID) },
                    app: app,
                    environment: environment
                )
                return TimelineSources.Ledger(ledger: ledger, submissions: submissions)
            }
        }
        if kinds.contains(.transfer) {
            sources.transfers = try self.transfers(of: customer, app: app, skipping: 0, limit: longestList)
        }
        if kinds.contains(.action) {
            sources.actions = try self.auditEntries(of: customer, app: app, limit: longestList)
        }
        if kinds.contains(.event) {
            let start = max(0, sources.eventEnd - 1 - Int64(limit))
            let stream = EventStream(app: app, subject: .customer(customer))
            sources.events = try self.events(of: stream, after: start, limit: limit).filter {
                $0.number < sources.eventEnd
            }
        }
        return sources
    }
}

extension OwnedChain {
    /// Returns Apple's evidence of the customer's purchases in this chain, and of the chain's future.
    fileprivate func words(of customer: CustomerID, environment: StoreEnvironment) -> [TimelineEntry] {
        let own = Set(self.claims.filter { $0.value.owner == customer }.keys)
        var entries: [TimelineEntry] = []
        func add(_ appleEvidence: TimelineEntry.AppleEvidence, at instant: Instant, _ name: String) {
            let id = "evidence-\(environment)-\(name)"
            entries.append(TimelineEntry(at: instant, id: id, subject: .evidence(appleEvidence, environment)))
        }
        for record in self.chain.transactions where own.contains(record.transactionID) {
            for snapshot in record.snapshots {
                let name = "transaction-\(snapshot.transactionID)-\(snapshot.digest.rawValue)"
                add(.transaction(snapshot), at: snapshot.signedAt, name)
            }
        }
        // Evidence of the chain as a whole belongs to the customer who owns its latest purchase.
        guard let latest = self.chain.purchases.last, own.contains(latest.transactionIDs[0]) else { return entries }
        for renewal in self.chain.renewals {
            add(.renewal(renewal), at: renewal.signedAt, "renewal-\(renewal.originalTransactionID)")
        }
        for status in self.chain.statuses {
            add(.status(status), at: status.statedAt, "status-\(status.originalTransactionID)")
        }
        for request in self.chain.refundRequests where own.contains(request.transactionID) {
            add(.refundRequest(request), at: request.signedAt, "refund-\(request.transactionID)-\(request.kind)")
        }
        return entries
    }
}
