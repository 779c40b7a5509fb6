import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// A controller for lookups of any id.
struct LookupController {
    /// The service that searches.
    let service: CustomerService

    /// Adds `GET /v1/lookups`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/lookups", use: self.lookUp)
    }

    @concurrent
    @Sendable private func lookUp(_ request: Request, context: AppContext) async throws -> Response {
        guard let id = try RequestQuery.text("id", in: request, upTo: CustomerID.maximumBytes) else {
            throw Problem(
                .unprocessableContent,
                code: "field_missing",
                "Send ?id= with any id: an order number from Apple's emails, a transaction, a token, a customer.",
                field: "id"
            )
        }
        let reason = try RequestQuery.text("reason", in: request, upTo: CustomerController.maximumReason)
        let answer = try await Problem.explaining {
            try await self.service.lookUp(id, in: context.app, by: context.origin(reason: reason))
        }
        return try JSONResponse.encode(LookupBody(answer, id: id))
    }
}

extension LookupController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/lookups",
            id: "lookUp",
            tag: .lookups,
            access: .read,
            summary: "Look up an id",
            description:
                "Finds an order number from Apple's emails, a transaction, an original transaction, a token, an "
                + "`appTransactionId` or a customer. If the id has the form of an order number, the server asks "
                + "Apple and records the signed transactions in the answer.",
            parameters: [
                .query(
                    "id",
                    .string(length: 1...CustomerID.maximumBytes),
                    "The id, as the customer provides it.",
                    isRequired: true
                ),
                .query(
                    "reason",
                    .string(length: 1...CustomerController.maximumReason),
                    "The reason, for the audit log, if the server asks Apple."
                ),
            ],
            answers: [.ok(LookupBody.schema, "Every match; an empty list if there is none.")],
            problems: [.status(422, "field_missing", "field_invalid")]
        )
    ]
}

/// The matches of an id in JSON.
struct LookupBody: Encodable {
    /// One match.
    struct Match: Encodable {
        var type: String
        var customer: String?
        var mergedInto: String?
        var customers: [String]?
        var bindings: [Binding]?
        var environment: String?
        var appAccountToken: String?
        var transactions: [TransactionReportBody]?

        init(type: String) {
            self.type = type
        }

        init(_ match: LookupResult.Match) {
            switch match {
            case .transaction(let report):
                self.init(type: "transaction")
                self.environment = report.environment.rawValue
                self.customer = report.claim.owner?.rawValue
                self.transactions = [TransactionReportBody(report)]
            case .originalTransaction(let report):
                self.init(type: "originalTransaction")
                self.environment = report.environment.rawValue
                self.customer = report.chain.chain.purchases.last
                    .flatMap { report.chain.claims[$0.transactionIDs[0]]?.owner?.rawValue }
                self.transactions = [TransactionReportBody(report)]
            case .accountToken(let token, let customer):
                self.init(type: "accountToken")
                self.customer = customer.rawValue
                self.appAccountToken = token.description
            case .customer(let customer, let record):
                self.init(type: "customer")
                self.customer = customer.rawValue
                self.mergedInto = record.mergedInto?.rawValue
            case .appleAccount(let environment, let bindings):
                self.init(type: "appleAccount")
                self.environment = environment.rawValue
                self.customers = bindings.map(\.customer.rawValue)
                self.bindings = bindings.map(Binding.init)
            case .order(let reports):
                self.init(type: "order")
                self.environment = StoreEnvironment.production.rawValue
                self.transactions = reports.map(TransactionReportBody.init)
            }
        }
    }

    /// A customer who used an Apple Account.
    struct Binding: Encodable {
        let customer: String
        let firstSeenAt: String
        let lastSeenAt: String

        init(_ binding: AppleAccountBinding) {
            self.customer = binding.customer.rawValue
            self.firstSeenAt = binding.firstAt.rfc3339
            self.lastSeenAt = binding.lastAt.rfc3339
        }
    }

    /// The result of asking Apple about an order number.
    struct Order: Encodable {
        let state: String
        let code: String?
    }

    let id: String
    let matches: [Match]
    let order: Order

    init(_ answer: LookupResult, id: String) {
        self.id = id
        self.matches = answer.matches.map(Match.init)
        switch answer.order {
        case .notAsked, .possible: self.order = Order(state: "notAsked", code: nil)
        case .known: self.order = Order(state: "known", code: nil)
        case .unknown: self.order = Order(state: "unknown", code: nil)
        case .failed(let code): self.order = Order(state: "failed", code: code)
        }
    }
}

extension LookupBody {
    /// Its schema.
    static let schema = APISchema.named(
        "Lookup",
        .object(
            .required("id", .string()),
            .required(
                "matches",
                .array(
                    of: .object(
                        .required(
                            "type",
                            .enumeration(
                                "transaction",
                                "originalTransaction",
                                "accountToken",
                                "customer",
                                "appleAccount",
                                "order"
                            )
                        ),
                        .optional("customer", .customer),
                        .optional("mergedInto", .customer),
                        .optional("customers", .array(of: .customer)),
                        .optional(
                            "bindings",
                            .array(
                                of: .object(
                                    .required("customer", .customer),
                                    .required("firstSeenAt", .instant),
                                    .required("lastSeenAt", .instant)
                                )
                            ),
                            "For an Apple Account: each customer who used it, and when."
                        ),
                        .optional("environment", .environment),
                        .optional("appAccountToken", .accountToken),
                        .optional("transactions", .array(of: TransactionReportBody.schema))
                    )
                ),
                "Every match; an id can have several."
            ),
            .required(
                "order",
                .object(
                    .required("state", .enumeration("notAsked", "known", "unknown", "failed")),
                    .optional("code", .string(), "The code of the error if the server could not ask Apple.")
                ),
                "The result of asking Apple, if the id has the form of an order number."
            )
        )
    )
}
