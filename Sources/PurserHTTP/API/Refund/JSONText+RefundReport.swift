import Ledger
import Notation

/// What the refund desk did over a time, in the terms of our JSON.
extension JSONText {
    /// Adds everything that a report says.
    mutating func describe(_ report: RefundReport) {
        self.add("environment", report.environment.rawValue)
        self.add("requests") { json in
            let requests = report.requests
            json.add("asked", requests.asked)
            json.add("inTime", requests.inTime)
            json.add("late", requests.late)
            json.add("missed", requests.missed)
            json.add("doubtful", requests.doubtful)
            json.add("overtaken", requests.overtaken)
            json.add("open", requests.open)
            json.add("withheld", requests.withheld.sorted { $0.key.rawValue < $1.key.rawValue }) { json, one in
                json.add("reason", one.key.rawValue)
                json.add("requests", one.value)
            }
        }
        self.add("asked") { $0.describe(report.asked) }
        self.add("unasked") { $0.describe(report.unasked) }
        self.add("unconsented") { $0.describe(report.unconsented) }
        self.add("reported") { json in
            for state in ReportedRefund.State.allCases { json.add(state.key, report.reported[state] ?? 0) }
        }
        self.add("answers", RefundReport.Answer.allCases.filter { report.answers[$0] != nil }) { json, answer in
            json.add("answer", answer.rawValue)
            json.describe(report.answers[answer] ?? RefundReport.Sum())
        }
        let products = report.products.map { (name: $0.key.rawValue, sum: $0.value) }
        self.add("products", products.sorted(by: Self.comesFirst)) { json, one in
            json.add("product", one.name)
            json.describe(one.sum)
        }
        let storefronts = report.storefronts.map { (name: $0.key ?? "", sum: $0.value) }
        self.add("storefronts", storefronts.sorted(by: Self.comesFirst)) { json, one in
            json.add("storefront", one.name.isEmpty ? nil : one.name)
            json.describe(one.sum)
        }
    }

    /// The rows with the most cases come first.
    private static func comesFirst(
        _ left: (name: String, sum: RefundReport.Sum),
        _ right: (name: String, sum: RefundReport.Sum)
    ) -> Bool {
        left.sum.cases != right.sum.cases ? left.sum.cases > right.sum.cases : left.name < right.name
    }

    private mutating func describe(_ sum: RefundReport.Sum) {
        self.add("cases", sum.cases)
        self.add("open", sum.open)
        self.add("refunded", sum.refunded)
        self.add("declined", sum.declined)
        self.add("reversed", sum.reversed)
        self.add("revoked", sum.revoked)
        self.add("paid", amounts: sum.paid)
        self.add("paidBack", amounts: sum.paidBack)
        self.add("kept", amounts: sum.kept)
    }
}

extension ReportedRefund.State {
    /// Its name as a member of the report.
    fileprivate var key: StaticString {
        switch self {
        case .purchaseUnknown: "purchaseUnknown"
        case .refundReported: "refundReported"
        case .refunded: "refunded"
        case .undone: "undone"
        }
    }
}
