import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller for customers: their profile, the facts that the shop states, and erasure.
struct CustomerController {
    /// The maximum size of a body in bytes.
    static let maximumBody = 256 * 1024
    /// The maximum length of a reason for the audit log, in bytes.
    static let maximumReason = 2000

    /// The service that reads and changes customers.
    let service: CustomerService
    /// The limits on bodies.
    let limits: BodyLimits
    /// Returns the current time.
    let now: @Sendable () -> Instant

    /// Adds the routes.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/customers/:customer", use: self.get)
        group.put("/v1/customers/:customer/facts", use: self.facts)
        group.delete("/v1/customers/:customer", use: self.erase)
    }

    @concurrent
    @Sendable private func get(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let profile = try await Problem.explaining { try await self.service.profile(of: customer, in: context.app) }
        return try JSONResponse.encode(CustomerProfileBody(profile, path: request.uri.path))
    }

    @concurrent
    @Sendable private func facts(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        return try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            let asked = try FactsRequest(
                json: Array(body.readableBytesView),
                now: self.now(),
                by: context.origin().name
            )
            let facts = try await Problem.explaining {
                try await self.service.state(asked.facts, of: customer, in: context.app, isPreview: isPreview)
            }
            return try JSONResponse.encode(FactsBody(facts))
        }
    }

    @concurrent
    @Sendable private func erase(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        let reason = try RequestQuery.text("reason", in: request, upTo: Self.maximumReason)
        if !isPreview {
            let confirmed = request.uri.queryParameters["confirm"].flatMap { CustomerID(String($0)) }
            guard confirmed == customer else {
                throw Problem(
                    .unprocessableContent,
                    code: "confirmation_missing",
                    "This cannot be undone. Check the preview with ?dryRun=true first, then send ?confirm= with the "
                        + "customer's id.",
                    field: "confirm"
                )
            }
        }
        let (preview, outcome) = try await Problem.explaining {
            try await self.service.erase(
                customer,
                in: context.app,
                by: context.origin(reason: reason),
                isPreview: isPreview
            )
        }
        var response = try JSONResponse.encode(ErasureBody(preview, outcome))
        // The response lists data of the erased customer, so no copy of it is stored, not even for a repeated request.
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

extension CustomerController {
    /// The reason of an action, in a body.
    static let reason = APIProperty.optional(
        "reason",
        .string(length: 1...Self.maximumReason),
        "The reason, for the audit log."
    )
    /// The reason of an action, in the query.
    static let reasonParameter = APIParameter.query(
        "reason",
        .string(length: 1...Self.maximumReason),
        "The reason, for the audit log."
    )
    /// The error for an unknown customer.
    static let unknown = APIProblem.status(404, "customer_unknown")

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/customers/{customer}",
            id: "getCustomer",
            tag: .customers,
            access: .read,
            summary: "Get a customer",
            parameters: [.customer],
            answers: [.ok(CustomerProfileBody.schema, "The customer.")],
            problems: [Self.unknown, .status(422, "customer_invalid")]
        ),
        APIOperation(
            .put,
            "/v1/customers/{customer}/facts",
            id: "updateCustomerFacts",
            tag: .customers,
            access: .write,
            summary: "Update a customer's facts",
            description:
                "Absent fields keep their values; `null` removes a value. If there are several statements about a "
                + "fact, the one with the newest `statedAt` counts, in whatever order they arrive. A fact without "
                + "a statement is undeclared; the server never guesses it.",
            parameters: [.customer, .dryRun],
            body: .json(FactsRequest.schema, "The facts; at least one."),
            answers: [.ok(FactsBody.schema, "The current facts.")],
            problems: [
                .status(
                    422,
                    "customer_invalid",
                    "customer_reserved",
                    "field_missing",
                    "field_unknown",
                    "field_wrong_type",
                    "field_invalid"
                )
            ]
        ),
        APIOperation(
            .delete,
            "/v1/customers/{customer}",
            id: "eraseCustomer",
            tag: .customers,
            access: .write,
            summary: "Erase a customer",
            description:
                "Removes the customer's id, tokens, Apple Accounts and facts; the purchases stay without a customer. "
                + "Entitlements that are still active then belong to no customer. This cannot be undone. Check "
                + "the preview with `dryRun=true` first, then send the customer's id as `confirm`.",
            parameters: [
                .customer, .dryRun,
                .query("confirm", .customer, "The customer's id again, as a confirmation."),
                .query(
                    "reason",
                    .string(length: 1...Self.maximumReason),
                    "The reason; it is stored permanently, so leave out personal data."
                ),
            ],
            answers: [.ok(ErasureBody.schema, "What was erased; in a dry run, what would be.")],
            problems: [
                Self.unknown, .status(409, "customer_gone"),
                .status(422, "customer_invalid", "confirmation_missing", "field_wrong_type", "field_invalid"),
            ]
        ),
    ]
}

/// The result of erasing a customer in JSON.
struct ErasureBody: Encodable {
    /// The erased data.
    struct Erased: Encodable {
        let facts: Int
        let consentDetails: Int
        let accountTokens: Int
        let appleAccounts: Int
        let auditReasons: Int
    }

    /// The data that stay, without the customer's id.
    struct Kept: Encodable {
        let purchases: Int
        let consents: Int
    }

    let erases: Erased
    let keeps: Kept
    let ownership: OwnershipOutcomeBody

    init(_ preview: ErasurePreview, _ outcome: OwnershipOutcome) {
        self.erases = Erased(
            facts: preview.facts,
            consentDetails: preview.consents,
            accountTokens: preview.tokens,
            appleAccounts: preview.accounts,
            auditReasons: preview.reasons
        )
        self.keeps = Kept(purchases: preview.purchases, consents: preview.consents)
        self.ownership = OwnershipOutcomeBody(outcome)
    }
}

extension ErasureBody {
    /// Its schema.
    static let schema = APISchema.named(
        "Erasure",
        .object(
            .required(
                "erases",
                .object(
                    .required("facts", .integer()),
                    .required("consentDetails", .integer()),
                    .required("accountTokens", .integer()),
                    .required("appleAccounts", .integer()),
                    .required("auditReasons", .integer())
                ),
                "The erased data besides the id."
            ),
            .required(
                "keeps",
                .object(.required("purchases", .integer()), .required("consents", .integer())),
                "The data that stay, without the id."
            ),
            .required("ownership", OwnershipOutcomeBody.schema)
        )
    )
}
