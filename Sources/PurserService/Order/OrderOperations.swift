internal import Ledger

/// What operators may do about orders, wherever they do it from.
package struct OrderOperations: AppOperations {
    package let apps: [ServedApp]
    private let desk: OrderDesk

    /// Work at this desk, for these apps.
    package init(desk: OrderDesk, apps: [ServedApp]) {
        self.desk = desk
        self.apps = apps
    }

    package func perform(
        _ task: OrderTask,
        in app: ServedApp,
        by origin: ActOrigin,
        report _: Operations.Report
    ) async throws(OrderError) -> [OperationResult.Field] {
        switch task.deed {
        case .list(OrderTask.queueWithoutOrder, let position, let limit):
            let found = try await self.desk.paymentsWithoutOrder(in: app, after: position, limit: limit)
            let fields = found.map {
                OperationResult.Field($0.payment.transactionID.rawValue, .text(Self.line($0.payment)))
            }
            return fields + Self.next(found.map(\.position), limit)
        case .list(let word, let position, let limit):
            let queue = OrderQueue(rawValue: word) ?? .open
            let page = try await self.desk.orders(in: queue, in: app, after: position, limit: limit)
            return page.map { self.line($0.record) } + Self.next(page.map(\.position), limit)
        case .listOf(let customer, let limit):
            return try await self.desk.orders(of: customer, in: app, before: .max, limit: limit).map {
                self.line($0.record)
            }
        case .show(let id): return self.fields(of: try await self.desk.order(id, in: app))
        case .cancel(let id):
            return self.fields(of: try await self.desk.cancel(id, in: app, by: origin.name, reason: origin.reason))
        case .note(let id, let text):
            return self.fields(of: try await self.desk.note(text, on: id, in: app, by: origin.name))
        case .block(let customer, let isBlocked):
            let reason = origin.reason ?? ""
            let change = try await self.desk.block(customer, isBlocked, in: app, by: origin.name, reason: reason)
            return [
                OperationResult.Field("customer", .text(customer.rawValue)),
                OperationResult.Field("blocked", .text(change.block == nil ? "no" : "yes")),
            ]
        }
    }

    private func line(_ record: OrderRecord) -> OperationResult.Field {
        let order = record.order
        var text = "\(record.state(at: self.desk.now).rawValue), \(order.quantity) x \(order.productID)"
        text += ", \(order.customer), \(order.createdAt.rfc3339)"
        if !record.flags.isEmpty { text += ", flagged: " + record.flags.map(\.rawValue).joined(separator: ", ") }
        return OperationResult.Field(order.id.rawValue, .text(text))
    }

    private func fields(of record: OrderRecord) -> [OperationResult.Field] {
        let order = record.order
        var fields: [(String, String)] = [
            ("order", order.id.rawValue), ("customer", order.customer.rawValue),
            ("state", record.state(at: self.desk.now).rawValue), ("product", order.productID.rawValue),
            ("quantity", "\(order.quantity)"),
        ]
        if let price = order.price { fields.append(("price", price.spelling)) }
        if let reference = order.reference { fields.append(("reference", reference)) }
        fields += [
            ("appAccountToken", "\(order.token)"), ("environment", order.environment.rawValue),
            ("createdAt", order.createdAt.rfc3339), ("createdBy", order.createdBy),
            ("expiresAt", order.expiresAt.rfc3339),
        ]
        if let remark = order.remark {
            fields.append(("guard", remark.rule + (remark.reason.map { ": \($0)" } ?? "")))
        }
        if let cancellation = record.cancellation {
            let why = cancellation.reason.map { ": \($0)" } ?? ""
            fields.append(("cancelled", "\(cancellation.at.rfc3339) by \(cancellation.by)\(why)"))
        }
        if let deliveredAt = record.deliveredAt { fields.append(("deliveredAt", deliveredAt.rfc3339)) }
        if !record.flags.isEmpty {
            fields.append(("flags", record.flags.map(\.rawValue).joined(separator: ", ")))
        }
        for payment in record.payments {
            let isMatch = record.isPaid(by: payment)
            fields.append(("payment", Self.line(payment) + (isMatch ? "" : ", does not match")))
        }
        for note in record.notes { fields.append(("note", "\(note.at.rfc3339) \(note.by): \(note.text)")) }
        return fields.map { OperationResult.Field($0.0, .text($0.1)) }
    }

    private static func line(_ payment: OrderPayment) -> String {
        var text = "\(payment.transactionID), \(payment.quantity) x \(payment.productID), "
        text += "\(payment.purchasedAt.rfc3339), \(payment.environment.rawValue), "
        text += payment.owner.map { "owned by \($0)" } ?? "nobody's"
        if let refundedAt = payment.refundedAt { text += ", refunded \(refundedAt.rfc3339)" }
        return text
    }

    private static func next(_ positions: [Int64], _ limit: Int) -> [OperationResult.Field] {
        guard positions.count == limit, let last = positions.last else { return [] }
        return [OperationResult.Field("next", .text("\(last)"))]
    }
}
