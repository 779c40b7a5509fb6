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
        let record = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in try view.record(of: customer, app: name) }
        }
        guard let record else { throw .refused(.unknownCustomer) }
        var entries: [TimelineEntry] = []
        if !kinds.isDisjoint(with: [.evidence, .submission]) {
            entries += try await self.evidence(about: customer, in: name).filter { kinds.contains($0.kind) }
        }
        if kinds.contains(.transfer) {
            let transfers = try await self.transfers(of: customer, in: app, skipping: 0, limit: Self.longestList)
            entries += transfers.map { transfer in
                // A transfer has the same id for both customers, and one for each chain.
                let id = "transfer-\(transfer.id)-\(transfer.environment)-\(transfer.originalTransactionID)"
                return TimelineEntry(at: transfer.transferredAt, id: id, subject: .transfer(transfer))
            }
        }
        if kinds.contains(.action) {
            let actions = try await self.withRepository { repository throws(RepositoryError) in
                try await repository.read { view in
                    try view.auditEntries(of: customer, app: name, limit: Self.longestList)
                }
            }
            entries += actions.map { TimelineEntry(at: $0.at, id: "action-\($0.number)", subject: .action($0)) }
        }
        if let cursor {
            let last = TimelineEntry(at: cursor.at, id: cursor.id, subject: .action(Self.placeholder))
            entries = entries.filter { last.precedes($0) }
        }
        let below = min(cursor?.eventNumber ?? .max, record.eventCount + 1)
        if kinds.contains(.event) {
            entries += try await self.events(of: customer, in: name, below: below, after: cursor, limit: limit + 1)
        }
        entries.sort { $0.precedes($1) }
        let shown = Array(entries.prefix(limit))
        guard entries.count > limit, let last = shown.last else { return TimelinePage(entries: shown, next: nil) }
        let numbers = shown.compactMap { entry in
            if case .event(let event) = entry.subject { event.number } else { nil }
        }
        return TimelinePage(
            entries: shown,
            next: TimelineCursor(at: last.at, id: last.id, eventNumber: numbers.min() ?? below)
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

    /// Returns the newest events below a number.
    ///
    /// A change that fell due is dated when it did, so a later event may have an earlier date. In this list an event
    /// never precedes an earlier event: its date is the earliest of its own and those of all later events.
    private func events(
        of customer: CustomerID,
        in app: AppName,
        below: Int64,
        after cursor: TimelineCursor?,
        limit: Int
    ) async throws(CustomerError) -> [TimelineEntry] {
        let start = max(0, below - 1 - Int64(limit))
        let stream = EventStream(app: app, subject: .customer(customer))
        let events = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in try view.events(of: stream, after: start, limit: limit) }.filter {
                $0.number < below
            }
        }
        var latest = cursor?.at ?? Instant(milliseconds: .max)
        return events.reversed().map { event in
            latest = min(latest, event.occurredAt)
            let digits = String(event.number)
            let id = "event-" + String(repeating: "0", count: 19 - digits.count) + digits
            return TimelineEntry(at: latest, id: id, subject: .event(event))
        }
    }

    /// Returns Apple's evidence of a customer's purchases, and the customer's submissions of their chains.
    private func evidence(
        about customer: CustomerID,
        in app: AppName
    ) async throws(CustomerError) -> [TimelineEntry] {
        try await self.withRepository { repository throws(RepositoryError) in
            var entries: [TimelineEntry] = []
            for environment in StoreEnvironment.allCases {
                let ledger = try await repository.read { view in
                    try view.ledger(of: customer, app: app, environment: environment)
                }
                let transactions = ledger.chains.flatMap { $0.chain.transactions.map(\.transactionID) }
                for owned in ledger.chains {
                    entries += owned.words(of: ledger.customer, environment: environment)
                }
                let submissions = try await repository.read { view in
                    try view.submissions(
                        of: customer,
                        among: transactions,
                        app: app,
                        environment: environment
                    )
                }
                entries += submissions.map { submission in
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
            return entries
        }
    }

    /// A placeholder for an entry of which only the position matters.
    private static let placeholder = AuditEntry(
        number: 0,
        at: Instant(milliseconds: 0),
        operatorName: "",
        action: AuditAction(rawValue: ""),
        subject: "",
        reason: nil,
        details: [:],
        predecessor: .beginning,
        hash: .beginning
    )
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
