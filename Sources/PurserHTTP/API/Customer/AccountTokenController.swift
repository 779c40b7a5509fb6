import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// The account tokens of customers: StoreKit puts one into each transaction, and Purser knows by it whose the purchase
/// is.
struct AccountTokenController {
    /// Mints and keeps them.
    let service: CustomerService
    /// Bounds the bodies.
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
                    // A token that is not kept would stand for no customer.
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
            summary: "Mint an account token for a customer, or bring your own",
            description: "Without `appAccountToken` a random one is minted. Give it to StoreKit with the purchase, and "
                + "the purchase is the customer's, whoever submits it.",
            parameters: [.customer, .dryRun],
            body: .json(
                .object(
                    .optional("appAccountToken", .accountToken, "A token of your own."),
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
                            .optional("appAccountToken", .accountToken, "Absent when one would be minted."),
                            .required("minted", .boolean),
                            .required("new", .boolean, "Whether it did not stand for him before."),
                            .required("dryRun", .boolean),
                            .nothing
                        )
                    ),
                    "The token stands for the customer."
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
