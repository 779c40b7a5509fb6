import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller for account tokens, which StoreKit puts into each transaction and by which Purser finds the customer.
struct AccountTokenController {
    /// The service that creates and stores tokens.
    let service: CustomerService
    /// The limits on bodies.
    let limits: BodyLimits

    /// Adds `POST /v1/customers/{customer}/tokens`.
    func add(to group: RouterGroup<AppContext>) {
        group.post("/v1/customers/:customer/tokens", use: self.create)
    }

    @concurrent
    @Sendable private func create(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        return try await self.limits.withBody(of: request, upTo: CustomerController.maximumBody) { body in
            let fields = try RequestFields(
                json: Array(body.readableBytesView),
                fields: ["appAccountToken", "reason"]
            )
            let origin = context.origin(reason: try fields.text("reason", upTo: CustomerController.maximumReason))
            guard let text = try fields.text("appAccountToken", upTo: 255) else {
                return try await self.mint(for: customer, in: context.app, by: origin, isPreview: isPreview)
            }
            guard let token = AccountToken(text) else {
                throw Problem(
                    .unprocessableContent,
                    code: "account_token_invalid",
                    "An appAccountToken is a UUID: 8-4-4-4-12 hexadecimal digits.",
                    field: "appAccountToken"
                )
            }
            return try await self.addToken(token, for: customer, in: context.app, by: origin, isPreview: isPreview)
        }
    }

    private func mint(
        for customer: CustomerID,
        in app: ServedApp,
        by origin: RequestOrigin,
        isPreview: Bool
    ) async throws -> Response {
        try await RecordedResponse.answer { (token: AccountToken) in
            try EncodedResponse.json(
                Token(
                    customer: customer.rawValue,
                    // A token that is not stored would identify no customer.
                    appAccountToken: isPreview ? nil : token.description,
                    minted: true,
                    new: true,
                    dryRun: isPreview
                )
            )
        } _: {
            try await Problem.explaining {
                try await self.service.createToken(for: customer, in: app, by: origin, isPreview: isPreview)
            }
        }
    }

    private func addToken(
        _ token: AccountToken,
        for customer: CustomerID,
        in app: ServedApp,
        by origin: RequestOrigin,
        isPreview: Bool
    ) async throws -> Response {
        try await RecordedResponse.answer { (isNew: Bool) in
            try EncodedResponse.json(
                Token(
                    customer: customer.rawValue,
                    appAccountToken: token.description,
                    minted: false,
                    new: isNew,
                    dryRun: isPreview,
                    nothing: isNew ? nil : NoChange.Code.accountTokenSame.rawValue
                )
            )
        } _: {
            try await Problem.explaining {
                try await self.service.addToken(token, for: customer, in: app, by: origin, isPreview: isPreview)
            }
        }
    }

    private struct Token: Encodable {
        let customer: String
        let appAccountToken: String?
        let minted: Bool
        let new: Bool
        let dryRun: Bool
        var nothing: String?
    }
}

extension AccountTokenController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .post,
            "/v1/customers/{customer}/tokens",
            id: "createAccountToken",
            tag: .customers,
            access: .write,
            summary: "Create an account token for a customer",
            description:
                "Without `appAccountToken` the server creates a random token. Pass it to StoreKit with the purchase; "
                + "the purchase then belongs to the customer, regardless of which device submits it.",
            parameters: [.customer, .dryRun],
            body: .json(
                .object(
                    .optional("appAccountToken", .accountToken, "A token of your own, a UUID."),
                    CustomerController.reason
                ),
                isRequired: false
            ),
            answers: [
                .ok(
                    .named(
                        "AccountToken",
                        .object(
                            .required("customer", .customer),
                            .optional(
                                "appAccountToken",
                                .accountToken,
                                "The token; absent in a dry run without one of your own."
                            ),
                            .required("minted", .boolean),
                            .required("new", .boolean, "Whether the token is new for this customer."),
                            .required("dryRun", .boolean),
                            .nothing
                        )
                    ),
                    "The token, which now identifies the customer."
                )
            ],
            problems: [
                .status(409, "account_token_taken", "customer_gone"),
                .status(
                    422,
                    "customer_invalid",
                    "customer_reserved",
                    "account_token_invalid",
                    "field_unknown",
                    "field_wrong_type",
                    "field_invalid"
                ),
            ]
        )
    ]
}
