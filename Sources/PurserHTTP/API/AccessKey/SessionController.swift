import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller for the tokens of app users without an account: an app gets a customer and a token, and an operator or
/// the shop's backend ends the tokens of a customer.
struct SessionController {
    /// The maximum size of a body in bytes.
    private static let maximumBody = 1024

    /// The service that creates customers.
    let keys: AccessKeyService
    /// The service that ends their tokens.
    let service: CustomerService
    /// The limit on the rate of new customers.
    let rateLimiter: RateLimiter
    /// The limits on bodies.
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
                "Anonymous customers are for installed apps, with a publishable key. Your backend uses its own "
                    + "customer ids."
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
            summary: "Create an anonymous customer",
            description:
                "For an app whose user has no account yet; publishable keys only. No other response contains the "
                + "token: keep it in the keychain and send it as `Purser-Customer-Token`.",
            body: .json(.object(), "An empty object; the body may be absent.", isRequired: false),
            answers: [
                .json(
                    201,
                    .object(
                        .required("customer", .customer, "The customer's id."),
                        .required("token", .string(), "The token that the app sends as `Purser-Customer-Token`.")
                    ),
                    "The customer and the token."
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
            summary: "End a customer's app tokens",
            description:
                "Ends the tokens from `POST /v1/customers/anonymous`. They also end when the customer is merged into "
                + "another one. Tokens that your backend signs are not affected: they expire.",
            parameters: [.customer, .dryRun, CustomerController.reasonParameter],
            answers: [
                .ok(
                    .named(
                        "EndedSessions",
                        .object(
                            .required("customer", .customer),
                            .required("ended", .integer(0...Int64(Int32.max)), "The number of ended tokens."),
                            .required("dryRun", .boolean),
                            .nothing
                        )
                    ),
                    "The tokens were ended; in a dry run, they would be."
                )
            ],
            problems: [.status(422, "customer_invalid", "field_wrong_type", "field_invalid")]
        ),
    ]
}
