package import Ledger

/// What the shop and operators do with what is to be fulfilled: confirm, fail, retry, suspend, release.
///
/// Whatever an operator does, whatever is more than the shop's own word on what it did, and whatever the shop gives a
/// reason for is entered in the audit log with what came of it.
package struct FulfillmentService: Sendable {
    private let repository: any Repository
    private let apps: [AppName: ServedApp]
    private let ambient: Ambient
    private let workers: Ambient
    private let audit: AuditLog
    private let metrics: FulfillmentMetrics
    private let onConfirmed: @Sendable (Fulfillment) async -> Void

    /// A service for these apps; the ambient's time is that of the ledger, that of `workers` is real, by which leases
    /// go, and `onConfirmed` is told of what the shop confirms.
    package init(
        repository: any Repository,
        apps: [ServedApp],
        ambient: Ambient,
        workers: Ambient? = nil,
        audit: AuditLog,
        onConfirmed: @escaping @Sendable (Fulfillment) async -> Void = { _ in }
    ) {
        self.repository = repository
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.ambient = ambient
        self.workers = workers ?? ambient
        self.audit = audit
        self.metrics = FulfillmentMetrics()
        self.onConfirmed = onConfirmed
    }

    /// The instant by which what happens is dated.
    package var now: Instant { self.ambient.now() }

    /// The fulfillments of an app after a place, in the order in which they were made.
    package func list(
        _ filter: FulfillmentFilter,
        after position: Int64,
        limit: Int,
        in app: AppName
    ) async throws(FulfillmentError) -> [PositionedFulfillment] {
        _ = try self.app(app)
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.fulfillments(of: app, matching: filter, after: position, limit: limit)
        }
    }

    /// One fulfillment.
    package func fulfillment(_ id: FulfillmentID, in app: AppName) async throws(FulfillmentError) -> Fulfillment {
        _ = try self.app(app)
        let found = try await self.storing { () throws(RepositoryError) in
            try await self.repository.fulfillment(id, of: app)
        }
        guard let found else { throw .unknown }
        return found
    }

    /// Does something with a fulfillment, and returns it as it is then; doing again what was done is nothing done.
    package func perform(
        _ action: FulfillmentAction,
        on id: FulfillmentID,
        in name: AppName,
        by actor: String,
        reason: String? = nil
    ) async throws(FulfillmentError) -> ActionResult<Fulfillment> {
        let app = try self.app(name)
        var record: AuditRecord?
        if let action = action.audited(isReasoned: reason != nil) {
            let customer = try await self.fulfillment(id, in: name).customer
            record = Self.record(action, on: id, of: customer, in: name, by: actor, reason: reason)
        }
        let now = self.ambient.now()
        let answer = try await self.storing { [record] () throws(RepositoryError) in
            try await self.audit.enter(record) { (answer: FulfillmentAnswer?) in
                answer.map { $0.audited }
            } by: { () throws(RepositoryError) in
                try await IdempotentWork.deciding { (answer: FulfillmentAnswer?) in
                    answer.flatMap { $0.outcome == .refused ? nil : $0.result }
                } by: { () throws(RepositoryError) in
                    try await self.repository.perform(
                        action,
                        on: id,
                        of: name,
                        at: now,
                        workersAt: self.workers.now(),
                        catalog: app.catalog
                    )
                }
            }
        }
        guard let answer else { throw .unknown }
        guard answer.outcome != .refused else { throw .notPossible(answer.fulfillment.state) }
        if answer.outcome == .done, case .confirm = action, answer.fulfillment.confirmedAt == now {
            self.metrics.noteConfirmed(answer.fulfillment, takesProduction: app.takesProduction)
            await self.onConfirmed(answer.fulfillment)
        }
        return answer.result
    }

    private func app(_ name: AppName) throws(FulfillmentError) -> ServedApp {
        guard let app = self.apps[name] else { throw .appUnknown(name) }
        return app
    }

    private static func record(
        _ action: AuditAction,
        on id: FulfillmentID,
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
    ) async throws(FulfillmentError) -> Answer {
        do throws(RepositoryError) {
            return try await work()
        } catch {
            throw .storage(error)
        }
    }
}

extension FulfillmentAction {
    /// What is entered in the audit log; the shop's word on what it did itself only where it says why.
    fileprivate func audited(isReasoned: Bool) -> AuditAction? {
        switch self {
        case .confirm(_, .operator, _, _): .fulfillmentConfirm
        case .confirm: isReasoned ? .fulfillmentConfirm : nil
        case .fail: isReasoned ? .fulfillmentFail : nil
        case .retry: .fulfillmentRetry
        case .suspend: .fulfillmentSuspend
        case .release: .fulfillmentRelease
        }
    }
}

extension FulfillmentAnswer {
    /// What the audit log keeps of it.
    fileprivate var audited: AuditOutcome {
        switch self.outcome {
        case .done: .done
        case .already: .nothing
        case .refused: .refused(code: FulfillmentError.notPossible(self.fulfillment.state).code)
        }
    }

    /// The fulfillment, and that nothing was done where it stood so already.
    fileprivate var result: ActionResult<Fulfillment> {
        ActionResult(self.fulfillment, nothing: self.outcome == .already ? .fulfillmentSame : nil)
    }
}
