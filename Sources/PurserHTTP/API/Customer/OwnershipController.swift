import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller for the ownership of purchases: inspects a transaction, transfers purchases, merges customers, retires
/// purchases of the Sandbox, and undoes each.
struct OwnershipController {
    /// The service that performs the actions.
    let service: CustomerService
    /// The limits on bodies.
    let limits: BodyLimits

    /// Adds the routes.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/transactions/:transaction", use: self.get)
        group.post("/v1/transactions/:transaction/owner", use: self.transfer)
        group.post("/v1/customers/:customer/merge", use: self.merge)
        group.post("/v1/customers/:customer/retire", use: self.retire)
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
                    "Use purchase, chainSoFar for this purchase and the later ones up to now, or chainOn to include "
                        + "future ones too."
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
    @Sendable private func retire(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        return try await self.limits.withBody(of: request, upTo: CustomerController.maximumBody) { body in
            let fields = try RequestFields(json: Array(body.readableBytesView), fields: ["reason"])
            let origin = context.origin(reason: try fields.text("reason", upTo: CustomerController.maximumReason))
            return try await RecordedResponse.answer { (outcome: OwnershipOutcome) in
                try EncodedResponse.json(OwnershipOutcomeBody(outcome))
            } _: {
                try await Problem.explaining {
                    try await self.service.retire(customer, in: context.app, by: origin, isPreview: isPreview)
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
            summary: "Get a transaction",
            parameters: [
                Self.transaction,
                .query(
                    "environment",
                    .environment,
                    "The environment in which to look; by default the one that knows the id."
                ),
            ],
            answers: [.ok(TransactionReportBody.schema, "The transaction: its state, owner, chain and transfers.")],
            problems: [.status(404, "transaction_unknown"), .status(422, "environment_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/transactions/{transaction}/owner",
            id: "transferPurchase",
            tag: .ownership,
            access: .admin,
            summary: "Transfer a purchase to a customer",
            description:
                "Transfers one purchase, or the chain from this purchase on. An operator's decision takes precedence "
                + "over the claim rules. Check the preview with `dryRun=true` first: it shows the transfers and "
                + "the entitlements before and after. A transfer can be undone. With `setAccountToken` the "
                + "server then sets the customer's account token at Apple, which appears in everything that "
                + "Apple signs about the chain from then on.",
            parameters: [Self.transaction, .environment, .dryRun],
            body: .json(
                .object(
                    .required("customer", .customer, "The new owner."),
                    .optional(
                        "reach",
                        .enumeration(Decision.Reach.allCases.map(\.rawValue)),
                        "The scope of the transfer; `purchase` by default."
                    ),
                    CustomerController.reason,
                    .optional("setAccountToken", .boolean, "Whether to set the customer's account token at Apple.")
                )
            ),
            answers: [
                .ok(OwnershipOutcomeBody.schema, "The result of the transfer; in a dry run, the expected result.")
            ],
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
            summary: "Merge a customer into another",
            description:
                "Declares that both customers are the same person. All purchases, account tokens and Apple Accounts "
                + "then belong to the remaining customer. A merge can be undone. The `Purser-Customer-Token` that "
                + "this server created for the merged customer ends permanently; the app sends one that your "
                + "backend signs.",
            parameters: [.customer, .dryRun],
            body: .json(
                .object(
                    .required("into", .customer, "The customer who remains."),
                    CustomerController.reason
                )
            ),
            answers: [.ok(OwnershipOutcomeBody.schema, "The result of the merge; in a dry run, the expected result.")],
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
            "/v1/customers/{customer}/retire",
            id: "retireCustomer",
            tag: .customers,
            access: .admin,
            summary: "Retire a customer's purchases of the Sandbox",
            description:
                "For a tester who was deleted at Apple, whose subscriptions may still renew or never end. Transfers "
                + "every subscription, pass and permanent purchase that the customer owns in the Sandbox, with its "
                + "renewals, to a new anonymous customer. Production, consumables and coins stay. Each transfer can "
                + "be undone by its `change`.",
            parameters: [.customer, .dryRun],
            body: .json(
                .object(CustomerController.reason),
                isRequired: false
            ),
            answers: [
                .ok(OwnershipOutcomeBody.schema, "The result; in a dry run, the expected result.")
            ],
            problems: [
                CustomerController.unknown, .status(409, "customer_gone"),
                .status(422, "customer_invalid", "field_unknown", "field_wrong_type", "field_invalid"),
            ]
        ),
        APIOperation(
            .post,
            "/v1/ownership-changes/{change}/undo",
            id: "undoOwnershipChange",
            tag: .ownership,
            access: .admin,
            summary: "Undo a transfer or a merge",
            description:
                "The claim rules then decide as if the change had never been made. An erasure cannot be undone.",
            parameters: [.path("change", .string(length: 1...64), "The id of the change, from its result."), .dryRun],
            body: .json(
                .object(CustomerController.reason),
                isRequired: false
            ),
            answers: [.ok(OwnershipOutcomeBody.schema, "The result of undoing it; in a dry run, the expected result.")],
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
            summary: "List a customer's transfers",
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
                    "The transfers from and to the customer, newest first."
                )
            ],
            problems: [.status(422, "customer_invalid", "cursor_invalid", "field_wrong_type")]
        ),
    ]
}
