import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller for what Apple's RESCIND_CONSENT notifications set in motion.
struct RescissionController {
    /// The maximum number of recorded rescissions that one page examines; the server reads the ledgers of the customers
    /// of each.
    static let maximumPage = 100
    /// The maximum number of rescissions before a page.
    private static let maximumSkip: Int64 = 10_000_000

    /// The service that derives and resolves them.
    let service: CustomerService
    /// The limits on bodies.
    let limits: BodyLimits

    /// Adds the routes.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/consent-rescissions", use: self.list)
        group.post("/v1/consent-rescissions/:account/resolve", use: self.resolve)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: AppContext) async throws -> Response {
        let environment = try CustomerParameter.environment(in: request)
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: Self.maximumPage)
        let cursor = try RequestQuery.cursor(in: request, atLeast: 1) ?? 0
        guard cursor <= Self.maximumSkip else { throw RequestQuery.foreignCursor }
        let page = try await Problem.explaining {
            try await self.service.rescissions(
                in: context.app,
                environment: environment,
                skipping: Int(cursor),
                limit: limit
            )
        }
        return try JSONResponse.encode(
            RescissionList(rescissions: page.rescissions.map(RescissionBody.init), next: page.next.map { "\($0)" })
        )
    }

    @concurrent
    @Sendable private func resolve(_ request: Request, context: AppContext) async throws -> Response {
        let text = context.parameters.get("account") ?? ""
        guard (1...64).contains(text.utf8.count) else {
            throw RequestFields.invalid("account", "This must be the appTransactionId of an Apple Account.")
        }
        let environment = try CustomerParameter.environment(in: request)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        return try await self.limits.withBody(of: request, upTo: CustomerController.maximumBody) { body in
            let fields = try RequestFields(json: Array(body.readableBytesView), fields: ["reason"])
            let reason = try fields.required("reason", upTo: CustomerController.maximumReason)
            return try await RecordedResponse.answer { (resolved: ActionResult<RecordedRescission>) in
                try EncodedResponse.json(ResolvedRescissionBody(resolved, in: environment))
            } _: {
                try await Problem.explaining {
                    try await self.service.resolveRescission(
                        of: AppTransactionID(text),
                        environment: environment,
                        in: context.app,
                        by: context.origin(reason: reason),
                        isPreview: isPreview
                    )
                }
            }
        }
    }

    private struct RescissionList: Encodable {
        let rescissions: [RescissionBody]
        let next: String?
    }
}

extension RescissionController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/consent-rescissions",
            id: "listConsentRescissions",
            tag: .customers,
            access: .read,
            summary: "List what rescissions of consent set in motion",
            description:
                "Apple's RESCIND_CONSENT notifications whose customers are neither erased nor have consented since, "
                + "newest first, with the actions that the catalog's `consentRescissions` sets in motion. A resolved "
                + "rescission is not in the list. A page examines `limit` rescissions and leaves out those that are "
                + "settled, so it can be short while `next` is present.",
            parameters: [.environment, .limit(Int64(Self.maximumPage)), .cursor],
            answers: [
                .ok(
                    .named(
                        "ConsentRescissionPage",
                        .object(
                            .required("rescissions", .array(of: RescissionBody.schema)),
                            .optional("next", .string(), "The `cursor` of the next page.")
                        )
                    ),
                    "A page of rescissions."
                )
            ],
            problems: [.status(422, "environment_invalid", "cursor_invalid", "field_wrong_type", "field_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/consent-rescissions/{account}/resolve",
            id: "resolveConsentRescission",
            tag: .customers,
            access: .admin,
            summary: "Resolve a rescission of consent",
            description:
                "The customers are no longer frozen by the rescission, and it leaves the list. Consents from before it "
                + "still do not count. A later RESCIND_CONSENT for the account sets everything in motion again.",
            parameters: [
                .path("account", .string(length: 1...64), "Apple's `appTransactionId`."), .environment, .dryRun,
            ],
            body: .json(
                .object(
                    .required(
                        "reason",
                        .string(length: 1...CustomerController.maximumReason),
                        "The reason, for the audit log."
                    )
                )
            ),
            answers: [
                .ok(ResolvedRescissionBody.schema, "The resolved rescission; in a dry run, as it would be resolved.")
            ],
            problems: [
                .unreadableBody, .status(404, "rescission_unknown"),
                .status(
                    422,
                    "environment_invalid",
                    "field_missing",
                    "field_unknown",
                    "field_wrong_type",
                    "field_invalid"
                ),
            ]
        ),
    ]
}

/// A rescission of consent that sets something in motion, in JSON.
struct RescissionBody: Encodable {
    let account: String
    let environment: String
    let rescindedAt: String
    let storefront: String?
    let customers: [String]
    let actions: [String]
    let deleteBy: String?

    init(_ open: OpenRescission) {
        self.account = open.account.rawValue
        self.environment = open.environment.rawValue
        self.rescindedAt = open.rescindedAt.rfc3339
        self.storefront = open.storefront
        self.customers = open.customers.map(\.rawValue)
        self.actions = open.actions.map(\.rawValue)
        self.deleteBy = open.deleteBy?.rfc3339
    }
}

extension RescissionBody {
    /// Its schema.
    static let schema = APISchema.named(
        "ConsentRescission",
        .object(
            .required("account", .string(), "Apple's `appTransactionId` of the Apple Account."),
            .required("environment", .environment),
            .required("rescindedAt", .instant, "When Apple signed the rescission."),
            .optional(
                "storefront",
                .string(),
                "The storefront whose row of the catalog applies: that of the account's last purchase until then, "
                    + "otherwise of its first one; absent if no purchase names one."
            ),
            .required(
                "customers",
                .array(of: .customer),
                "The customers of the account who are neither erased nor have consented since, by name."
            ),
            .required(
                "actions",
                .array(of: .enumeration(RescissionPolicy.Action.allCases.map(\.rawValue))),
                "What is set in motion: `freeze`, the customers count as blocked; `delete`, the customers are to be "
                    + "erased; `note`, you should know."
            ),
            .optional("deleteBy", .instant, "When the customers have to be erased; absent without `delete`.")
        )
    )
}

/// A resolved rescission of consent in JSON.
struct ResolvedRescissionBody: Encodable {
    let account: String
    let environment: String
    let rescindedAt: String
    let resolvedAt: String?
    let nothing: String?

    init(_ resolved: ActionResult<RecordedRescission>, in environment: StoreEnvironment) {
        self.account = resolved.account.rawValue
        self.environment = environment.rawValue
        self.rescindedAt = resolved.rescindedAt.rfc3339
        self.resolvedAt = resolved.resolvedAt?.rfc3339
        self.nothing = resolved.nothing?.rawValue
    }
}

extension ResolvedRescissionBody {
    /// Its schema.
    static let schema = APISchema.named(
        "ResolvedConsentRescission",
        .object(
            .required("account", .string(), "Apple's `appTransactionId` of the Apple Account."),
            .required("environment", .environment),
            .required("rescindedAt", .instant, "When Apple signed the rescission."),
            .optional("resolvedAt", .instant, "When an operator last resolved a rescission for the account."),
            .nothing
        )
    )
}
