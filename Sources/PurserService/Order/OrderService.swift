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
    let matcher: OrderMatcher
    private let audit: AuditLog

    /// Creates a service of this repository.
    package init(repository: any Repository, ambient: Ambient) {
        self.repository = repository
        self.ambient = ambient
        self.matcher = OrderMatcher(repository: repository, ambient: ambient)
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
        guard
            try await self.storing({ () throws(RepositoryError) in
                try await self.repository.admits(draft.customer, app: app.name)
            })
        else { throw .reservedCustomer }
        // A payment of a moment ago counts for velocity and for entitlements.
        try await self.storing { () throws(RepositoryError) in try await self.matcher.follow(app.name) }
        for _ in 0..<Self.maximumLooks {
            let newest = try await self.newestOrder(of: draft.customer, in: app)
            let remark = try await self.pass(draft, product, in: app)
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

    /// Returns the position of a customer's newest order, 0 without orders; `nil` if no guard uses the customer's
    /// orders.
    private func newestOrder(of customer: CustomerID, in app: ServedApp) async throws(OrderError) -> Int64? {
        guard app.guards != nil else { return nil }
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in
                try view.orders(of: customer, app: app.name, before: .max, limit: 1)
            }.first?.position ?? 0
        }
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
            // A payment that was acknowledged before this request is in its answer.
            try await self.matcher.follow(app.name)
            return try await self.repository.read { view in try view.order(id, app: app.name) }
        }
        guard let found else { throw .unknownOrder }
        guard let customer, customer != found.order.customer else { return found }
        // The order belongs to the canonical customer, whichever name the request uses.
        let counting = try await self.storing { () throws(RepositoryError) in
            let query = CustomerQuery(repository: self.repository, ambient: self.ambient)
            return try await query.canonicalCustomer(of: customer, in: app)
        }
        guard counting == found.order.customer else { throw .unknownOrder }
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
            try await self.matcher.follow(app.name)
            return try await self.repository.read { view in
                try view.orders(in: queue, app: app.name, after: position, limit: limit)
            }
        }
    }

    /// Lists a customer's orders, newest first.
    package func orders(
        of customer: CustomerID,
        in app: ServedApp,
        before position: Int64,
        limit: Int
    ) async throws(OrderError) -> [PositionedOrder] {
        try await self.storing { () throws(RepositoryError) in
            try await self.matcher.follow(app.name)
            return try await self.repository.read { view in
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
            try await self.matcher.follow(app.name)
            return try await self.repository.read { view in
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
        let record = try await self.order(id, in: app, of: customer)
        guard record.matches.isEmpty else { throw .alreadyPaid }
        if record.cancellation != nil { return ActionResult(record, nothing: .orderCanceled) }
        let now = self.ambient.now()
        let called = try await self.perform(.cancel(at: now, by: name, reason: reason), on: id, in: app, at: now) {
            $0.matches.isEmpty ? ActionResult($0) : nil
        }
        // The order may have been paid since it was read.
        guard called.matches.isEmpty else { throw .alreadyPaid }
        return ActionResult(called)
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
        let record = try await self.order(id, in: app)
        guard record.notes.count < OrderNote.maximumCount else { throw .tooManyNotes }
        let now = self.ambient.now()
        let note = OrderNote(at: now, by: name, text: text)
        let noted = try await self.perform(.note(note), on: id, in: app, at: now) {
            $0.notes.contains(note) ? $0 : nil
        }
        // Other writers may have used the last place since.
        guard noted.notes.contains(note) else { throw .tooManyNotes }
        return noted
    }

    /// Records that an order was fulfilled, or that its goods were revoked; called by the fulfillment code.
    @discardableResult
    package func fulfill(_ id: OrderID, in app: ServedApp, at instant: Instant?) async throws(OrderError) -> OrderRecord
    {
        try await self.perform(.fulfill(at: instant), on: id, in: app, at: self.ambient.now())
    }

    /// Returns the block of a customer; `nil` if the customer is not blocked.
    package func block(of customer: CustomerID, in app: ServedApp) async throws(OrderError) -> CustomerBlock? {
        try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in try view.block(of: customer, app: app.name) }
        }
    }

    /// Blocks a customer by hand, so that guards can refuse their orders; with `isBlocked` false, removes the block.
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
            guard try await self.repository.admits(customer, app: app.name) else {
                return ActionResult(nil, nothing: isBlocked ? nil : .customerNotBlocked)
            }
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
            let block = isBlocked ? CustomerBlock(at: self.ambient.now(), by: name, reason: reason) : nil
            let kept = try await self.audit.enter(record) { (kept: CustomerBlockChange) in
                kept.isNew ? .done : .nothing
            } by: { () throws(RepositoryError) in
                try await IdempotentWork.deciding(
                    { Self.result(of: $0, isBlocked) },
                    by: { () throws(RepositoryError) in
                        try await self.repository.write { unit in try unit.block(customer, block, app: app.name) }
                    }
                )
            }
            return Self.result(of: kept, isBlocked)
        }
    }

    @Sendable private static func result(
        of kept: CustomerBlockChange,
        _ isBlocked: Bool
    ) -> ActionResult<CustomerBlock?> {
        ActionResult(kept.block, nothing: kept.isNew ? nil : isBlocked ? .customerBlocked : .customerNotBlocked)
    }

    // MARK: Parts

    private func perform(
        _ action: OrderAction,
        on id: OrderID,
        in app: ServedApp,
        at now: Instant,
        deciding result: @escaping @Sendable (OrderRecord) -> (any Sendable)? = { $0 }
    ) async throws(OrderError) -> OrderRecord {
        let decision: @Sendable (OrderRecord?) -> (any Sendable)? = { $0.flatMap(result) }
        let record = try await self.storing { () throws(RepositoryError) in
            try await IdempotentWork.deciding(decision) { () throws(RepositoryError) in
                try await self.repository.write { unit in try unit.perform(action, on: id, app: app.name, at: now) }
            }
        }
        guard let record else { throw .unknownOrder }
        return record
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
