package import Ledger

/// What the shop and operators do with what is to be handed over: confirm, fail, retry, park, release.
///
/// Whatever an operator does, whatever is more than the shop's own word on what it did, and whatever the shop gives a reason
/// for is entered in the audit log with what came of it.
package struct DeliveryDesk: Sendable {
    private let repository: any Repository
    private let apps: [AppName: ServedApp]
    private let ambient: Ambient
    private let workers: Ambient
    private let audit: AuditLog
    private let figures: DeliveryFigures
    private let onConfirmed: @Sendable (Delivery) async -> Void

    /// A desk for these apps; the ambient's time is that of the books, that of `workers` is real, by which leases go, and
    /// `onConfirmed` is told of what the shop confirms.
    package init(
        repository: any Repository,
        apps: [ServedApp],
        ambient: Ambient,
        workers: Ambient? = nil,
        audit: AuditLog,
        onConfirmed: @escaping @Sendable (Delivery) async -> Void = { _ in }
    ) {
        self.repository = repository
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.ambient = ambient
        self.workers = workers ?? ambient
        self.audit = audit
        self.figures = DeliveryFigures()
        self.onConfirmed = onConfirmed
    }

    /// The instant by which what happens is dated.
    package var now: Instant { self.ambient.now() }

    /// The deliveries of an app after a place, in the order in which they were made.
    package func list(
        _ filter: DeliveryFilter,
        after position: Int64,
        limit: Int,
        in app: AppName
    ) async throws(DeliveryError) -> [PlacedDelivery] {
        _ = try self.app(app)
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.deliveries(of: app, matching: filter, after: position, limit: limit)
        }
    }

    /// One delivery.
    package func delivery(_ id: DeliveryID, in app: AppName) async throws(DeliveryError) -> Delivery {
        _ = try self.app(app)
        let found = try await self.storing { () throws(RepositoryError) in
            try await self.repository.delivery(id, of: app)
        }
        guard let found else { throw .unknown }
        return found
    }

    /// Does something with a delivery, and returns it as it is then; doing again what was done is nothing done.
    package func act(
        _ act: DeliveryAct,
        on id: DeliveryID,
        in name: AppName,
        by actor: String,
        reason: String? = nil
    ) async throws(DeliveryError) -> ActResult<Delivery> {
        let app = try self.app(name)
        var record: AuditRecord?
        if let action = act.audited(isReasoned: reason != nil) {
            let customer = try await self.delivery(id, in: name).customer
            record = Self.record(action, on: id, of: customer, in: name, by: actor, reason: reason)
        }
        let now = self.ambient.now()
        let answer = try await self.storing { [record] () throws(RepositoryError) in
            try await self.audit.enter(record) { (answer: DeliveryAnswer?) in
                answer.map { $0.audited }
            } by: { () throws(RepositoryError) in
                try await IdempotentWork.deciding { (answer: DeliveryAnswer?) in
                    answer.flatMap { $0.outcome == .refused ? nil : $0.result }
                } by: { () throws(RepositoryError) in
                    try await self.repository.act(
                        act,
                        on: id,
                        of: name,
                        at: now,
                        workersAt: self.workers.now(),
                        catalogue: app.catalogue
                    )
                }
            }
        }
        guard let answer else { throw .unknown }
        guard answer.outcome != .refused else { throw .notPossible(answer.delivery.state) }
        if answer.outcome == .done, case .confirm = act, answer.delivery.confirmedAt == now {
            self.figures.noteConfirmed(answer.delivery, takesProduction: app.takesProduction)
            await self.onConfirmed(answer.delivery)
        }
        return answer.result
    }

    private func app(_ name: AppName) throws(DeliveryError) -> ServedApp {
        guard let app = self.apps[name] else { throw .appUnknown(name) }
        return app
    }

    private static func record(
        _ action: AuditAction,
        on id: DeliveryID,
        of customer: CustomerID?,
        in app: AppName,
        by actor: String,
        reason: String?
    ) -> AuditRecord {
        AuditRecord(
            by: actor,
            action,
            on: id.rawValue,
            reason: reason,
            details: ["app": app.rawValue],
            about: customer.map { AuditDraft.About([$0], of: app) }
        )
    }

    private func storing<Answer>(
        _ work: () async throws(RepositoryError) -> Answer
    ) async throws(DeliveryError) -> Answer {
        do throws(RepositoryError) {
            return try await work()
        } catch {
            throw .storage(error)
        }
    }
}

extension DeliveryAct {
    /// What is entered in the audit log; the shop's word on what it did itself only where it says why.
    fileprivate func audited(isReasoned: Bool) -> AuditAction? {
        switch self {
        case .confirm(_, .operator, _, _): .deliveryConfirm
        case .confirm: isReasoned ? .deliveryConfirm : nil
        case .fail: isReasoned ? .deliveryFail : nil
        case .retry: .deliveryRetry
        case .park: .deliveryPark
        case .release: .deliveryRelease
        }
    }
}

extension DeliveryAnswer {
    /// What the audit log keeps of it.
    fileprivate var audited: AuditOutcome {
        switch self.outcome {
        case .done: .done
        case .already: .nothing
        case .refused: .refused(code: DeliveryError.notPossible(self.delivery.state).code)
        }
    }

    /// The delivery, and that nothing was done where it stood so already.
    fileprivate var result: ActResult<Delivery> {
        ActResult(self.delivery, nothing: self.outcome == .already ? .deliverySame : nil)
    }
}
