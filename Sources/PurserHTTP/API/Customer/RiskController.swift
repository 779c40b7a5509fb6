import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// The reasons to look twice: at one customer, at one Apple account, and at those who reach the threshold of the
/// catalog.
struct RiskController: Sendable {
    /// The most customers in one answer; the ledger is read for each.
    static let maximumPage = 50

    /// Knows who reaches the threshold.
    let service: RiskService
    /// Knows customers.
    let customers: CustomerService

    /// Adds the routes.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/customers/:customer/risk", use: self.get)
        group.get("/v1/risk", use: self.list)
        group.get("/v1/apple-accounts/:account/risk", use: self.account)
    }

    @concurrent
    @Sendable private func get(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try CustomerParameter.customer(in: context)
        let environment = try CustomerParameter.environment(in: request)
        let risk = try await Problem.explaining {
            try await self.customers.risk(of: customer, in: context.app, environment: environment)
        }
        return try JSONResponse.encode(RiskBody(risk, of: customer, environment: environment))
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: AppContext) async throws -> Response {
        let limit = try RequestQuery.limit(in: request, usually: 20, upTo: Self.maximumPage)
        let place = try RequestQuery.text("cursor", in: request, upTo: 64).map { text in
            guard let place = Self.place(text) else { throw RequestQuery.foreignCursor }
            return place
        }
        let found = try await Problem.explaining {
            do throws(RepositoryError) {
                return try await self.service.raised(in: context.app.name, after: place, limit: limit + 1)
            } catch {
                throw CustomerError.storage(error)
            }
        }
        let page = found.prefix(limit)
        return try JSONResponse.encode(
            RaisedRisks(
                customers: page.map { entry in
                    RiskBody(
                        entry.risk,
                        of: entry.record.customer,
                        environment: .production,
                        raisedAt: entry.record.raisedAt
                    )
                },
                next: found.count > limit ? page.last.map { Self.cursor($0.record.place) } : nil
            )
        )
    }

    @concurrent
    @Sendable private func account(_ request: Request, context: AppContext) async throws -> Response {
        let text = context.parameters.get("account") ?? ""
        guard (1...64).contains(text.utf8.count) else {
            throw RequestFields.invalid("account", "This must be an Apple account's appTransactionId.")
        }
        let account = AppTransactionID(text)
        let environment = try CustomerParameter.environment(in: request)
        let found = try await Problem.explaining {
            do throws(RepositoryError) {
                return try await self.service.risk(of: account, in: context.app, environment: environment)
            } catch {
                throw CustomerError.storage(error)
            }
        }
        return try JSONResponse.encode(
            RiskBody(found.risk, of: account, customers: found.customers, environment: environment)
        )
    }

    private static func cursor(_ place: RiskCursor) -> String { "\(place.points)-\(place.number)" }

    private static func place(_ text: String) -> RiskCursor? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let points = Int64(parts[0]), let number = Int64(parts[1]) else { return nil }
        return RiskCursor(points: points, number: number)
    }

    private struct RaisedRisks: Encodable {
        let customers: [RiskBody]
        let next: String?
    }
}

extension RiskController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/customers/{customer}/risk",
            id: "getCustomerRisk",
            tag: .customers,
            access: .read,
            summary: "The reasons to look twice at a customer, each with its points",
            description: "Refunds, use before a refund, Apple accounts that serve several, purchases faster than a "
                + "person makes, storefronts that jump, coins that cost too little, debt. A reason weighs less the "
                + "longer ago it was. Whether anything follows is for guards and refund policies to say.",
            parameters: [.customer, .environment],
            answers: [.ok(RiskBody.schema, "The reasons; none is an empty list.")],
            problems: [.status(422, "customer_invalid", "environment_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/risk",
            id: "listHighRiskCustomers",
            tag: .customers,
            access: .read,
            summary:
                "The customers whose reasons to look twice reach the threshold of the catalog, the most points first",
            description:
                "In the order of their points when each was last looked at; points and reasons are those of now. "
                + "Nobody where the catalog has no `risk.threshold`. Only Production is watched.",
            parameters: [.limit(Int64(Self.maximumPage)), .cursor],
            answers: [
                .ok(
                    .object(
                        .required("customers", .array(of: RiskBody.raised)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of them."
                )
            ],
            problems: [.status(422, "cursor_invalid", "field_wrong_type", "field_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/apple-accounts/{account}/risk",
            id: "getAppleAccountRisk",
            tag: .customers,
            access: .read,
            summary: "The reasons to look twice at an Apple account, each with its points",
            description:
                "Those of a customer who made all purchases with it. An account that nobody bought with has none.",
            parameters: [
                .path("account", .string(length: 1...64), "Apple's `appTransactionId`."), .environment,
            ],
            answers: [.ok(RiskBody.account, "The reasons, and whom the account serves.")],
            problems: [.status(422, "environment_invalid", "field_invalid")]
        ),
    ]
}
