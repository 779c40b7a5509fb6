import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// Whose purchases are: one transaction is looked at and transferred to a customer, two customers are merged, and both
/// are undone.
struct OwnershipController {
    /// Does it.
    let service: CustomerService
    /// Bounds the bodies.
    let limits: BodyLimits

    /// Adds the routes.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/transactions/:transaction", use: self.get)
        group.post("/v1/transactions/:transaction/owner", use: self.transfer)
        group.post("/v1/customers/:customer/merge", use: self.merge)
        group.post("/v1/ownership-changes/:change/undo", use: self.undo)
        group.get("/v1/customers/:customer/transfers", use: self.transfers)
    }

    @concurrent
    @Sendable private func get(_ request: Request, context: AppContext) async throws -> Response {
        let id = Self.transaction(in: context)
        let isNamed = request.uri.queryParameters["environment"] != nil
        let environment = try CustomerParameter.environment(in: request)
        let report = try await Problem.explaining(field: "transaction") {
            try await self.service.transaction(id, in: context.app, environment: isNamed ? environment : nil)
        }
        return try JSONResponse.encode(TransactionReportBody(report))
    }

    @concurrent
    @Sendable private func transfer(_ request: Request, context: AppContext) async throws -> Response {
        let id = Self.transaction(in: context)
        let environment = try CustomerParameter.environment(in: request)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        return try await self.limits.withBody(of: request, upTo: CustomerController.maximumBody) { body in
            let fields = try RequestFields(
                json: Array(body.readableBytesView),
                fields: ["customer", "reach", "reason", "setAccountToken"]
            )
            let word = try fields.text("reach", upTo: 64) ?? Decision.Reach.purchase.rawValue
            guard let reach = Decision.Reach(rawValue: word) else {
                throw RequestFields.invalid(
                    "reach",
                    "Use purchase, chainSoFar for the chain from this purchase on, or chainOn for what is to come too."
                )
            }
            let transfer = TransferRequest(
                id,
                in: environment,
                to: try fields.customer("customer"),
                reach: reach,
                setsAccountToken: try fields.flag("setAccountToken")
            )
            let reason = try fields.text("reason", upTo: CustomerController.maximumReason)
            return try await RecordedResponse.answer { (outcome: OwnershipOutcome) in
                try EncodedResponse.json(OwnershipOutcomeBody(outcome))
            } _: {
                try await Problem.explaining {
                    try await self.service.transfer(
                        transfer,
                        in: context.app,
                        by: context.origin(reason: reason),
                        isPreview: isPreview
                    )
                }
            }
        }
    }

    @concurrent
    @Sendable private func merge(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        return try await self.limits.withBody(of: request, upTo: CustomerController.maximumBody) { body in
            let fields = try RequestFields(json: Array(body.readableBytesView), fields: ["into", "reason"])
            let target = try fields.customer("into")
            let origin = context.origin(reason: try fields.text("reason", upTo: CustomerController.maximumReason))
            return try await RecordedResponse.answer { (outcome: OwnershipOutcome) in
                try EncodedResponse.json(OwnershipOutcomeBody(outcome))
            } _: {
                try await Problem.explaining {
                    try await self.service.merge(
                        customer,
                        into: target,
                        in: context.app,
                        by: origin,
                        isPreview: isPreview
                    )
                }
            }
        }
    }

    @concurrent
    @Sendable private func undo(_ request: Request, context: AppContext) async throws -> Response {
        let id = OwnershipChangeID(context.parameters.get("change") ?? "")
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        return try await self.limits.withBody(of: request, upTo: CustomerController.maximumBody) { body in
            let fields = try RequestFields(json: Array(body.readableBytesView), fields: ["reason"])
            let reason = try fields.text("reason", upTo: CustomerController.maximumReason)
            return try await RecordedResponse.answer { (outcome: OwnershipOutcome) in
                try EncodedResponse.json(OwnershipOutcomeBody(outcome))
            } _: {
                try await Problem.explaining {
                    try await self.service.undo(
                        id,
                        in: context.app,
                        by: context.origin(reason: reason),
                        isPreview: isPreview
                    )
                }
            }
        }
    }

    @concurrent
    @Sendable private func transfers(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: 200)
        let skipping = try Self.position(in: request)
        let transfers = try await Problem.explaining {
            try await self.service.transfers(of: customer, in: context.app, skipping: skipping, limit: limit + 1)
        }
        return try JSONResponse.encode(
            Transfers(
                customer: customer.rawValue,
                transfers: transfers.prefix(limit).map { TransferBody($0) },
                next: transfers.count > limit ? String(skipping + limit) : nil
            )
        )
    }

    private static func position(in request: Request) throws -> Int {
        guard let text = request.uri.queryParameters["cursor"] else { return 0 }
        guard text.utf8.count <= 7, let position = Int(text), (0...1_000_000).contains(position) else {
            throw RequestQuery.foreignCursor
        }
        return position
    }

    private static func transaction(in context: AppContext) -> TransactionID {
        TransactionID(context.parameters.get("transaction") ?? "")
    }

    private struct Transfers: Encodable {
        let customer: String
        let transfers: [TransferBody]
        let next: String?
    }
}

extension OwnershipController {
    private static let transaction = APIParameter.path("transaction", .transaction, "Apple's id of the transaction.")

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/transactions/{transaction}",
            id: "getTransaction",
            tag: .ownership,
            access: .read,
            summary: "All that is known of a transaction: its state, whose it is and why, its chain and its transfers",
            parameters: [
                Self.transaction,
                .query("environment", .environment, "Where to look; if it is not there, wherever the id is known."),
            ],
            answers: [.ok(TransactionReportBody.schema, "The transaction.")],
            problems: [.status(404, "transaction_unknown"), .status(422, "environment_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/transactions/{transaction}/owner",
            id: "transferPurchase",
            tag: .ownership,
            access: .admin,
            summary: "Give a purchase, or a chain from a purchase on, to a customer",
            description:
                "A decision comes before every rule. Look first with `dryRun=true`: what would be transferred, "
                + "and the entitlements before and after. It can be undone. With `setAccountToken` Apple is told "
                + "afterwards, and names the customer in everything that it signs about the chain from then on.",
            parameters: [Self.transaction, .environment, .dryRun],
            body: .json(
                .object(
                    .required("customer", .customer, "Whose it is to be."),
                    .optional(
                        "reach",
                        .enumeration(Decision.Reach.allCases.map(\.rawValue)),
                        "How far it reaches; `purchase` if left out."
                    ),
                    CustomerController.reason,
                    .optional("setAccountToken", .boolean, "Whether Apple is to name him from now on.")
                )
            ),
            answers: [.ok(OwnershipOutcomeBody.schema, "It is his, or would be.")],
            problems: [
                .status(404, "transaction_unknown", "customer_unknown"), .status(409, "customer_gone"),
                .status(
                    422,
                    "environment_invalid",
                    "customer_invalid",
                    "field_missing",
                    "field_unknown",
                    "field_wrong_type",
                    "field_invalid"
                ),
            ]
        ),
        APIOperation(
            .post,
            "/v1/customers/{customer}/merge",
            id: "mergeCustomer",
            tag: .customers,
            access: .write,
            summary: "Make a customer one with another, because they are the same person",
            description: "All purchases, account tokens and Apple Accounts are the other one's from then on. It can be "
                + "undone. The `Purser-Customer-Token` that was made here for the first ends for good; his app sends one "
                + "that your backend signs.",
            parameters: [.customer, .dryRun],
            body: .json(
                .object(
                    .required("into", .customer, "The customer who stays."),
                    CustomerController.reason
                )
            ),
            answers: [.ok(OwnershipOutcomeBody.schema, "They are one, or would be.")],
            problems: [
                CustomerController.unknown, .status(409, "customer_gone"),
                .status(
                    422,
                    "customer_invalid",
                    "customer_merged_into_itself",
                    "field_missing",
                    "field_unknown",
                    "field_wrong_type",
                    "field_invalid"
                ),
            ]
        ),
        APIOperation(
            .post,
            "/v1/ownership-changes/{change}/undo",
            id: "undoOwnershipChange",
            tag: .ownership,
            access: .admin,
            summary: "Undo a transfer or a merge",
            description: "The rules decide again as if it had never been done. An erasure cannot be undone.",
            parameters: [.path("change", .string(length: 1...64), "The action's id: `change`."), .dryRun],
            body: .json(
                .object(CustomerController.reason),
                isRequired: false
            ),
            answers: [.ok(OwnershipOutcomeBody.schema, "It is undone, or would be.")],
            problems: [
                .status(404, "ownership_change_unknown"),
                .status(409, "ownership_change_undone", "ownership_change_irreversible"),
                .status(422, "field_unknown", "field_wrong_type", "field_invalid"),
            ]
        ),
        APIOperation(
            .get,
            "/v1/customers/{customer}/transfers",
            id: "listTransfers",
            tag: .ownership,
            access: .read,
            summary: "What passed from and to a customer, newest first",
            parameters: [.customer, .limit(200), .cursor],
            answers: [
                .ok(
                    .named(
                        "Transfers",
                        .object(
                            .required("customer", .customer),
                            .required("transfers", .array(of: TransferBody.schema)),
                            .optional("next", .string(), "The cursor of the next page.")
                        )
                    ),
                    "The transfers."
                )
            ],
            problems: [.status(422, "customer_invalid", "cursor_invalid", "field_wrong_type")]
        ),
    ]
}
