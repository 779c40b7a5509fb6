import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller for consents and the evidence for them.
///
/// The audit log contains only what operators record: a shop's backend records a consent for every customer who agrees,
/// which would fill the log.
struct ConsentController {
    /// The service that stores consents.
    let service: CustomerService
    /// The limits on bodies.
    let limits: BodyLimits

    /// Adds the routes.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/customers/:customer/consents", use: self.list)
        group.post("/v1/customers/:customer/consents", use: self.create)
        group.delete("/v1/customers/:customer/consents", use: self.withdrawCurrent)
        group.delete("/v1/customers/:customer/consents/:consent", use: self.withdraw)
    }

    @concurrent
    @Sendable private func list(_: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let consents = try await Problem.explaining {
            try await self.service.consents(of: customer, in: context.app)
        }
        let current = self.service.current(among: consents)?.id
        return try JSONResponse.encode(
            List(
                customer: customer.rawValue,
                current: current?.rawValue,
                regimes: Regimes(context.app.catalog.consent),
                consents: consents.map { ConsentBody($0, current: $0.id == current) }
            )
        )
    }

    @concurrent
    @Sendable private func create(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        return try await self.limits.withBody(of: request, upTo: CustomerController.maximumBody) { body in
            let asked = try ConsentRequest(json: Array(body.readableBytesView))
            let consent = try await Problem.explaining {
                try await self.service.consent(
                    asked.statement,
                    id: asked.id,
                    of: customer,
                    in: context.app,
                    by: context.origin(reason: asked.reason),
                    isAudited: Self.isAudited(context),
                    isPreview: isPreview
                )
            }
            return try JSONResponse.encode(
                ConsentBody(consent.value, isNamed: !isPreview || asked.id != nil, nothing: consent.nothing)
            )
        }
    }

    @concurrent
    @Sendable private func withdraw(_ request: Request, context: AppContext) async throws -> Response {
        let id = ConsentID(context.parameters.get("consent") ?? "")
        let withdrawn = try await self.withdraw(id, request, context)
        guard let consent = withdrawn.value else { throw Problem.customer(.unknownConsent) }
        return try JSONResponse.encode(ConsentBody(consent, nothing: withdrawn.nothing))
    }

    @concurrent
    @Sendable private func withdrawCurrent(_ request: Request, context: AppContext) async throws -> Response {
        let withdrawn = try await self.withdraw(nil, request, context)
        return try JSONResponse.encode(
            Withdrawn(
                customer: CustomerParameter.customer(in: context).rawValue,
                consent: withdrawn.value.map { ConsentBody($0) },
                nothing: withdrawn.nothing?.rawValue
            )
        )
    }

    private func withdraw(
        _ id: ConsentID?,
        _ request: Request,
        _ context: AppContext
    ) async throws -> ActionResult<Consent?> {
        let customer = try CustomerParameter.customer(in: context)
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        let instant = try RequestQuery.instant("withdrawnAt", in: request)
        let source = try RequestQuery.text("source", in: request, upTo: 255)
        let reason = try RequestQuery.text("reason", in: request, upTo: CustomerController.maximumReason)
        return try await Problem.explaining {
            try await self.service.withdraw(
                id,
                of: customer,
                at: instant,
                source: source,
                in: context.app,
                by: context.origin(reason: reason),
                isAudited: Self.isAudited(context),
                isPreview: isPreview
            )
        }
    }

    /// Whether an operator makes the request.
    private static func isAudited(_ context: AppContext) -> Bool {
        if case .operator = context.principal { true } else { false }
    }

    private struct List: Encodable {
        let customer: String
        let current: String?
        let regimes: Regimes
        let consents: [ConsentBody]
    }

    private struct Withdrawn: Encodable {
        let customer: String
        let consent: ConsentBody?
        let nothing: String?
    }

    /// The consent regimes that apply to a customer without a recorded consent.
    private struct Regimes: Encodable {
        let other: String
        let storefronts: [String: String]

        private enum CodingKeys: String, CodingKey {
            case other = "default"
            case storefronts
        }

        init(_ regimes: ConsentRegimes) {
            self.other = regimes.other.rawValue
            self.storefronts = regimes.storefronts.mapValues(\.rawValue)
        }
    }
}

extension ConsentController {
    private static let regime = APISchema.enumeration(ConsentRegime.allCases.map(\.rawValue))
    private static let regimes = APISchema.object(
        .required("default", Self.regime),
        .required("storefronts", .map(of: Self.regime), "The storefronts with another regime.")
    )
    private static let withdrawal: [APIParameter] = [
        .dryRun,
        .query("withdrawnAt", .string(format: "date-time"), "When the customer withdrew it; now by default."),
        .query("source", .string(length: 1...255), "Where the customer withdrew it, such as a screen of your app."),
        .query(
            "reason",
            .string(length: 1...CustomerController.maximumReason),
            "The reason, for the audit log, if an operator records it."
        ),
    ]

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/customers/{customer}/consents",
            id: "listConsents",
            tag: .customers,
            access: .read,
            summary: "List a customer's consents",
            parameters: [.customer],
            answers: [
                .ok(
                    .named(
                        "Consents",
                        .object(
                            .required("customer", .customer),
                            .optional("current", .string(), "The id of the consent in force; absent if there is none."),
                            .required(
                                "regimes",
                                Self.regimes,
                                "The consent regime that applies without a recorded consent."
                            ),
                            .required("consents", .array(of: ConsentBody.schema))
                        )
                    ),
                    "The consents, newest first, including withdrawn ones."
                )
            ],
            problems: [.status(422, "customer_invalid")]
        ),
        APIOperation(
            .post,
            "/v1/customers/{customer}/consents",
            id: "createConsent",
            tag: .customers,
            access: .write,
            summary: "Record a consent",
            description:
                "No field of the body is required; missing fields have defaults, and `warning` says what a missing "
                + "`textHash` weakens. A repetition with the same `id` and the same content returns the same "
                + "consent.",
            parameters: [.customer, .dryRun],
            body: .json(ConsentRequest.schema, "What the customer agreed to, and the evidence for it."),
            answers: [.ok(ConsentBody.schema, "The consent.")],
            problems: [
                .status(409, "consent_exists"),
                .status(
                    422,
                    "customer_invalid",
                    "customer_reserved",
                    "consent_in_future",
                    "field_unknown",
                    "field_wrong_type",
                    "field_invalid"
                ),
            ]
        ),
        APIOperation(
            .delete,
            "/v1/customers/{customer}/consents",
            id: "withdrawCurrentConsent",
            tag: .customers,
            access: .write,
            summary: "Withdraw the current consent",
            description:
                "Ends the consent that is in force. It stays in the list, because it proves that earlier answers to "
                + "Apple were allowed. If no consent is in force, the request changes nothing.",
            parameters: [.customer] + Self.withdrawal,
            answers: [
                .ok(
                    .named(
                        "WithdrawnConsent",
                        .object(
                            .required("customer", .customer),
                            .optional(
                                "consent",
                                ConsentBody.schema,
                                "The consent with its end; absent if none was in force."
                            ),
                            .nothing
                        )
                    ),
                    "No consent is in force any more; in a dry run, none would be."
                )
            ],
            problems: [.status(422, "customer_invalid", "consent_in_future", "field_wrong_type", "field_invalid")]
        ),
        APIOperation(
            .delete,
            "/v1/customers/{customer}/consents/{consent}",
            id: "withdrawConsent",
            tag: .customers,
            access: .write,
            summary: "Withdraw a consent",
            description:
                "The consent stays in the list with the instant of its end, because it proves that earlier answers to "
                + "Apple were allowed. If it is withdrawn twice, the earlier instant counts.",
            parameters: [.customer, .path("consent", .string(length: 1...64), "The consent's `id`.")] + Self.withdrawal,
            answers: [.ok(ConsentBody.schema, "The consent with its end.")],
            problems: [
                .status(404, "consent_unknown"),
                .status(422, "customer_invalid", "consent_in_future", "field_wrong_type", "field_invalid"),
            ]
        ),
    ]
}
