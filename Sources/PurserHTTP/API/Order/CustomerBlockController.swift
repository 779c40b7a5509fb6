import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// Where a shop blocks customers by hand, which the guards of orders see, and takes that back.
struct CustomerBlockController {
    /// The largest body in bytes: a reason.
    private static let maximumBody = 16 * 1024

    /// Blocks customers.
    let service: OrderService
    /// Bounds the bodies.
    let limits: BodyLimits

    /// Adds `GET`, `PUT` and `DELETE /v1/customers/{customer}/block`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/customers/:customer/block", use: self.get)
        group.put("/v1/customers/:customer/block", use: self.block)
        group.delete("/v1/customers/:customer/block", use: self.unblock)
    }

    @concurrent
    @Sendable private func get(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        return try await self.asking {
            JSONResponse.written(Self.json(try await self.service.block(of: customer, in: context.app), of: customer))
        }
    }

    @concurrent
    @Sendable private func block(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        return try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let fields = try RequestFields(json: Array(body.readableBytesView), fields: ["reason"])
            let reason = try fields.text("reason") ?? ""
            return try await self.put(true, on: customer, reason: reason, in: context)
        }
    }

    @concurrent
    @Sendable private func unblock(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let reason = request.uri.queryParameters.get("reason") ?? ""
        return try await self.put(false, on: customer, reason: reason, in: context)
    }

    private func put(
        _ isBlocked: Bool,
        on customer: CustomerID,
        reason: String,
        in context: AppContext
    ) async throws -> Response {
        try await self.asking {
            try await RecordedResponse.answer { (changed: ActionResult<CustomerBlock?>) in
                EncodedResponse.written(Self.json(changed.value, of: customer, nothing: changed.nothing))
            } _: {
                try await self.service.block(
                    customer,
                    isBlocked,
                    in: context.app,
                    by: context.caller.name,
                    reason: reason
                )
            }
        }
    }

    private static func json(
        _ block: CustomerBlock?,
        of customer: CustomerID,
        nothing: NoChange.Code? = nil
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

    /// The answer, or the service's refusal as a problem.
    private func asking(_ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch let error as OrderError {
            throw Problem.order(error)
        }
    }
}

extension CustomerBlockController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/customers/{customer}/block",
            id: "getCustomerBlock",
            tag: .orders,
            access: .read,
            summary: "Whether a customer is blocked by hand",
            parameters: [.customer],
            answers: [.ok(Self.schema, "Whether, and why.")],
            problems: [.status(422, "customer_invalid")]
        ),
        APIOperation(
            .put,
            "/v1/customers/{customer}/block",
            id: "blockCustomer",
            tag: .orders,
            access: .write,
            summary: "Block a customer by hand",
            description: "The guards of orders see it as `customer.blocked`; what they do about it is theirs to say.",
            parameters: [.customer],
            body: .json(.named("BlockRequest", .object(.required("reason", .string(length: 1...500), "Why.")))),
            answers: [.ok(Self.schema, "The block.")],
            problems: [
                .unreadableBody,
                .status(
                    422,
                    "customer_invalid",
                    "block_reason_missing",
                    "block_reason_unclean",
                    "field_unknown",
                    "field_wrong_type"
                ),
            ]
        ),
        APIOperation(
            .delete,
            "/v1/customers/{customer}/block",
            id: "unblockCustomer",
            tag: .orders,
            access: .write,
            summary: "Take a block back",
            parameters: [.customer, .query("reason", .string(length: 1...500), "Why.", isRequired: true)],
            answers: [.ok(Self.schema, "That there is none.")],
            problems: [.status(422, "customer_invalid", "block_reason_missing", "block_reason_unclean")]
        ),
    ]

    private static let schema = APISchema.named(
        "CustomerBlock",
        .object(
            .required("customer", .customer),
            .required("blocked", .boolean, "Whether he is."),
            .optional("at", .instant, "Since when."),
            .optional("by", .string(), "Who did it: an operator or a key."),
            .optional("reason", .string(), "Why."),
            .nothing
        )
    )
}
