internal import Ledger
import Notation

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
        report: Operations.Report
    ) async throws(OrderError) -> [OperationResult.Field] {
        switch task.deed {
        case .list(OrderTask.queueWithoutOrder, let position, let limit):
            let found = try await self.desk.paymentsWithoutOrder(in: app, after: position, limit: limit)
            for one in found { report(.line(OperationLine(Self.fields(of: one.payment)))) }
            return Self.next(found.map(\.position), limit)
        case .list(let word, let position, let limit):
            let queue = OrderQueue(rawValue: word) ?? .open
            let page = try await self.desk.orders(in: queue, in: app, after: position, limit: limit)
            for order in page { report(.line(OperationLine(self.fields(of: order.record)))) }
            return Self.next(page.map(\.position), limit)
        case .listOf(let customer, let limit):
            for order in try await self.desk.orders(of: customer, in: app, before: .max, limit: limit) {
                report(.line(OperationLine(self.fields(of: order.record))))
            }
            return []
        case .show(let id): return self.fields(of: try await self.desk.order(id, in: app))
        case .cancel(let id):
            let called = try await self.desk.cancel(id, in: app, by: origin.name, reason: origin.reason)
            return self.fields(of: called.value) + OperationResult.fields(of: called.nothing)
        case .note(let id, let text):
            return self.fields(of: try await self.desk.note(text, on: id, in: app, by: origin.name))
        case .block(let customer, let isBlocked):
            let reason = origin.reason ?? ""
            let change = try await self.desk.block(customer, isBlocked, in: app, by: origin.name, reason: reason)
            return [
                OperationResult.Field("customer", .text(customer.rawValue)),
                OperationResult.Field("blocked", .flag(change.value != nil)),
            ] + OperationResult.fields(of: change.nothing)
        }
    }

    /// Shows the order that would be called off; one that is not known or paid for is refused here,
    /// before anybody is asked.
    package func preview(
        _ task: OrderTask,
        in app: ServedApp,
        by _: ActOrigin,
        report _: Operations.Report
    ) async throws(OrderError) -> [OperationResult.Field] {
        if case .cancel(let id) = task.deed {
            let record = try await self.desk.order(id, in: app)
            guard record.matches.isEmpty else { throw .alreadyPaid }
            return self.fields(of: record)
        }
        return task.fields.map { OperationResult.Field($0.name, .text($0.value)) }
    }

    /// Everything about an order, as the API answers, and what only its operators see.
    private func fields(of record: OrderRecord) -> [OperationResult.Field] {
        var json = JSONText()
        json.describe(record, at: self.desk.now)
        var fields = OperationLine(json: json.bytes)?.fields ?? []
        fields.append(OperationResult.Field("environment", .text(record.order.environment.rawValue)))
        fields.append(OperationResult.Field("createdBy", .text(record.order.createdBy)))
        if let cancellation = record.cancellation {
            fields.append(OperationResult.Field("cancelledBy", .text(cancellation.by)))
            if let reason = cancellation.reason { fields.append(OperationResult.Field("cancelReason", .text(reason))) }
        }
        let notes = record.notes.map { note in
            [
                OperationResult.Field("at", .text(note.at.rfc3339)), OperationResult.Field("by", .text(note.by)),
                OperationResult.Field("text", .text(note.text)),
            ]
        }
        return fields + [OperationResult.Field("notes", .list(notes))]
    }

    private static func fields(of payment: OrderPayment) -> [OperationResult.Field] {
        var json = JSONText()
        json.describe(payment)
        let fields = OperationLine(json: json.bytes)?.fields ?? []
        return fields + OperationResult.present([.optional("customer", payment.owner?.rawValue)])
    }

    private static func next(_ positions: [Int64], _ limit: Int) -> [OperationResult.Field] {
        guard positions.count == limit, let last = positions.last else { return [] }
        return [OperationResult.Field("next", .number(last))]
    }
}
