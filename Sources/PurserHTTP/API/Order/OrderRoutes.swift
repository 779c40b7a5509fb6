import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// Where shops and apps make orders, look at them, and call them off.
struct OrderRoutes {
    /// The largest body in bytes: a draft, or a note.
    private static let maximumBody = 16 * 1024
    /// The queue of purchases that no order was made for.
    static let queueWithoutOrder = "paid_without_order"
    /// The most a page holds.
    static let maximumPage = 1000

    /// Makes and shows orders.
    let desk: OrderDesk
    /// Bounds the bodies.
    let limits: BodyLimits

    /// Adds the routes.
    func add(to group: RouterGroup<ShopContext>) {
        group.post("/v1/orders", use: self.create)
        group.get("/v1/orders", use: self.list)
        group.get("/v1/orders/:order", use: self.show)
        group.post("/v1/orders/:order/cancel", use: self.cancel)
        group.post("/v1/orders/:order/notes", use: self.note)
        group.get("/v1/customers/:customer/orders", use: self.ofCustomer)
        group.get("/v1/customers/:customer/block", use: self.block)
        group.put("/v1/customers/:customer/block", use: self.putBlock)
        group.delete("/v1/customers/:customer/block", use: self.deleteBlock)
    }

    // MARK: Orders

    @concurrent
    @Sendable private func create(_ request: Request, context: ShopContext) async throws -> Response {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let draft = try OrderRequest.draft(json: Array(body.readableBytesView), in: context)
            return try await self.asking {
                try await self.answering(in: context, status: .created) {
                    try await self.desk.create(draft, in: context.app, by: context.caller.name)
                }
            }
        }
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: ShopContext) async throws -> Response {
        let word = request.uri.queryParameters["queue"].map(String.init) ?? OrderQueue.open.rawValue
        let limit = try RequestQuery.limit(in: request, usually: 100, upTo: Self.maximumPage)
        let position = try RequestQuery.cursor(in: request, atLeast: 0) ?? 0
        if word == Self.queueWithoutOrder {
            return try await self.asking {
                let payments = try await self.desk.paymentsWithoutOrder(in: context.app, after: position, limit: limit)
                var json = JSONText()
                json.add("queue", word)
                json.add("orders", [String]())
                json.add("payments", payments) { json, found in json.describe(found.payment) }
                if payments.count == limit { json.add("next", payments.last.map { "\($0.position)" }) }
                return JSONResponse.written(json.bytes)
            }
        }
        guard let queue = OrderQueue(rawValue: word) else {
            let words = OrderQueue.allCases.map(\.rawValue) + [Self.queueWithoutOrder]
            throw RequestFields.invalid("queue", "Use one of \(words.joined(separator: ", ")).")
        }
        return try await self.asking {
            let page = try await self.desk.orders(in: queue, in: context.app, after: position, limit: limit)
            return self.answer(page, limit: limit, in: context) { json in json.add("queue", queue.rawValue) }
        }
    }

    @concurrent
    @Sendable private func ofCustomer(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try context.customer(named: CustomerParameter.customer(in: context))
        let limit = try RequestQuery.limit(in: request, usually: 100, upTo: Self.maximumPage)
        let position = try RequestQuery.cursor(in: request, atLeast: 0) ?? .max
        return try await self.asking {
            let page = try await self.desk.orders(of: customer, in: context.app, before: position, limit: limit)
            return self.answer(page, limit: limit, in: context) { json in json.add("customer", customer.rawValue) }
        }
    }

    @concurrent
    @Sendable private func show(_ request: Request, context: ShopContext) async throws -> Response {
        try await self.asking {
            let record = try await self.desk.order(
                Self.name(in: context),
                in: context.app,
                of: try Self.ownCustomer(in: context)
            )
            return self.answer(record, in: context)
        }
    }

    @concurrent
    @Sendable private func cancel(_ request: Request, context: ShopContext) async throws -> Response {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let fields = try OperatorRequest(json: Array(body.readableBytesView), fields: ["reason"])
            let reason = try fields.text("reason")
            return try await self.asking {
                try await AnsweredWork.answer { (called: ActResult<OrderRecord>) in
                    WrittenAnswer.written(self.json(called.value, in: context, nothing: called.nothing))
                } _: {
                    try await self.desk.cancel(
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
    @Sendable private func note(_ request: Request, context: ShopContext) async throws -> Response {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let fields = try OperatorRequest(json: Array(body.readableBytesView), fields: ["text"])
            guard let text = try fields.text("text") else { throw OrderRequest.missing("text") }
            return try await self.asking {
                try await self.answering(in: context) {
                    try await self.desk.note(
                        text,
                        on: Self.name(in: context),
                        in: context.app,
                        by: context.caller.name
                    )
                }
            }
        }
    }

    // MARK: Blocks

    @concurrent
    @Sendable private func block(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        return try await self.asking {
            JSONResponse.written(Self.json(try await self.desk.block(of: customer, in: context.app), of: customer))
        }
    }

    @concurrent
    @Sendable private func putBlock(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        return try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let fields = try OperatorRequest(json: Array(body.readableBytesView), fields: ["reason"])
            let reason = try fields.text("reason") ?? ""
            return try await self.put(true, on: customer, reason: reason, in: context)
        }
    }

    @concurrent
    @Sendable private func deleteBlock(_ request: Request, context: ShopContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let reason = request.uri.queryParameters.get("reason") ?? ""
        return try await self.put(false, on: customer, reason: reason, in: context)
    }

    private func put(
        _ isBlocked: Bool,
        on customer: CustomerID,
        reason: String,
        in context: ShopContext
    ) async throws -> Response {
        try await self.asking {
            try await AnsweredWork.answer { (changed: ActResult<CustomerBlock?>) in
                WrittenAnswer.written(Self.json(changed.value, of: customer, nothing: changed.nothing))
            } _: {
                try await self.desk.block(
                    customer,
                    isBlocked,
                    in: context.app,
                    by: context.caller.name,
                    reason: reason
                )
            }
        }
    }

    // MARK: Parts

    private static func name(in context: ShopContext) -> OrderID {
        OrderID(context.parameters.get("order") ?? "")
    }

    /// The customer for whom an app in the field speaks; `nil` where a shop asks.
    private static func ownCustomer(in context: ShopContext) throws -> CustomerID? {
        guard case .publishable(let own) = context.principal else { return nil }
        guard let own else { throw Problem.customerTokenMissing }
        return own
    }

    private func answer(_ record: OrderRecord, in context: ShopContext) -> Response {
        JSONResponse.written(self.json(record, in: context))
    }

    /// The answer of work whose result is an order, kept with the work.
    private func answering(
        in context: ShopContext,
        status: HTTPResponse.Status = .ok,
        _ work: () async throws -> OrderRecord
    ) async throws -> Response {
        try await AnsweredWork.answer(
            { (record: OrderRecord) in WrittenAnswer.written(self.json(record, in: context), status: status) },
            work
        )
    }

    private func answer(
        _ page: [PlacedOrder],
        limit: Int,
        in context: ShopContext,
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
        in context: ShopContext,
        nothing: NothingDone.Code? = nil
    ) -> [UInt8] {
        let isForApp = if case .publishable = context.principal { true } else { false }
        return OrderBody.json(record, at: self.desk.now, isForApp: isForApp, nothing: nothing)
    }

    private static func json(
        _ block: CustomerBlock?,
        of customer: CustomerID,
        nothing: NothingDone.Code? = nil
    ) -> [UInt8] {
        var json = JSONText()
        json.add("customer", customer.rawValue)
        json.add("blocked", block != nil)
        json.add("at", block?.at)
        json.add("by", block?.by)
        json.add("reason", block?.reason)
        json.add("nothing", nothing?.rawValue)
        return json.bytes
    }

    /// The answer, or the desk's refusal as a problem.
    private func asking(_ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch let error as OrderError {
            throw Problem.order(error)
        }
    }
}
