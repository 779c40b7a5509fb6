import Ledger

extension MemoryUnit {
    /// Returns the earliest due dates of the work that waits, collected from everything there is.
    func waitingWork(of apps: Set<AppName>?) throws -> WorkReading {
        let everything = Instant(milliseconds: .max)
        let memory = self.memory
        var reading = WorkReading()
        func add(_ kind: WorkKind, _ dueAt: Instant?, of app: AppName? = nil) {
            guard let dueAt, app.map({ apps?.contains($0) ?? true }) ?? true else { return }
            reading.due.add(kind, dueAt: dueAt)
        }
        for (app, dueAt) in memory.outbox.sinks.dueDates { add(.eventStreams, dueAt, of: app) }
        for job in memory.fulfillments.all.map(\.work) {
            let app = job.fulfillment.app
            let hasFulfiller = memory.outbox.sinks.webhooks(of: app).contains { $0.isFulfiller && $0.state == .active }
            if hasFulfiller { add(.fulfillments, job.dueAt, of: app) }
        }
        for job in memory.refunds.all { add(.refunds, job.dueAt, of: job.record.app) }
        add(.heldEvidence, memory.heldByDueDate.first?.dueAt)
        add(.stateChanges, memory.outbox.nextDueAt)
        add(.stateChanges, memory.entitlements.due(at: everything).first?.dueAt)
        for kept in memory.wallets.kept.values { add(.stateChanges, kept.wallet.dueAt) }
        add(.chainChecks, memory.outbox.dueChainChecks(at: everything).first?.dueAt)
        add(.orders, memory.dueOrders.first?.dueAt)
        for app in Set(memory.orders.orders.map(\.app)) {
            add(.orders, memory.dueOrderChecks(of: app, at: everything).first?.askAt, of: app)
        }
        for (app, position) in memory.orders.progress
        where position < memory.outbox.events(of: app).last?.position ?? 0 {
            add(.orders, DueWork.atOnce, of: app)
        }
        for kept in memory.receipts.all.values { add(.receipts, kept.receipt.dueAt) }
        for (key, record) in memory.risks.records { add(.risks, record.dueAt, of: key.app) }
        for app in memory.imports.workingApps { add(.imports, DueWork.atOnce, of: app) }
        for order in memory.appStoreRequests.orders where order.completion == nil && order.acceptedAt == nil {
            add(.extensions, DueWork.atOnce, of: order.app)
        }
        for (scope, entries) in memory.seats.kept {
            for entry in entries { add(.seats, entry.dueAt, of: scope.app) }
        }
        for kind in [WorkKind.endpoints, .catalogs, .extensions] { reading.revisions[kind] = Int64(memory.audit.count) }
        if !memory.cluster.revocations.isEmpty {
            reading.revisions[.revocations] = memory.cluster.revocations.reduce(0) { sum, revoked in
                sum + revoked.learnedAt.milliseconds + revoked.statedAt.milliseconds
                    + (revoked.clearedAt?.milliseconds ?? 0)
            }
        }
        return reading
    }
}
