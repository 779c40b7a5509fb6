import Ledger
import PurserService

/// What operators do with an order: cancel it, and add notes.
struct DashboardOrderActsController: Sendable {
    /// The field with a note, named as the service names it.
    private static let noteField = "text"

    /// The use cases of the server.
    let services: Services

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.act(app: "orders/:order/cancel", for: .scope(.write)) { visit, app in
            try await self.cancel(visit, app)
        }
        routes.act(app: "orders/:order/note", for: .scope(.write)) { visit, app in try await self.note(visit, app) }
    }

    private func cancel(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let service = self.services.orders
        let record = try await service.order(in: visit, app)
        let app = DashboardApp(app.app, in: record.order.environment)
        let id = record.order.id
        return DashboardAct(
            title: "orderCancel",
            introduction: [visit.text("orderAbout", id.rawValue, record.order.customer.rawValue)],
            isDangerous: true,
            confirm: "orderCancel",
            back: app.path("orders", id.rawValue),
            preview: { _ in
                if record.cancellation != nil {
                    return DashboardAct.Preview(effects: [visit.text("orderIsCanceled")], isNothing: true)
                }
                guard record.matches.isEmpty else {
                    return DashboardAct.Preview(effects: [visit.text("orderIsPaid")], isNothing: true)
                }
                let effect = visit.text(
                    "orderCancelEffect",
                    record.order.customer.rawValue,
                    "\(record.order.quantity)",
                    record.order.productID.rawValue
                )
                return DashboardAct.Preview(
                    effects: [effect, visit.text("orderCancelLate")],
                    undo: visit.text("orderCancelUndo")
                )
            },
            perform: { form in
                let origin = try visit.origin(reasonIn: form)
                _ = try await Problem.explaining(by: Problem.order) { () throws(OrderError) in
                    try await service.cancel(id, in: app.app, by: origin.name, reason: origin.reason)
                }
                return app.path("orders", id.rawValue, query: ["done": "doneOrderCanceled"])
            }
        )
    }

    private func note(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let service = self.services.orders
        let record = try await service.order(in: visit, app)
        let app = DashboardApp(app.app, in: record.order.environment)
        let id = record.order.id
        return DashboardAct(
            title: "orderAddNote",
            introduction: [visit.text("orderAbout", id.rawValue, record.order.customer.rawValue)],
            fields: [
                DashboardField(
                    name: Self.noteField,
                    label: "orderNote",
                    kind: .lines,
                    help: "orderNoteHelp",
                    maximum: OrderNote.maximumBytes
                )
            ],
            needsReason: false,
            confirm: "orderAddNote",
            back: app.path("orders", id.rawValue),
            preview: { form in
                // A second confirmation of the same form finds its note.
                let isKnown = record.notes.contains { $0.text == form[Self.noteField] }
                let effect = visit.text(isKnown ? "orderNoteKnown" : "orderNoteEffect", "\(record.notes.count)")
                return DashboardAct.Preview(
                    effects: [effect],
                    undo: isKnown ? nil : visit.text("orderNoteUndo"),
                    isNothing: isKnown
                )
            },
            perform: { form in
                let origin = try visit.origin()
                _ = try await Problem.explaining(by: Problem.order) { () throws(OrderError) in
                    try await service.note(form[Self.noteField], on: id, in: app.app, by: origin.name)
                }
                return app.path("orders", id.rawValue, query: ["done": "doneOrderNoted"])
            }
        )
    }
}
