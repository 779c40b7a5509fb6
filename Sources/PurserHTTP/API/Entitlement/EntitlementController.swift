import Hummingbird
import Ledger
import PurserService

/// What shops ask about one customer.
struct EntitlementController {
    /// Answers.
    let query: CustomerQuery

    /// Adds `GET /v1/customers/{customer}/entitlements` and `.../introductory-eligibility`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/customers/:customer/entitlements", use: self.entitlements)
        group.get("/v1/customers/:customer/introductory-eligibility", use: self.introductoryEligibility)
    }

    @concurrent
    @Sendable private func entitlements(_ request: Request, context: AppContext) async throws -> Response {
        let answer = try await self.query.entitlements(
            of: CustomerParameter.customer(in: context),
            in: context.app,
            environment: CustomerParameter.environment(in: request)
        )
        let written = EntitlementBody.json(answer)
        return ETag(of: written.entitlements).response(to: request, json: written.body)
    }

    @concurrent
    @Sendable private func introductoryEligibility(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let environment = try CustomerParameter.environment(in: request)
        let uses = try await self.query.introductoryUses(of: customer, in: context.app, environment: environment)
        return try JSONResponse.encode(
            IntroductoryEligibilityBody(
                customer: customer.rawValue,
                environment: environment.rawValue,
                groups: uses.map(IntroductoryEligibilityBody.Group.init)
            )
        )
    }
}

extension EntitlementController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/customers/{customer}/entitlements",
            id: "getEntitlements",
            tag: .entitlements,
            access: .readInApp,
            summary: "What a customer may use now, and why",
            description:
                "An entitlement is listed once anything of the customer's has ever given it. A customer nobody has "
                + "seen has none.",
            parameters: [
                .customer, .environment,
                .header("If-None-Match", .string(), "The `ETag` of an answer that is at hand."),
            ],
            answers: [
                .ok(
                    EntitlementBody.answer,
                    "The customer's entitlements.",
                    headers: ["ETag": "The same as long as the entitlements are, whenever they are asked for."]
                ), .unchanged,
            ],
            problems: [.status(422, "customer_invalid", "environment_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/customers/{customer}/introductory-eligibility",
            id: "getIntroductoryEligibility",
            tag: .offers,
            access: .readInApp,
            summary: "Whether introductory offers may be made to a customer",
            description: "The App Store gives one introductory offer to an Apple Account in each subscription group.",
            parameters: [.customer, .environment],
            answers: [
                .ok(
                    .named(
                        "IntroductoryEligibility",
                        .object(
                            .required("customer", .customer),
                            .required("environment", .environment),
                            .required(
                                "groups",
                                .array(
                                    of: .object(
                                        .required("group", .string(), "The group, as the catalog names it."),
                                        .required("eligible", .boolean, "Whether one may be offered."),
                                        .optional("usedBy", .transaction, "The transaction that used it."),
                                        .optional("usedProduct", .product, "Its product."),
                                        .optional(
                                            "usedByAppleAccount",
                                            .boolean,
                                            "An Apple account of his had one under another customer."
                                        )
                                    )
                                )
                            )
                        )
                    ),
                    "Each subscription group of the catalog."
                )
            ],
            problems: [.status(422, "customer_invalid", "environment_invalid")]
        ),
    ]
}

/// Whether introductory offers may be made to a customer, as our JSON shows it.
struct IntroductoryEligibilityBody: Encodable {
    /// One subscription group.
    struct Group: Encodable {
        let group: String
        let eligible: Bool
        let usedBy: String?
        let usedProduct: String?
        /// Only there where it is so.
        let usedByAppleAccount: Bool?

        init(_ use: IntroductoryUse) {
            self.group = use.group.rawValue
            self.eligible = use.isEligible
            self.usedBy = use.transactionID?.rawValue
            self.usedProduct = use.productID?.rawValue
            self.usedByAppleAccount = use.isByAppleAccount ? true : nil
        }
    }

    let customer: String
    let environment: String
    let groups: [Group]
}
