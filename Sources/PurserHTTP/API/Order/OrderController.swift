import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// A controller that creates, reads and cancels orders.
struct OrderController {
    /// The maximum size of a body in bytes: a draft, or a note.
    private static let maximumBody = 16 * 1024

    /// The service that creates and reads orders.
    let service: OrderService
    /// The limits on bodies.
    let limits: BodyLimits

    /// Adds the routes.
    func add(to group: RouterGroup<AppContext>) {
        group.post("/v1/orders", use: self.create)
        group.get("/v1/orders", use: self.list)
        group.get("/v1/orders/:order", use: self.get)
        group.post("/v1/orders/:order/cancel", use: self.cancel)
        group.post("/v1/orders/:order/notes", use: self.note)
        group.get("/v1/customers/:customer/orders", use: self.listForCustomer)
    }

    @concurrent
    @Sendable private func create(_ request: Request, context: AppContext) async throws -> Response {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let draft = try OrderRequest.draft(json: Array(body.readableBytesView), in: context)
            return try await self.asking {
                try await self.answering(in: context, status: .created) {
                    try await self.service.create(draft, in: context.app, by: context.caller.name)
                }
            }
        }
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: AppContext) async throws -> Response {
        let word = request.uri.queryParameters["queue"].map(String.init) ?? OrderQueue.open.rawValue
        let limit = try RequestQuery.limit(in: request, usually: 100, upTo: OrderService.maximumPage)
        let position = try RequestQuery.cursor(in: request, atLeast: 0) ?? 0
        if word == OrderService.queueWithoutOrder {
            return try await self.asking {
                let payments = try await self.service.paymentsWithoutOrder(
                    in: context.app,
                    after: position,
                    limit: limit
                )
                var json = JSONText()
                json.add("queue", word)
                json.add("orders", [String]())
                json.add("payments", payments) { json, found in
                    json.describe(found.payment)
                    json.add("customer", found.payment.owner?.rawValue)
                }
                if payments.count == limit { json.add("next", payments.last.map { "\($0.position)" }) }
                return JSONResponse.written(json.bytes)
            }
        }
        guard let queue = OrderQueue(rawValue: word) else {
            throw RequestFields.invalid("queue", "Use one of \(OrderService.queues.joined(separator: ", ")).")
        }
        return try await self.asking {
            let page = try await self.service.orders(in: queue, in: context.app, after: position, limit: limit)
            return self.answer(page, limit: limit, in: context) { json in json.add("queue", queue.rawValue) }
        }
    }

    @concurrent
    @Sendable private func listForCustomer(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try context.customer(named: CustomerParameter.customer(in: context))
        let limit = try RequestQuery.limit(in: request, usually: 100, upTo: OrderService.maximumPage)
        let position = try RequestQuery.cursor(in: request, atLeast: 0) ?? .max
        return try await self.asking {
            let page = try await self.service.orders(of: customer, in: context.app, before: position, limit: limit)
            return self.answer(page, limit: limit, in: context) { json in json.add("customer", customer.rawValue) }
        }
    }

    @concurrent
    @Sendable private func get(_ request: Request, context: AppContext) async throws -> Response {
        try await self.asking {
            let record = try await self.service.order(
                Self.name(in: context),
                in: context.app,
                of: try Self.ownCustomer(in: context)
            )
            return self.answer(record, in: context)
        }
    }

    @concurrent
    @Sendable private func cancel(_ request: Request, context: AppContext) async throws -> Response {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let fields = try RequestFields(json: Array(body.readableBytesView), fields: ["reason"])
            let reason = try fields.text("reason")
            return try await self.asking {
                try await RecordedResponse.answer { (called: ActionResult<OrderRecord>) in
                    EncodedResponse.written(self.json(called.value, in: context, nothing: called.nothing))
                } _: {
                    try await self.service.cancel(
                        Self.name(in: context),
                        in: context.app,
                        of: try Self.ownCustomer(in: context),
                        by: context.caller.name,
                        reason: reason
                    )
                }
            }
        }
    }

    @concurrent
    @Sendable private func note(_ request: Request, context: AppContext) async throws -> Response {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let fields = try RequestFields(json: Array(body.readableBytesView), fields: ["text"])
            guard let text = try fields.text("text") else { throw OrderRequest.missing("text") }
            return try await self.asking {
                try await self.answering(in: context) {
                    try await self.service.note(
                        text,
                        on: Self.name(in: context),
                        in: context.app,
                        by: context.caller.name
                    )
                }
            }
        }
    }

    // MARK: Parts

    private static func name(in context: AppContext) -> OrderID {
        OrderID(context.parameters.get("order") ?? "")
    }

    /// Returns the customer on whose behalf an installed app calls; `nil` for a shop.
    private static func ownCustomer(in context: AppContext) throws -> CustomerID? {
        guard case .publishable(let own) = context.principal else { return nil }
        guard let own else { throw Problem.customerTokenMissing }
        return own
    }

    private func answer(_ record: OrderRecord, in context: AppContext) -> Response {
        JSONResponse.written(self.json(record, in: context))
    }

    /// Returns the response of work whose result is an order, and stores it with the work.
    private func answering(
        in context: AppContext,
        status: HTTPResponse.Status = .ok,
        _ work: () async throws -> OrderRecord
    ) async throws -> Response {
        try await RecordedResponse.answer(
            { (record: OrderRecord) in EncodedResponse.written(self.json(record, in: context), status: status) },
            work
        )
    }

    private func answer(
        _ page: [PositionedOrder],
        limit: Int,
        in context: AppContext,
        _ begin: (inout JSONText) -> Void
    ) -> Response {
        var json = JSONText()
        begin(&json)
        let orders = page.map { self.json($0.record, in: context) }
        json.add("orders", jsons: orders)
        if page.count == limit { json.add("next", page.last.map { "\($0.position)" }) }
        return JSONResponse.written(json.bytes)
    }

    private func json(
        _ record: OrderRecord,
        in context: AppContext,
        nothing: NoChange.Code? = nil
    ) -> [UInt8] {
        let isForApp = if case .publishable = context.principal { true } else { false }
        return OrderBody.json(record, at: self.service.now, isForApp: isForApp, nothing: nothing)
    }

    /// Performs an action and turns the service's errors into problem documents.
    private func asking(_ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch let error as OrderError {
            throw Problem.order(error)
        }
    }
}

extension Problem {
    /// Returns the problem document of an error about an order.
    static func order(_ error: OrderError) -> Problem {
        let status: HTTPResponse.Status
        switch error {
        case .unknownOrder: status = .notFound
        case .nameTaken, .tokenTaken, .alreadyPaid, .tooManyNotes: status = .conflict
        // This condition is temporary, so the response is not stored for repetitions of the request.
        case .tooManyOpen: status = .tooManyRequests
        case .tooMany(let seconds):
            return Problem(.tooManyRequests, code: error.code, error.remedy, retryAfterSeconds: max(1, seconds))
        case .storage(let error): return Problem.storage(error)
        default: status = .unprocessableContent
        }
        return Problem(status, code: error.code, error.remedy, field: error.field)
    }
}
