package import Ledger
package import Notation
import PurserService

/// Refund policies and dry runs in JSON.
extension JSONText {
    /// Adds a policy, and its trial if it has one.
    mutating func describe(_ policy: RefundPolicy, _ report: RefundTrialReport?) {
        self.add("version", policy.version)
        self.add("publishedAt", policy.publishedAt)
        self.add("publishedBy", policy.publishedBy)
        self.add("reason", policy.reason)
        self.add("policy", policy.text)
        if let report { self.add("trial") { $0.describe(report) } }
    }

    /// Adds the result of a dry run.
    package mutating func describe(_ run: RefundDryRun) {
        self.add("requests", run.requests)
        self.add("different", run.different)
        self.add("answers", RefundDryRun.Answer.allCases.filter { run.sides[$0] != nil }) { json, answer in
            guard let side = run.sides[answer] else { return }
            json.add("answer", answer.rawValue)
            json.add("requests", side.requests)
            json.add("declined", side.declined)
            json.add("refunded", side.refunded)
            json.add("different", side.different)
            json.add("paid", amounts: side.paid)
            json.add("paidBack", amounts: side.paidBack)
        }
        let rules = run.rules.rules.map { Optional($0.name) } + [nil]
        self.add("rules", rules) { json, name in
            json.add("rule", name ?? "otherwise")
            json.add("requests", run.matches[name] ?? 0)
        }
        self.add("differences", run.differences) { json, one in
            json.add("request", one.id)
            json.add("answer", one.answer.rawValue)
            json.add("rule", one.rule ?? "otherwise")
            json.add("sent", one.sent.rawValue)
            switch one.outcome {
            case .refunded(let share)?:
                json.add("outcome", "refunded")
                json.add("refundedMilliunits", share)
            case .declined?: json.add("outcome", "declined")
            default: break
            }
        }
    }
}

/// The refund report in JSON.
extension JSONText {
    /// Adds the contents of a report.
    mutating func describe(_ report: RefundReport) {
        self.add("environment", report.environment.rawValue)
        self.add("requests") { json in
            let requests = report.requests
            json.add("asked", requests.asked)
            json.add("inTime", requests.inTime)
            json.add("late", requests.late)
            json.add("missed", requests.missed)
            json.add("doubtful", requests.doubtful)
            json.add("superseded", requests.superseded)
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

    /// Whether a row has more cases than another and so comes first.
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
    /// Its key in the report.
    fileprivate var key: StaticString {
        switch self {
        case .purchaseUnknown: "purchaseUnknown"
        case .refundReported: "refundReported"
        case .refunded: "refunded"
        case .undone: "undone"
        }
    }
}

/// The facts of a refund case and the texts for support in JSON.
extension JSONText {
    /// Adds the facts of the last answer, the terms of the storefront, and when the customer receives the money.
    mutating func describe(_ advisor: RefundAdvisor.Terms?, of record: RefundRecord) {
        if let answer = record.answers.last, !answer.evidence.isEmpty {
            var values = answer.evidence.mapValues(\.spelling)
            if let circumstances = answer.circumstances {
                values["sample"] = circumstances.isSampleOffered ? "yes" : "no"
            }
            self.add("evidence", values.sorted { $0.key < $1.key }) { json, one in
                json.add("name", one.key)
                json.add("value", one.value)
                json.add("from", answer.origins[one.key]?.rawValue)
            }
        }
        guard let advisor else { return }
        let terms = advisor.terms
        let purchasedAt = record.subject.purchasedAt
        self.add("terms") { json in
            json.add("storefront", advisor.storefront)
            json.add("region", advisor.region)
            json.add("unconditionalUntil", terms.unconditional.map { purchasedAt + $0 })
            json.add("conditionalUntil", purchasedAt + terms.conditional)
            json.add("unconditionalEver", terms.unconditionalEver)
            json.add("unconditionalPerYear", terms.unconditionalPerYear)
            json.add("conditionalPerYear", terms.conditionalPerYear)
            json.add("unconditionalLeft", advisor.left?.unconditional)
            json.add("conditionalLeft", advisor.left?.conditional)
        }
        guard case .refunded = record.refundCase.state, let decidedAt = record.refundCase.decidedAt else { return }
        let expected = terms.timing.expected(from: decidedAt)
        self.add("moneyExpected") { json in
            json.add("soon", expected.soon)
            json.add("latest", expected.latest)
            json.add("hours", terms.timing.soon.milliseconds / Span.hours(1).milliseconds)
            json.add("workingDaysFrom", terms.timing.workingDays.lowerBound)
            json.add("workingDaysTo", terms.timing.workingDays.upperBound)
            json.add("sentences") { json in
                json.add("en", terms.timing.sentences["en"])
                json.add("zh-Hans", terms.timing.sentences["zh-Hans"])
            }
        }
    }
}
