import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// What a customer agreed to, with what proves it.
///
/// What an operator records of it is in the audit log; a shop's backend tells Purser of every customer who agrees,
/// which would fill the log.
struct ConsentController {
    /// Keeps consents.
    let service: CustomerService
    /// Bounds the bodies.
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

    /// Whether an operator does it.
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

    /// What counts where the customer has said nothing.
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
        .required("storefronts", .map(of: Self.regime), "Those with another one.")
    )
    private static let withdrawal: [APIParameter] = [
        .dryRun,
        .query("withdrawnAt", .string(format: "date-time"), "When the customer said so; now if left out."),
        .query("source", .string(length: 1...255), "Where the customer said so, in your words."),
        .query(
            "reason",
            .string(length: 1...CustomerController.maximumReason),
            "Why, for the audit log, where an operator records it."
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
            summary: "What a customer agreed to, newest first",
            parameters: [.customer],
            answers: [
                .ok(
                    .named(
                        "Consents",
                        .object(
                            .required("customer", .customer),
                            .optional("current", .string(), "The id of the consent that stands now; absent for none."),
                            .required(
                                "regimes",
                                Self.regimes,
                                "What the shop takes for consent where he said nothing."
                            ),
                            .required("consents", .array(of: ConsentBody.schema))
                        )
                    ),
                    "The consents, withdrawn ones included."
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
            summary: "Take down that a customer agreed",
            description:
                "Nothing of the body is required; what is left out has a default, and `warning` says what a missing "
                + "`textHash` weakens. Said again with the same `id` and the same words, it is the same consent.",
            parameters: [.customer, .dryRun],
            body: .json(ConsentRequest.schema, "What he agreed to, and what proves it."),
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
            summary: "Record that a customer does not agree any more",
            description: "The consent that stands is withdrawn; it stays in the list, because it proves what was sent "
                + "before. Where none stands, nothing is done.",
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
                                "The consent, with its end; absent where none stood."
                            ),
                            .nothing
                        )
                    ),
                    "The customer agrees to nothing, or would not."
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
            summary: "Take down that a customer does not agree any more",
            description: "The consent stays, with the instant of its end: it proves what was sent before. Withdrawn "
                + "twice, the earlier instant counts.",
            parameters: [.customer, .path("consent", .string(length: 1...64), "The consent's `id`.")] + Self.withdrawal,
            answers: [.ok(ConsentBody.schema, "The consent, with its end.")],
            problems: [
                .status(404, "consent_unknown"),
                .status(422, "customer_invalid", "consent_in_future", "field_wrong_type", "field_invalid"),
            ]
        ),
    ]
}
