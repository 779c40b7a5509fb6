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

    let customer: String
    let environment: String
    let points: Int64
    let reasons: [Reason]

    /// The reasons of a customer.
    init(_ risk: Risk, of customer: CustomerID, environment: StoreEnvironment) {
        self.customer = customer.rawValue
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
    static let schema = APISchema.named(
        "Risk",
        .object(
            .required("customer", .customer),
            .required("environment", .environment),
            .required("points", .integer(), "The points of all reasons together."),
            .required(
                "reasons",
                .array(
                    of: .named(
                        "RiskReason",
                        .object(
                            .required("reason", .words(RiskKind.allCases.map(\.rawValue)), "What kind."),
                            .required("points", .integer(), "What it weighs today; half after each 90 days."),
                            .required("count", .integer(), "How often."),
                            .optional("lastAt", .instant, "When it happened last; absent for what holds today."),
                            .optional("transactions", .array(of: .transaction), "The newest that show it, at most 10."),
                            .optional("customers", .array(of: .customer), "Others who show it, at most 10.")
                        )
                    )
                ),
                "The heaviest first."
            )
        )
    )
}
