import Ledger

/// The reasons to look twice at a customer, as our JSON shows them.
struct RiskBody: Encodable, Sendable {
    /// One reason.
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

    /// The reasons of a customer.
    init(_ risk: Risk, of customer: CustomerID, environment: StoreEnvironment, raisedAt: Instant? = nil) {
        self.init(risk, customer: customer, account: nil, customers: nil, environment, raisedAt: raisedAt)
    }

    /// The reasons of an Apple account that serves these customers.
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

    /// The schema of the reasons of an Apple account.
    static let account = APISchema.named(
        "AppleAccountRisk",
        .record(
            [
                .required("account", .string(length: 1...64), "Apple's `appTransactionId`."),
                .required("customers", .array(of: .customer), "Whom it serves."),
            ] + Self.fields
        )
    )

    /// The schema of a customer in the list of those at the threshold or above it.
    static let raised = APISchema.named(
        "RaisedRisk",
        .record(
            [
                .required("customer", .customer),
                .required("raisedAt", .instant, "Since when the reasons reach the threshold."),
            ] + Self.fields
        )
    )

    /// The schema of what is told of somebody who crossed the threshold; no other customer is named there.
    static let eventSchema = APISchema.named(
        "EventRisk",
        .object(
            .required("points", .integer(), "The points of all reasons together."),
            .required("threshold", .integer(), "The threshold of the catalog."),
            .required("raised", .boolean, "Whether the points reach the threshold."),
            .required(
                "reasons",
                .array(
                    of: .object(
                        .required("reason", .enumeration(RiskKind.allCases.map(\.rawValue)), "What kind."),
                        .required("points", .integer(), "What it weighs then."),
                        .required("count", .integer(), "How often, or how many others show it."),
                        .optional("lastAt", .instant, "When it happened last; absent for what held then."),
                        .required("transactions", .array(of: .transaction), "The newest that show it, at most 10.")
                    )
                ),
                "The heaviest first."
            )
        )
    )

    private static let fields: [APIProperty] = [
        .required("environment", .environment),
        .required("points", .integer(), "The points of all reasons together."),
        .required("reasons", .array(of: Self.reason), "The heaviest first."),
    ]

    private static let reason = APISchema.named(
        "RiskReason",
        .object(
            .required("reason", .enumeration(RiskKind.allCases.map(\.rawValue)), "What kind."),
            .required("points", .integer(), "What it weighs today; half after each 90 days."),
            .required("count", .integer(), "How often."),
            .optional("lastAt", .instant, "When it happened last; absent for what holds today."),
            .optional("transactions", .array(of: .transaction), "The newest that show it, at most 10."),
            .optional("customers", .array(of: .customer), "Others who show it, at most 10.")
        )
    )
}
