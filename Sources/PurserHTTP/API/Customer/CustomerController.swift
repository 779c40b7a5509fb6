import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// The customer as a resource: what is known of the customer, what the shop says, and how the customer is forgotten.
struct CustomerController {
    /// The largest body in bytes.
    static let maximumBody = 256 * 1024
    /// The longest reason for the audit log, in bytes.
    static let maximumReason = 2000

    /// Does it.
    let service: CustomerService
    /// Bounds the bodies.
    let limits: BodyLimits
    /// Now.
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
                    "This cannot be undone. Look at it first with ?dryRun=true, then send ?confirm= with the customer's id.",
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
        // It says what the customer had, by the erased name: no copy is kept, also not for a request that comes again.
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

extension CustomerController {
    /// Why something is done, in a body.
    static let reason = APIProperty.optional(
        "reason",
        .string(length: 1...Self.maximumReason),
        "Why, for the audit log."
    )
    /// Why something is done, in a query.
    static let reasonParameter = APIParameter.query(
        "reason",
        .string(length: 1...Self.maximumReason),
        "Why, for the audit log."
    )
    /// The refusal of a customer of whom nothing is known.
    static let unknown = APIProblem.status(404, "customer_unknown")

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/customers/{customer}",
            id: "getCustomer",
            tag: .customers,
            access: .read,
            summary: "All that is known of a customer, besides the lists",
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
            summary: "Say what you know of a customer",
            description: "What is left out stays as it is; `null` takes back what was said. Of several words on one "
                + "thing the one with the newest `statedAt` counts, whatever order they come in. What nobody has said "
                + "is undeclared, and is never guessed.",
            parameters: [.customer, .dryRun],
            body: .json(FactsRequest.schema, "What is known; at least one thing."),
            answers: [.ok(FactsBody.schema, "What counts now.")],
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
            summary: "Forget a customer",
            description: "His name, tokens, Apple Accounts and what was said of him go; his purchases stay without a "
                + "name. What still gives an entitlement is nobody's then. It cannot be undone. Look first with `dryRun=true`; "
                + "then send the customer's id as `confirm`.",
            parameters: [
                .customer, .dryRun,
                .query("confirm", .customer, "The customer's id, once more."),
                .query(
                    "reason",
                    .string(length: 1...Self.maximumReason),
                    "Why; stays, so write no name into it."
                ),
            ],
            answers: [.ok(ErasureBody.schema, "He is forgotten, or would be.")],
            problems: [
                Self.unknown, .status(409, "customer_gone"),
                .status(422, "customer_invalid", "confirmation_missing", "field_wrong_type", "field_invalid"),
            ]
        ),
    ]
}

/// What erasing a customer takes away and leaves, as our JSON shows it.
struct ErasureBody: Encodable {
    /// What goes.
    struct Erased: Encodable {
        let facts: Int
        let consentDetails: Int
        let accountTokens: Int
        let appleAccounts: Int
        let auditReasons: Int
    }

    /// What stays, without his name.
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
    /// The form of it.
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
                "What goes, besides the name."
            ),
            .required(
                "keeps",
                .object(.required("purchases", .integer()), .required("consents", .integer())),
                "What stays, without the name."
            ),
            .required("ownership", OwnershipOutcomeBody.schema)
        )
    )
}
