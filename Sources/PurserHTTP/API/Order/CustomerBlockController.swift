import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import Notation
import PurserService

/// A controller for manual blocks of customers, which the guards of orders can check.
struct CustomerBlockController {
    /// The maximum size of a body in bytes: a reason.
    private static let maximumBody = 16 * 1024

    /// The service that stores blocks.
    let service: OrderService
    /// The limits on bodies.
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
        let environment = try CustomerParameter.environment(in: request)
        return try await self.asking {
            let block = try await self.service.block(of: customer, in: context.app, environment: environment)
            return JSONResponse.written(Self.json(block, of: customer))
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

    /// Performs an action and turns the service's errors into problem documents.
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
            summary: "Get a customer's block",
            description:
                "The block that was set, or the one that the catalog's `consentRescissions` derives from a "
                + "RESCIND_CONSENT for one of the customer's Apple Accounts in the environment, whichever began first.",
            parameters: [.customer, .environment],
            answers: [.ok(Self.schema, "Whether the customer is blocked, and the reason.")],
            problems: [.status(422, "customer_invalid", "environment_invalid")]
        ),
        APIOperation(
            .put,
            "/v1/customers/{customer}/block",
            id: "blockCustomer",
            tag: .orders,
            access: .write,
            summary: "Block a customer",
            description: "Guards of orders see the block as `customer.blocked` and decide about its effect.",
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
            summary: "Unblock a customer",
            description: "A block that the catalog derives from a RESCIND_CONSENT stays, and is the answer.",
            parameters: [.customer, .query("reason", .string(length: 1...500), "Why.", isRequired: true)],
            answers: [.ok(Self.schema, "The customer is not blocked, except by a RESCIND_CONSENT.")],
            problems: [.status(422, "customer_invalid", "block_reason_missing", "block_reason_unclean")]
        ),
    ]

    private static let schema = APISchema.named(
        "CustomerBlock",
        .object(
            .required("customer", .customer),
            .required("blocked", .boolean, "Whether the customer is blocked."),
            .optional("at", .instant, "When the customer was blocked."),
            .optional("by", .string(), "The operator or key that blocked them, `onRefund`, or `RESCIND_CONSENT`."),
            .optional("reason", .string(), "Why."),
            .nothing
        )
    )
}
