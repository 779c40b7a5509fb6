import Hummingbird
import Ledger
import PurserService

/// A controller for the entitlements of one customer.
struct EntitlementController {
    /// The query that reads them.
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
            summary: "List a customer's entitlements",
            description:
                "What the customer may use now, and why. The list also contains entitlements that the customer had "
                + "before. An unknown customer has none.",
            parameters: [
                .customer, .environment,
                .header("If-None-Match", .string(), "The `ETag` of a response that the client already has."),
            ],
            answers: [
                .ok(
                    EntitlementBody.answer,
                    "The customer's entitlements.",
                    headers: [
                        "ETag": "Unchanged as long as the entitlements are unchanged, at any time of the request."
                    ]
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
            summary: "Check a customer's introductory offers",
            description:
                "Whether you may offer introductory offers to the customer. The App Store allows each Apple Account "
                + "one introductory offer in each subscription group.",
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
                                        .required("group", .string(), "The subscription group in the catalog."),
                                        .required("eligible", .boolean, "Whether the customer is eligible."),
                                        .optional("usedBy", .transaction, "The transaction that used the offer."),
                                        .optional("usedProduct", .product, "The product of that transaction."),
                                        .optional(
                                            "usedByAppleAccount",
                                            .boolean,
                                            "An Apple Account of the customer used an offer under another customer."
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

/// The eligibility of a customer for introductory offers in JSON.
struct IntroductoryEligibilityBody: Encodable {
    /// One subscription group.
    struct Group: Encodable {
        let group: String
        let eligible: Bool
        let usedBy: String?
        let usedProduct: String?
        /// Present only if `true`.
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
