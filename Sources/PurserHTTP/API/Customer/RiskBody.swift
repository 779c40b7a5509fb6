import Ledger

/// The risk signals of a customer in JSON.
struct RiskBody: Encodable, Sendable {
    /// One risk signal.
    struct Reason: Encodable, Sendable {
        let reason: String
        let points: Int64
        let count: Int64
        let lastAt: String?
        let transactions: [String]?
        let customers: [String]?
    }

    let customer: String?
    let account: String?
    let customers: [String]?
    let environment: String
    let raisedAt: String?
    let points: Int64
    let reasons: [Reason]

    /// Creates the body of a customer's risk signals.
    init(_ risk: Risk, of customer: CustomerID, environment: StoreEnvironment, raisedAt: Instant? = nil) {
        self.init(risk, customer: customer, account: nil, customers: nil, environment, raisedAt: raisedAt)
    }

    /// Creates the body of the risk signals of an Apple Account with these customers.
    init(
        _ risk: Risk,
        of account: AppTransactionID,
        customers: [CustomerID],
        environment: StoreEnvironment
    ) {
        self.init(risk, customer: nil, account: account, customers: customers, environment, raisedAt: nil)
    }

    private init(
        _ risk: Risk,
        customer: CustomerID?,
        account: AppTransactionID?,
        customers: [CustomerID]?,
        _ environment: StoreEnvironment,
        raisedAt: Instant?
    ) {
        self.customer = customer?.rawValue
        self.account = account?.rawValue
        self.customers = customers?.map(\.rawValue)
        self.raisedAt = raisedAt?.rfc3339
        self.environment = environment.rawValue
        self.points = risk.points
        self.reasons = risk.reasons.map { reason in
            Reason(
                reason: reason.kind.rawValue,
                points: reason.points,
                count: reason.count,
                lastAt: reason.lastAt?.rfc3339,
                transactions: reason.transactions.isEmpty ? nil : reason.transactions.map(\.rawValue),
                customers: reason.customers.isEmpty ? nil : reason.customers.map(\.rawValue)
            )
        }
    }
}

extension RiskBody {
    /// Its schema in the OpenAPI document.
    static let schema = APISchema.named("Risk", .record([.required("customer", .customer)] + Self.fields))

    /// The schema of the risk signals of an Apple Account.
    static let account = APISchema.named(
        "AppleAccountRisk",
        .record(
            [
                .required("account", .string(length: 1...64), "Apple's `appTransactionId`."),
                .required("customers", .array(of: .customer), "The customers who use it."),
            ] + Self.fields
        )
    )

    /// The schema of a customer in the list of those at or above the threshold.
    static let raised = APISchema.named(
        "RaisedRisk",
        .record(
            [
                .required("customer", .customer),
                .required("raisedAt", .instant, "Since when the points reach the threshold."),
            ] + Self.fields
        )
    )

    /// The schema of the event for a customer who crossed the threshold; it names no other customer.
    static let eventSchema = APISchema.named(
        "EventRisk",
        .object(
            .required("points", .integer(), "The total points of all reasons."),
            .required("threshold", .integer(), "The threshold in the catalog."),
            .required("raised", .boolean, "Whether the points reach the threshold."),
            .required(
                "reasons",
                .array(
                    of: .object(
                        .required("reason", .enumeration(RiskKind.allCases.map(\.rawValue)), "The kind of the reason."),
                        .required("points", .integer(), "The points at the time of the event."),
                        .required(
                            "count",
                            .integer(),
                            "The number of occurrences, or of other customers with the same signal."
                        ),
                        .optional(
                            "lastAt",
                            .instant,
                            "When it last occurred; absent for a state that held at the time of the event."
                        ),
                        .required(
                            "transactions",
                            .array(of: .transaction),
                            "The newest transactions that show it, at most 10."
                        )
                    )
                ),
                "The reasons with the most points first."
            )
        )
    )

    private static let fields: [APIProperty] = [
        .required("environment", .environment),
        .required("points", .integer(), "The total points of all reasons."),
        .required("reasons", .array(of: Self.reason), "The reasons with the most points first."),
    ]

    private static let reason = APISchema.named(
        "RiskReason",
        .object(
            .required("reason", .enumeration(RiskKind.allCases.map(\.rawValue)), "The kind of the reason."),
            .required("points", .integer(), "The points today; they halve every 90 days."),
            .required("count", .integer(), "The number of occurrences."),
            .optional("lastAt", .instant, "When it last occurred; absent for a state that holds today."),
            .optional("transactions", .array(of: .transaction), "The newest transactions that show it, at most 10."),
            .optional("customers", .array(of: .customer), "Other customers with the same signal, at most 10.")
        )
    )
}
