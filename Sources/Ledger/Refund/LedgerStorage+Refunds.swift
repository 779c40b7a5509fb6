extension LedgerStorage {
    /// Returns a case.
    package func refund(_ id: RefundID, of app: AppName) throws -> RefundRecord? {
        var people = CustomerCache(self)
        return try self.refund(id, of: app, people: &people)?.job.record
    }

    /// Returns the refunds of an Apple Account before an instant that are still in force, the newest first, each
    /// purchase once.
    package func refunds(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        before: Instant,
        limit: Int
    ) throws -> [AccountRefund] {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return [] }
        return AccountRefund.purchases(
            among: try self.refunds(of: account, scope: scope, before: before, limit: limit)
        )
    }

    // MARK: What Apple signs

    /// Records a unit's evidence about refunds, after the owners were derived, and publishes the changes; returns
    /// whether any is new.
    func hearRefunds(in intake: Intake, on context: RecordingContext) throws -> Bool {
        var people = CustomerCache(self)
        var isNew = try intake.rescission.map { try self.hear($0, on: context, people: &people) } ?? false
        for update in intake.refundUpdates {
            guard let heard = try self.hear(update, on: context, people: &people) else { continue }
            isNew = true
            // Without a request, the transaction's own event reports the refund.
            if context.isPublished, !heard.record.refundCase.requests.isEmpty {
                try self.publish([heard.record.draft(heard.event)], of: heard.record, on: context, people: &people)
            }
        }
        return isNew
    }

    /// Records an update of a case, or the case of a first update; returns the case and the event to publish, or `nil`
    /// where nothing is to be published.
    private func hear(
        _ update: RefundUpdate,
        on context: RecordingContext,
        people: inout CustomerCache
    ) throws -> (record: RefundRecord, event: EventName)? {
        let scope = context.scope
        let stored = try self.refund(of: update.transactionID, scope: scope, people: &people)
        let (owner, name) = try self.owner(of: update.transactionID, scope: scope, people: &people)
        guard var refund = stored else {
            let made = RefundRecord(update, app: context.app, environment: scope.environment, customer: name)
            guard let record = made else { return nil }
            let job = RefundJob(record, at: context.now)
            self.note(.refunds, dueAt: job.dueAt)
            try self.insert(job, owner: owner, scope: scope)
            try self.keepFigures(of: record, after: nil, on: context)
            return (record, RefundRecord.event(from: nil, to: record.refundCase))
        }
        let hasLearned = refund.job.record.learn(from: update)
        guard let event = refund.job.apply(update, at: context.now) else {
            if hasLearned {
                try self.save(refund)
                try self.keepFigures(of: refund.job.record, after: stored?.job.record, on: context)
            }
            return nil
        }
        refund.owner = owner
        refund.job.record.customer = name
        try self.save(refund)
        try self.keepFigures(of: refund.job.record, after: stored?.job.record, on: context)
        return (refund.job.record, event)
    }

    /// Records the new owner of the purchase of a case.
    func moveRefund(of transaction: TransactionID, to owner: Int64?, on context: RecordingContext) throws {
        var people = CustomerCache(self)
        let stored = try self.refund(of: transaction, scope: context.scope, people: &people)
        guard var refund = stored else { return }
        refund.owner = owner
        refund.job.move(to: try owner.map { try people.name($0) }, at: context.now)
        try self.save(refund)
    }

    // MARK: What workers and operators do

    /// Leases cases to one worker, each with the current owner of its purchase, and defers those that cannot be read.
    package func leaseRefunds(of app: AppName, at now: Instant, until: Instant, limit: Int) throws -> RefundLeases {
        var people = CustomerCache(self)
        let due = try self.dueRefunds(of: app, at: now, limit: limit, people: &people)
        guard !due.isEmpty else { return RefundLeases() }
        let lease = try self.nextLeaseNumber()
        var leases: [RefundLease] = []
        var unreadable: [RefundID] = []
        for item in due {
            switch item {
            case .unreadable(let number, let id):
                try self.putOffRefund(number, until: now + RefundLeases.putOff)
                unreadable.append(id)
            case .readable(var refund):
                let transaction = refund.job.record.transactionID
                let (owner, name) = try self.owner(of: transaction, scope: refund.scope, people: &people)
                refund.owner = owner
                refund.job.record.customer = name
                leases.append(refund.job.lease(lease, until: until))
                try self.save(refund)
            }
        }
        return RefundLeases(leases, unreadable: unreadable)
    }

    /// Records the result of a worker's step, publishes its event, and counts the case in its trials of policies.
    package func conclude(_ lease: RefundLease, _ step: RefundStep, at now: Instant) throws -> RefundRecord? {
        var people = CustomerCache(self)
        let stored = try self.refund(lease.record.id, of: lease.record.app, people: &people)
        guard var refund = stored, let consequence = refund.job.conclude(lease, step, at: now) else { return nil }
        try self.save(refund)
        let record = refund.job.record
        let ended = try self.count(consequence.changes, of: refund.scope, at: now)
        let drafts = consequence.events.map { record.draft($0) } + ended.map { record.draft(about: $0) }
        if !drafts.isEmpty {
            try self.publish(drafts, of: record, on: RecordingContext(scope: refund.scope, now: now), people: &people)
        }
        return record
    }

    /// Records an operator's decision on the request of a case that can still be decided.
    package func decide(
        _ decision: RefundAnswer.Decision,
        on id: RefundID,
        of app: AppName
    ) throws -> (record: RefundRecord, isTaken: Bool)? {
        // The answer follows a commit, even where nothing has to change.
        try self.countRepeat()
        var people = CustomerCache(self)
        guard var refund = try self.refund(id, of: app, people: &people) else { return nil }
        let isTaken = refund.job.decide(decision)
        if isTaken { try self.save(refund) }
        return (refund.job.record, isTaken)
    }

    /// Makes a customer's cases due that wait for an operator or for consent.
    package func wakeRefunds(of customer: CustomerID, app: AppName, at now: Instant) throws {
        let dueAt = RefundJob.dueDate(at: now)
        for person in try self.people(in: customer, app: app) {
            self.note(.refunds, dueAt: dueAt)
            try self.putWaitingRefundsDue(dueAt, of: person)
        }
    }

    /// Deletes what was known of a customer when their requests were answered, the consumption reports on their
    /// purchases, and their risk: everything that a worker can write about them until their name is erased.
    package func forgetJudgments(of owner: Int64, app: AppName) throws {
        try self.deleteJudgments(of: owner)
        let page = 200
        var people = CustomerCache(self)
        var after: Int64 = 0
        while true {
            let refunds = try self.refunds(of: owner, app: app, after: after, limit: page, people: &people)
            for var refund in refunds {
                refund.job.forgetPerson()
                try self.save(refund)
            }
            guard let last = refunds.last, refunds.count == page else { return }
            after = last.number
        }
    }

    // MARK: One case

    /// Returns the case with an id.
    private func refund(
        _ id: RefundID,
        of app: AppName,
        people: inout CustomerCache
    ) throws -> NumberedRefund? {
        guard let place = id.place,
            let scope = try self.knownScope(ScopeName(app: app, environment: place.environment))
        else { return nil }
        return try self.refund(of: place.transactionID, scope: scope, people: &people)
    }

    /// Returns the number and the name of the current owner of a transaction.
    private func owner(
        of transaction: TransactionID,
        scope: Scope,
        people: inout CustomerCache
    ) throws -> (number: Int64?, name: CustomerID?) {
        let number = try self.owner(of: transaction, scope: scope)
        return (number, try number.map { try people.name($0) })
    }

    private func save(_ refund: NumberedRefund) throws {
        self.note(.refunds, dueAt: refund.job.dueAt)
        try self.put(refund)
    }

    /// Writes events about a case: into the event stream of its customer or, without one, of its chain.
    private func publish(
        _ drafts: [EventDerivation.Draft],
        of record: RefundRecord,
        on context: RecordingContext,
        people: inout CustomerCache
    ) throws {
        var root: Int64 = 0
        if record.customer == nil {
            let original = try self.original(record.subject.originalTransactionID, scope: context.scope)
            guard let original else { return }
            root = original.root
        }
        try self.write(drafts, about: root, on: context, people: &people)
    }
}
