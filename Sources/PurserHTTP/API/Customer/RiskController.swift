import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// A controller for risk signals: of a customer, of an Apple Account, and the customers who reach the catalog's
/// threshold.
struct RiskController: Sendable {
    /// The maximum number of customers in one page; the server reads the ledger for each of them.
    static let maximumPage = 50

    /// The service that assesses risk.
    let service: RiskService
    /// The service that reads customers.
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
            throw RequestFields.invalid("account", "This must be the appTransactionId of an Apple Account.")
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
            summary: "Get a customer's risk",
            description:
                "The reasons are refunds, use before a refund, Apple Accounts that several customers use, purchases "
                + "at a rate that a person cannot reach, changing storefronts, coins at too low a price, and "
                + "debt. The points of a reason decrease with time. Points alone have no effect; guards and "
                + "refund policies decide what follows.",
            parameters: [.customer, .environment],
            answers: [.ok(RiskBody.schema, "The reasons with their points; an empty list if there are none.")],
            problems: [.status(422, "customer_invalid", "environment_invalid")]
        ),
        APIOperation(
            .get,
            "/v1/risk",
            id: "listHighRiskCustomers",
            tag: .customers,
            access: .read,
            summary:
                "List customers above the risk threshold",
            description:
                "In the order of the points at the last assessment; points and reasons are the current ones. The list "
                + "is empty if the catalog has no `risk.threshold`. Only Production is assessed.",
            parameters: [.limit(Int64(Self.maximumPage)), .cursor],
            answers: [
                .ok(
                    .object(
                        .required("customers", .array(of: RiskBody.raised)),
                        .optional("next", .string(), "The `cursor` of the next page, if there is one.")
                    ),
                    "A page of customers."
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
            summary: "Get an Apple Account's risk",
            description:
                "The reasons of a customer who would have made all purchases of this account. An account without "
                + "purchases has none.",
            parameters: [
                .path("account", .string(length: 1...64), "Apple's `appTransactionId`."), .environment,
            ],
            answers: [.ok(RiskBody.account, "The reasons, and the customers who use the account.")],
            problems: [.status(422, "environment_invalid", "field_invalid")]
        ),
    ]
}
