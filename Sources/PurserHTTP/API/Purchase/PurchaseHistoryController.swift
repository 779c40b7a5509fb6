import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// A controller for the lists of a customer's purchases and subscriptions.
struct PurchaseHistoryController {
    /// The service that reads them.
    let service: CustomerService

    /// Adds the routes.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/customers/:customer/transactions", use: self.transactions)
        group.get("/v1/customers/:customer/subscriptions", use: self.subscriptions)
    }

    @concurrent
    @Sendable private func transactions(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try context.customer(named: CustomerParameter.customer(in: context))
        let environment = try CustomerParameter.environment(in: request)
        let word = request.uri.queryParameters["view"].map(String.init) ?? PurchaseView.all.rawValue
        guard let view = PurchaseView(rawValue: word) else {
            throw RequestFields.invalid("view", "Use all, latest or current.")
        }
        let limit = try RequestQuery.limit(in: request, usually: 200, upTo: 1000)
        let cursor = try RequestQuery.text("cursor", in: request, upTo: 255)
        let lines = try await Problem.explaining {
            try await self.service.purchases(of: customer, in: context.app, environment: environment, view: view)
        }
        let start: Int
        if let cursor {
            guard let place = lines.firstIndex(where: { Self.cursor(of: $0) == cursor }) else {
                throw RequestQuery.foreignCursor
            }
            start = place + 1
        } else {
            start = 0
        }
        let page = lines[start...].prefix(limit)
        return try JSONResponse.encode(
            Transactions(
                customer: customer.rawValue,
                environment: environment.rawValue,
                transactions: page.map(PurchaseLineBody.init),
                next: start + limit < lines.count ? page.last.map(Self.cursor) : nil
            )
        )
    }

    @concurrent
    @Sendable private func subscriptions(_ request: Request, context: AppContext) async throws -> Response {
        let customer = try context.customer(named: CustomerParameter.customer(in: context))
        let environment = try CustomerParameter.environment(in: request)
        let subscriptions = try await Problem.explaining {
            try await self.service.subscriptions(of: customer, in: context.app, environment: environment)
        }
        return try JSONResponse.encode(
            Subscriptions(
                customer: customer.rawValue,
                environment: environment.rawValue,
                subscriptions: subscriptions.map(OwnedSubscriptionBody.init)
            )
        )
    }

    /// Returns the cursor of the page after a line.
    private static func cursor(of line: PurchaseLine) -> String {
        line.transactionIDs.first?.rawValue ?? ""
    }

    private struct Transactions: Encodable {
        let customer: String
        let environment: String
        let transactions: [PurchaseLineBody]
        let next: String?
    }

    private struct Subscriptions: Encodable {
        let customer: String
        let environment: String
        let subscriptions: [OwnedSubscriptionBody]
    }
}

extension PurchaseHistoryController {
    private static let subscription = APISchema.named(
        "OwnedSubscription",
        .object(
            .required("originalTransaction", .transaction, "The chain's original transaction."),
            .optional("group", .string(), "The subscription group in the catalog."),
            .required("owned", .boolean, "Whether the customer owns the latest period, not only earlier ones."),
            .required("transactions", .array(of: .transaction), "The customer's latest period."),
            .required("purchases", .integer(), "The number of periods that the customer owns."),
            .optional(
                "subscription",
                SubscriptionBody.schema,
                "The current state; absent if another customer continues the subscription."
            )
        )
    )
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/customers/{customer}/transactions",
            id: "listTransactions",
            tag: .customers,
            access: .readInApp,
            summary: "List a customer's purchases",
            description:
                "One line per purchase, earliest first; a restore adds no line. `latest` contains the latest purchase "
                + "of each chain, `current` the purchases that provide an entitlement now.",
            parameters: [
                .customer, .environment,
                .query(
                    "view",
                    .enumeration(PurchaseView.allCases.map(\.rawValue)),
                    "Which purchases to list; `all` by default."
                ),
                .limit(1000), .cursor,
            ],
            answers: [
                .ok(
                    .named(
                        "Transactions",
                        .object(
                            .required("customer", .customer),
                            .required("environment", .environment),
                            .required("transactions", .array(of: PurchaseLineBody.schema)),
                            .optional("next", .string(), "The cursor of the next page.")
                        )
                    ),
                    "The customer's purchases."
                )
            ],
            problems: [
                .status(
                    422,
                    "customer_invalid",
                    "environment_invalid",
                    "cursor_invalid",
                    "field_wrong_type",
                    "field_invalid"
                )
            ]
        ),
        APIOperation(
            .get,
            "/v1/customers/{customer}/subscriptions",
            id: "listSubscriptions",
            tag: .customers,
            access: .readInApp,
            summary: "List a customer's subscriptions",
            parameters: [.customer, .environment],
            answers: [
                .ok(
                    .named(
                        "Subscriptions",
                        .object(
                            .required("customer", .customer),
                            .required("environment", .environment),
                            .required("subscriptions", .array(of: Self.subscription))
                        )
                    ),
                    "The customer's subscriptions and their states."
                )
            ],
            problems: [.status(422, "customer_invalid", "environment_invalid")]
        ),
    ]
}

/// A subscription of which a customer owns at least one period, in JSON.
struct OwnedSubscriptionBody: Encodable {
    let originalTransaction: String
    let group: String?
    let owned: Bool
    let transactions: [String]
    let purchases: Int
    let subscription: JSONValue?

    init(_ owned: OwnedSubscription) {
        self.originalTransaction = owned.originalTransactionID.rawValue
        self.group = owned.group
        self.owned = owned.isCurrentOwner
        self.transactions = owned.latest.map(\.rawValue)
        self.purchases = owned.purchaseCount
        self.subscription = owned.state.flatMap(SubscriptionBody.value)
    }
}
