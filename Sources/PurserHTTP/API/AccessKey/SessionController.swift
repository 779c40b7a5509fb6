import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// The tokens that are made here for apps whose users have no account yet: an app gets a customer and a token, and an
/// operator or the shop's backend ends the tokens of a customer.
struct SessionController {
    /// The largest body in bytes: there is nothing to say.
    private static let maximumBody = 1024

    /// Makes customers.
    let keys: AccessKeyService
    /// Ends their tokens.
    let service: CustomerService
    /// Counts how often customers are made.
    let rateLimiter: RateLimiter
    /// Bounds the bodies.
    let limits: BodyLimits

    /// Adds the routes.
    func add(to group: RouterGroup<AppContext>) {
        group.post("/v1/customers/anonymous", use: self.create)
        group.delete("/v1/customers/:customer/sessions", use: self.end)
    }

    @concurrent
    @Sendable private func create(_ request: Request, context: AppContext) async throws -> Response {
        guard case .publishable = context.principal else {
            throw Problem(
                .forbidden,
                code: "publishable_key_needed",
                "Customers without a name are made for apps in the field, with a publishable key. Your backend names "
                    + "its own customers."
            )
        }
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            _ = try RequestFields(json: Array(body.readableBytesView), fields: [])
        }
        if let client = context.client { try self.rateLimiter.count(minting: client) }
        return try await RecordedResponse.answer { (minted: MintedCustomer) in
            try EncodedResponse.json(
                Minted(customer: minted.customer.rawValue, token: minted.token),
                status: .created,
                isSecret: true
            )
        } _: {
            try await self.keys.mintCustomer(in: context.app.name)
        }
    }

    @concurrent
    @Sendable private func end(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        let reason = try RequestQuery.text("reason", in: request, upTo: CustomerController.maximumReason)
        let count = try await Problem.explaining {
            try await self.service.revokeSessions(
                of: customer,
                in: context.app,
                by: context.origin(reason: reason),
                isPreview: isPreview
            )
        }
        return try JSONResponse.encode(
            Ended(
                customer: customer.rawValue,
                ended: count,
                dryRun: isPreview,
                nothing: count == 0 ? NoChange.Code.sessionsMissing.rawValue : nil
            )
        )
    }

    private struct Minted: Encodable {
        let customer: String
        let token: String
    }

    private struct Ended: Encodable {
        let customer: String
        let ended: Int
        let dryRun: Bool
        let nothing: String?
    }
}

extension SessionController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/v1/customers/anonymous",
            id: "createAnonymousCustomer",
            tag: .customers,
            access: .writeInApp,
            summary: "Make a customer for an app whose user has no account yet",
            description: "For publishable keys only. The token is shown once: keep it in the keychain and send it as "
                + "`Purser-Customer-Token`.",
            body: .json(.object(), "Nothing, or an empty object.", isRequired: false),
            answers: [
                .json(
                    201,
                    .object(
                        .required("customer", .customer, "His id."),
                        .required("token", .string(), "What his app sends as `Purser-Customer-Token`.")
                    ),
                    "He was made."
                )
            ],
            problems: [
                .unreadableBody,
                .status(403, "publishable_key_needed"),
                .status(422, "field_unknown"),
            ]
        ),
        APIOperation(
            .delete,
            "/v1/customers/{customer}/sessions",
            id: "revokeSessions",
            tag: .customers,
            access: .write,
            summary: "End the tokens that were made here for a customer's apps",
            description:
                "They are those of `POST /v1/customers/anonymous`. They also end when he is merged into another "
                + "customer. What your backend signs is not concerned: it ends by itself.",
            parameters: [.customer, .dryRun, CustomerController.reasonParameter],
            answers: [
                .ok(
                    .named(
                        "EndedSessions",
                        .object(
                            .required("customer", .customer),
                            .required("ended", .integer(0...Int64(Int32.max)), "How many there were."),
                            .required("dryRun", .boolean),
                            .nothing
                        )
                    ),
                    "They are ended, or would be."
                )
            ],
            problems: [.status(422, "customer_invalid", "field_wrong_type", "field_invalid")]
        ),
    ]
}
