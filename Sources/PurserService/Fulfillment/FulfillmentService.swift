package import Ledger

/// The use cases of fulfillments for the shop and operators: confirm, fail, retry, suspend, release.
///
/// An operator's action, a shop's action that is more than its statement of what it did, and an action with a reason
/// are entered in the audit log with their outcome.
package struct FulfillmentService: Sendable {
    private let repository: any Repository
    private let apps: [AppName: ServedApp]
    private let ambient: Ambient
    private let workers: Ambient
    private let audit: AuditLog
    private let metrics: FulfillmentMetrics
    private let onConfirmed: @Sendable (Fulfillment) async -> Void

    /// Creates a service of these apps.
    ///
    /// The ambient's time is that of the ledger, that of `workers` is real time, which leases follow; `onConfirmed`
    /// receives each fulfillment that the shop confirms.
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

    /// The current instant of the ledger.
    package var now: Instant { self.ambient.now() }

    /// Lists the fulfillments of an app after a position, in the order in which they were created.
    package func list(
        _ filter: FulfillmentFilter,
        after position: Int64,
        limit: Int,
        in app: AppName
    ) async throws(FulfillmentError) -> [PositionedFulfillment] {
        _ = try self.app(app)
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in
                try view.fulfillments(of: app, matching: filter, after: position, limit: limit)
            }
        }
    }

    /// Returns the number of suspended fulfillments and revocations of goods, up to a limit for each.
    package func suspendedCount(in app: AppName, limit: Int) async throws(FulfillmentError) -> Int {
        _ = try self.app(app)
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in try view.suspendedFulfillmentCount(of: app, limit: limit) }
        }
    }

    /// Returns one fulfillment.
    package func fulfillment(_ id: FulfillmentID, in app: AppName) async throws(FulfillmentError) -> Fulfillment {
        _ = try self.app(app)
        let found = try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in try view.fulfillment(id, of: app) }
        }
        guard let found else { throw .unknown }
        return found
    }

    /// Performs an action on a fulfillment and returns its new state; repeating an action is no change.
    package func perform(
        _ action: FulfillmentAction,
        on id: FulfillmentID,
        in name: AppName,
        by actor: String,
        reason: String? = nil
    ) async throws(FulfillmentError) -> ActionResult<Fulfillment> {
        let app = try self.app(name)
        let audited = action.audited(isReasoned: reason != nil)
        let now = self.ambient.now()
        let answer = try await self.storing { () throws(RepositoryError) in
            try await IdempotentWork.deciding { (answer: FulfillmentAnswer?) in
                answer.flatMap { $0.outcome == .refused ? nil : $0.result }
            } by: { () throws(RepositoryError) in
                try await self.repository.write { unit in
                    let answer = try unit.perform(
                        action,
                        on: id,
                        of: name,
                        at: now,
                        workersAt: self.workers.now(),
                        catalog: app.catalog
                    )
                    guard let answer else { return nil }
                    if answer.outcome == .done { try unit.hear([], fulfillments: [id], app: name, at: now) }
                    if let audited {
                        let customer = answer.fulfillment.customer
                        let record = Self.record(audited, on: id, of: customer, in: name, by: actor, reason: reason)
                        try self.audit.add(record, answer.audited, to: unit)
                    }
                    return answer
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
    /// Returns the kind of the audit entry; the shop's statement of what it did has one only if it gives a reason.
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
    /// The outcome in the audit log.
    fileprivate var audited: AuditOutcome {
        switch self.outcome {
        case .done: .done
        case .already: .nothing
        case .refused: .refused(code: FulfillmentError.notPossible(self.fulfillment.state).code)
        }
    }

    /// The fulfillment, with the reason of no change if its state was the same before.
    fileprivate var result: ActionResult<Fulfillment> {
        ActionResult(self.fulfillment, nothing: self.outcome == .already ? .fulfillmentSame : nil)
    }
}
