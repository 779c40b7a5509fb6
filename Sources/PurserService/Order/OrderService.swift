package import Ledger
import Notation

/// The use cases of orders: creates, reads and cancels them, and stores support's notes.
package struct OrderService: Sendable {
    /// The maximum length of a reason in bytes.
    package static let maximumReasonBytes = 500
    /// The maximum number of orders or purchases in one answer.
    package static let maximumPage = 1000
    /// The queue of purchases without an order.
    package static let queueWithoutOrder = "paid_without_order"
    /// The names of all queues.
    package static let queues = OrderQueue.allCases.map(\.rawValue) + [Self.queueWithoutOrder]
    /// The number of random bytes in an order's id.
    private static let nameByteCount = 12
    /// The maximum number of times that the guards are evaluated again because the same customer has created another
    /// order meanwhile.
    private static let maximumLooks = 20

    let repository: any Repository
    let ambient: Ambient
    private let audit: AuditLog

    /// Creates a service of this repository.
    package init(repository: any Repository, ambient: Ambient) {
        self.repository = repository
        self.ambient = ambient
        self.audit = AuditLog(repository: repository, ambient: ambient)
    }

    /// The current instant, for the states of orders.
    package var now: Instant { self.ambient.now() }

    /// Creates an order, unless one of its values is wrong or a guard refuses it.
    ///
    /// - Parameters:
    ///   - draft: The values of the order.
    ///   - app: The app.
    ///   - name: The key that creates it.
    /// - Returns: The order with the token for StoreKit, once it is on disk.
    /// - Throws: The reason why it was not created.
    package func create(
        _ draft: OrderDraft,
        in app: ServedApp,
        by name: String
    ) async throws(OrderError) -> OrderRecord {
        do throws(OrderError) {
            return try await self.make(draft, in: app, by: name)
        } catch {
            OrderMetrics().noteRefusal(error, draft.environment, in: app.name)
            throw error
        }
    }

    private func make(
        _ draft: OrderDraft,
        in app: ServedApp,
        by name: String
    ) async throws(OrderError) -> OrderRecord {
        let product = try self.check(draft, in: app)
        for _ in 0..<Self.maximumLooks {
            let (newest, remark) = try await self.pass(draft, product, in: app)
            let order = self.order(draft, product, in: app, remark: remark, by: name)
            let creation = try await self.storing { () throws(RepositoryError) in
                try await IdempotentWork.deciding(Self.made) { () throws(RepositoryError) in
                    try await self.repository.write { unit in
                        try unit.create(
                            order,
                            app: app.name,
                            catalog: app.catalog,
                            after: newest,
                            within: app.orderLimits
                        )
                    }
                }
            }
            switch creation {
            case .created(let record): return record
            case .overtaken: continue
            case .nameTaken: throw .nameTaken
            case .tokenTaken: throw .tokenTaken
            case .tooManyOpen: throw .tooManyOpen(app.orderLimits.open)
            case .tooMany(let freeAt):
                throw .tooMany(waitSeconds: Int((max(0, (freeAt - order.createdAt).milliseconds) + 999) / 1000))
            }
        }
        throw .storage(.unavailable)
    }

    @Sendable private static func made(_ creation: OrderCreation) -> OrderRecord? {
        if case .created(let record) = creation { record } else { nil }
    }

    /// Evaluates the guards on one consistent view of the ledger; returns their remark if they accept the order, and the
    /// position of the customer's newest order in that view, 0 without orders.
    ///
    /// Without guards the position is `nil`, because nothing depends on the customer's orders.
    private func pass(
        _ draft: OrderDraft,
        _ product: Product,
        in app: ServedApp
    ) async throws(OrderError) -> (newest: Int64?, remark: Order.Remark?) {
        let now = self.ambient.now()
        let known = try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view -> (newest: Int64?, evidence: [String: RuleValue])? in
                guard try view.admits(draft.customer, app: app.name) else { return nil }
                guard let guards = app.guards else { return (nil, [:]) }
                let newest = try view.orders(of: draft.customer, app: app.name, before: .max, limit: 1).first
                let evidence = try view.orderEvidence(
                    for: draft,
                    product,
                    in: app,
                    named: guards.evidenceNames,
                    at: now
                )
                return (newest?.position ?? 0, evidence)
            }
        }
        guard let known else { throw .reservedCustomer }
        return (
            known.newest,
            try app.guards.flatMap { guards throws(OrderError) in
                try self.pass(guards, on: known.evidence)
            }
        )
    }

    private func order(
        _ draft: OrderDraft,
        _ product: Product,
        in app: ServedApp,
        remark: Order.Remark?,
        by name: String
    ) -> Order {
        let now = self.ambient.now()
        return Order(
            id: OrderID(draft.id ?? "order_" + Hexadecimal.text(self.ambient.randomBytes(Self.nameByteCount))),
            customer: draft.customer,
            environment: draft.environment,
            productID: draft.productID,
            quantity: Int(draft.quantity),
            price: draft.price,
            reference: draft.reference,
            storefront: draft.storefront,
            token: draft.token ?? AccountToken.minted(from: self.ambient.randomBytes(16)),
            amount: Self.amount(of: draft, product),
            createdAt: now,
            createdBy: name,
            expiresAt: now + draft.lifetime,
            retention: app.orderLimits.retention,
            remark: remark
        )
    }

    /// Returns an order; with `customer` only if the order belongs to that customer.
    package func order(
        _ id: OrderID,
        in app: ServedApp,
        of customer: CustomerID? = nil
    ) async throws(OrderError) -> OrderRecord {
        let found = try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in try view.order(id, app: app.name, of: customer) }
        }
        guard let found else { throw .unknownOrder }
        return found
    }

    /// Lists the orders that need attention, in the order in which they were created.
    package func orders(
        in queue: OrderQueue,
        in app: ServedApp,
        after position: Int64,
        limit: Int
    ) async throws(OrderError) -> [PositionedOrder] {
        try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in
                try view.orders(in: queue, app: app.name, after: position, limit: limit)
            }
        }
    }

    /// Returns the number of orders that need attention, up to a limit.
    package func orderCount(
        in queue: OrderQueue,
        in app: ServedApp,
        limit: Int
    ) async throws(OrderError) -> Int {
        try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in try view.orderCount(in: queue, app: app.name, limit: limit) }
        }
    }

    /// Returns the number of orders in all queues that need attention, each counted up to a limit.
    package func attentionCount(in app: ServedApp, limit: Int) async throws(OrderError) -> Int {
        var count = 0
        for queue in OrderQueue.allCases where queue != .open {
            count += try await self.orderCount(in: queue, in: app, limit: limit)
        }
        return min(count, limit)
    }

    /// Lists a customer's orders, newest first.
    package func orders(
        of customer: CustomerID,
        in app: ServedApp,
        before position: Int64,
        limit: Int
    ) async throws(OrderError) -> [PositionedOrder] {
        try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in
                try view.orders(of: customer, app: app.name, before: position, limit: limit)
            }
        }
    }

    /// Lists the purchases that pay for no order, in the order in which they were published.
    package func paymentsWithoutOrder(
        in app: ServedApp,
        after position: Int64,
        limit: Int
    ) async throws(OrderError) -> [(position: Int64, payment: OrderPayment)] {
        try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in
                try view.paymentsWithoutOrder(app: app.name, after: position, limit: limit)
            }
        }
    }

    /// Cancels an unpaid order; an order that is canceled already stays unchanged.
    package func cancel(
        _ id: OrderID,
        in app: ServedApp,
        of customer: CustomerID? = nil,
        by name: String,
        reason: String?
    ) async throws(OrderError) -> ActionResult<OrderRecord> {
        if let reason { try Self.check(reason, field: "reason", maximumBytes: Self.maximumReasonBytes) }
        let now = self.ambient.now()
        return try await self.change { unit in
            guard let record = try unit.order(id, app: app.name, of: customer) else { return .failure(.unknownOrder) }
            guard record.matches.isEmpty else { return .failure(.alreadyPaid) }
            guard record.cancellation == nil else { return .success(ActionResult(record, nothing: .orderCanceled)) }
            let canceled = try unit.perform(
                .cancel(at: now, by: name, reason: reason),
                on: id,
                app: app.name,
                at: now
            )
            return canceled.map { .success(ActionResult($0)) } ?? .failure(.unknownOrder)
        }
    }

    /// Adds a note to an order.
    package func note(
        _ text: String,
        on id: OrderID,
        in app: ServedApp,
        by name: String
    ) async throws(OrderError) -> OrderRecord {
        guard (1...OrderNote.maximumBytes).contains(text.utf8.count) else { throw .note }
        guard Self.isClean(text, lines: true) else { throw .noteUnclean }
        let now = self.ambient.now()
        return try await self.change { unit in
            guard let record = try unit.order(id, app: app.name) else { return .failure(.unknownOrder) }
            guard record.notes.count < OrderNote.maximumCount else { return .failure(.tooManyNotes) }
            let note = OrderNote(at: now, by: name, text: text)
            let noted = try unit.perform(.note(note), on: id, app: app.name, at: now)
            return noted.map { .success($0) } ?? .failure(.unknownOrder)
        }
    }

    /// Records that an order was fulfilled, or that its goods were revoked; called by the fulfillment code.
    @discardableResult
    package func fulfill(_ id: OrderID, in app: ServedApp, at instant: Instant?) async throws(OrderError) -> OrderRecord
    {
        let now = self.ambient.now()
        return try await self.change { unit in
            let fulfilled = try unit.perform(.fulfill(at: instant), on: id, app: app.name, at: now)
            return fulfilled.map { .success($0) } ?? .failure(.unknownOrder)
        }
    }

    /// Returns the block of a customer, as guards of orders in an environment see it; `nil` if the customer is not
    /// blocked.
    package func block(
        of customer: CustomerID,
        in app: ServedApp,
        environment: StoreEnvironment = .production
    ) async throws(OrderError) -> CustomerBlock? {
        let now = self.ambient.now()
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in
                try view.block(of: customer, in: app, environment: environment, at: now)
            }
        }
    }

    /// Blocks a customer by hand, so that guards can refuse their orders; with `isBlocked` false, removes the block.
    ///
    /// A block that the catalog derives from a rescission of consent stays, and is returned.
    package func block(
        _ customer: CustomerID,
        _ isBlocked: Bool,
        in app: ServedApp,
        by name: String,
        reason: String
    ) async throws(OrderError) -> ActionResult<CustomerBlock?> {
        guard (1...Self.maximumReasonBytes).contains(reason.utf8.count) else { throw .reasonMissing }
        guard Self.isClean(reason, lines: false) else { throw .reasonUnclean }
        return try await self.storing { () throws(RepositoryError) in
            let action: AuditAction = isBlocked ? .customerBlock : .customerUnblock
            let record = AuditRecord(
                by: name,
                action,
                // The log is never changed; the customer of the entry is stored separately and erased with the name.
                on: app.name.rawValue,
                reason: reason,
                details: ["app": app.name.rawValue],
                about: AuditDraft.About([customer], of: app.name)
            )
            let now = self.ambient.now()
            let block = isBlocked ? CustomerBlock(at: now, by: name, reason: reason) : nil
            let kept = try await self.audit.enter(record) { (kept: CustomerBlockChange?) in
                kept.map { $0.isNew ? .done : .nothing }
            } by: { () throws(RepositoryError) in
                try await IdempotentWork.deciding { (kept: CustomerBlockChange?) in
                    kept.map { Self.result(of: $0, isBlocked) }
                } by: { () throws(RepositoryError) in
                    try await self.repository.write { unit in
                        guard try unit.admits(customer, app: app.name) else { return nil }
                        let change = try unit.block(customer, block, app: app.name)
                        guard !isBlocked else { return change }
                        return CustomerBlockChange(
                            try unit.rescissionBlock(of: customer, in: app, environment: .production, at: now),
                            isNew: change.isNew
                        )
                    }
                }
            }
            guard let kept else { return ActionResult(nil, nothing: isBlocked ? nil : .customerNotBlocked) }
            return Self.result(of: kept, isBlocked)
        }
    }

    private static func result(
        of kept: CustomerBlockChange,
        _ isBlocked: Bool
    ) -> ActionResult<CustomerBlock?> {
        ActionResult(kept.block, nothing: kept.isNew ? nil : isBlocked ? .customerBlocked : .customerNotBlocked)
    }

    // MARK: Parts

    /// Changes an order in one unit of work, whose success is the answer to the request; a refusal changes nothing.
    private func change<Changed: Sendable>(
        name: StaticString = #function,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Result<Changed, OrderError>
    ) async throws(OrderError) -> Changed {
        let changed = try await self.storing { () throws(RepositoryError) in
            try await IdempotentWork.deciding { (changed: Result<Changed, OrderError>) in
                try? changed.get()
            } by: { () throws(RepositoryError) in
                try await self.repository.write(name: name, work)
            }
        }
        return try changed.get()
    }

    /// Runs work on the ledger, and throws its errors as `OrderError`.
    func storing<Answer: Sendable>(
        _ work: () async throws(RepositoryError) -> Answer
    ) async throws(OrderError) -> Answer {
        do throws(RepositoryError) {
            return try await work()
        } catch {
            throw .storage(error)
        }
    }

    static func check(_ text: String, field: String, maximumBytes: Int) throws(OrderError) {
        guard (1...maximumBytes).contains(text.utf8.count), Self.isClean(text, lines: false) else {
            throw .text(field: field, maximumBytes: maximumBytes)
        }
    }

    /// Returns whether a text contains no control characters, except line breaks and tabs if it may have several lines.
    private static func isClean(_ text: String, lines: Bool) -> Bool {
        !text.unicodeScalars.contains {
            $0.properties.generalCategory == .control && !(lines && ($0 == "\n" || $0 == "\r" || $0 == "\t"))
        }
    }
}

extension ReadView {
    /// Returns an order; with `customer` only if the order belongs to that customer, under whichever of their names.
    fileprivate func order(_ id: OrderID, app: AppName, of customer: CustomerID?) throws -> OrderRecord? {
        guard let found = try self.order(id, app: app) else { return nil }
        guard let customer, customer != found.order.customer else { return found }
        // The order belongs to the canonical customer.
        return try self.canonicalCustomer(of: customer, app: app) == found.order.customer ? found : nil
    }
}
