package import Ledger

extension Session {
    /// Processes a unit's evidence about refunds, after the owners were derived, and publishes the changes; returns
    /// whether any is new.
    package func hearRefunds(in intake: Intake, on context: RecordingContext) throws -> Bool {
        var isNew = false
        if let rescission = intake.rescission {
            let account = SQLValue.identifier(rescission.account.rawValue)
            let values: [SQLValue] = [.integer(context.scope.number), account, .instant(rescission.signedAt)]
            isNew = try self.change(.refunds.putRescission, values) > 0
        }
        for update in intake.refundUpdates {
            var people = CustomerCache(self)
            let stored = try self.storedRefund(
                of: update.transactionID,
                in: context.scope,
                app: intake.app,
                people: &people
            )
            let owner = try self.owner(of: update.transactionID, scope: context.scope)
            let name = try owner.map { try people.name($0) }
            let event: EventName
            let record: RefundRecord
            if var stored {
                let isLearned = stored.work.record.learn(from: update)
                guard let heard = stored.work.apply(update, at: context.now) else {
                    if isLearned { try self.put(stored) }
                    continue
                }
                event = heard
                stored.owner = owner
                stored.work.record.customer = name
                try self.put(stored)
                record = stored.work.record
            } else {
                let made = RefundRecord(update, app: intake.app, environment: intake.environment, customer: name)
                guard let made else { continue }
                let work = RefundJob(made, at: context.now)
                try self.run(
                    .refunds.insertRefund,
                    [
                        .integer(context.scope.app), .integer(context.scope.number),
                        .identifier(update.transactionID.rawValue),
                    ] + self.changing(work, owner: owner)
                )
                event = RefundRecord.event(from: nil, to: made.refundCase)
                record = made
            }
            isNew = true
            // Without a request, the transaction's own event reports the refund.
            if context.isPublished, !record.refundCase.requests.isEmpty {
                try self.publish([record.draft(event)], of: record, on: context, people: &people)
            }
        }
        return isNew
    }

    // MARK: What workers and persons do

    /// Leases refund cases to one worker; postpones those that cannot be read.
    package func leaseRefunds(of app: AppName, at now: Instant, until: Instant, limit: Int) throws -> RefundLeases {
        guard let number = try self.knownApp(app) else { return RefundLeases() }
        var people = CustomerCache(self)
        let values: [SQLValue] = [.integer(number), .instant(now), .integer(Int64(limit))]
        let rows = try self.rawRefunds(.refunds.dueRefunds, values)
        guard !rows.isEmpty else { return RefundLeases() }
        guard let lease = try self.first(.sinks.countLease, [], read: { row in try row.integer() }) else {
            throw RepositoryError.corrupt
        }
        let environments = try self.environments(ofScopes: rows.map(\.scope))
        var leases: [RefundLease] = []
        var unreadable: [RefundID] = []
        for row in rows {
            let found = try ReadableRows.unlessUnreadable {
                try self.stored(row, in: environments, app: app, number: number, people: &people)
            }
            guard var stored = found else {
                try self.run(.refunds.putOffRefund, [.instant(now + RefundLeases.putOff), .integer(row.number)])
                unreadable.append(RefundID(row.transaction, in: environments[row.scope] ?? .production))
                continue
            }
            stored.owner = try self.owner(of: stored.work.record.transactionID, scope: stored.scope)
            stored.work.record.customer = try stored.owner.map { try people.name($0) }
            let leased = stored.work.lease(lease, until: until)
            try self.put(stored)
            leases.append(leased)
        }
        return RefundLeases(leases, unreadable: unreadable)
    }

    /// Records the result of a worker.
    package func conclude(_ lease: RefundLease, _ step: RefundStep, at now: Instant) throws -> RefundRecord? {
        var people = CustomerCache(self)
        let stored = try self.storedRefund(lease.record.id, of: lease.record.app, people: &people)
        guard var stored, let consequence = stored.work.conclude(lease, step, at: now) else { return nil }
        try self.put(stored)
        let record = stored.work.record
        var drafts = consequence.events.map { record.draft($0) }
        for trial in try self.count(consequence.changes, of: record.app, number: stored.scope.app, at: now) {
            drafts.append(record.draft(about: trial))
        }
        guard !drafts.isEmpty else { return record }
        let context = RecordingContext(scope: stored.scope, now: now)
        try self.publish(drafts, of: record, on: context, people: &people)
        return record
    }

    /// Makes the refund cases due that wait for a person or for consent.
    package func wakeRefunds(of customer: CustomerID, app: AppName, at now: Instant) throws {
        for person in try self.people(in: customer, app: app) {
            self.note(.refunds, dueAt: RefundJob.dueDate(at: now))
            try self.run(.refunds.wakeRefunds, [.instant(RefundJob.dueDate(at: now)), .integer(person)])
        }
    }

    /// Records the new owner of the purchase of a case.
    package func moveRefund(of transaction: TransactionID, to owner: Int64?, on context: RecordingContext) throws {
        var people = CustomerCache(self)
        let found = try self.storedRefund(of: transaction, in: context.scope, app: context.app, people: &people)
        guard var stored = found else { return }
        stored.owner = owner
        stored.work.move(to: try owner.map { try people.name($0) }, at: context.now)
        try self.put(stored)
    }

    /// Records a person's decision.
    package func decide(
        _ decision: RefundAnswer.Decision,
        on id: RefundID,
        of app: AppName
    ) throws -> (record: RefundRecord, isTaken: Bool)? {
        // The answer follows a commit, even where nothing has to change.
        try self.run(.transactions.countRepeat)
        var people = CustomerCache(self)
        guard var stored = try self.storedRefund(id, of: app, people: &people) else { return nil }
        guard stored.work.decide(decision) else { return (stored.work.record, false) }
        try self.put(stored)
        return (stored.work.record, true)
    }

    /// Deletes what was known of a customer when their requests were answered, the statements about their purchases, and
    /// their risk: everything that a worker can write about them until their name is erased.
    package func forgetJudgments(of owner: Int64, app: AppName) throws {
        for query in [SQLStatement.refunds.deleteConsumption, .risks.deleteRiskRecord] {
            try self.run(query, [.integer(owner)])
        }
        let page = 200
        var people = CustomerCache(self)
        var after: Int64 = 0
        while true {
            let values: [SQLValue] = [.integer(owner), .integer(after), .integer(Int64(page))]
            let rows = try self.refunds(.refunds.refundsOfOwner, values, app: app, people: &people)
            for var stored in rows {
                stored.work.forgetPerson()
                try self.put(stored)
            }
            guard let last = rows.last, rows.count == page else { return }
            after = last.number
        }
    }

    // MARK: Writing

    private func put(_ stored: StoredCase) throws {
        try self.run(.refunds.putRefund, self.changing(stored.work, owner: stored.owner) + [.integer(stored.number)])
    }

    private func changing(_ work: RefundJob, owner: Int64?) throws -> [SQLValue] {
        self.note(.refunds, dueAt: work.dueAt)
        return [
            .optional(owner), .integer(work.record.status.code), .instant(work.dueAt), .optional(work.lease),
            .instant(work.record.refundCase.openedAt), .optionalIdentifier(work.record.subject.account?.rawValue),
            .optionalText(work.record.subject.purchase?.spelling), .instant(work.record.accountRefund?.refundedAt),
            try RareJSON.text(StoredRefund(work.record)),
        ]
    }

    private func publish(
        _ drafts: [EventDerivation.Draft],
        of record: RefundRecord,
        on context: RecordingContext,
        people: inout CustomerCache
    ) throws {
        var root: Int64 = 0
        if record.customer == nil {
            guard let original = try self.original(record.subject.originalTransactionID, scope: context.scope) else {
                return
            }
            root = original.root
        }
        try self.write(drafts, about: root, on: context, people: &people)
    }
}
