package import Ledger
import Notation

/// Refund policies and dry runs in the terms of our JSON.
extension JSONText {
    /// Adds everything about a policy, and about its trial where it has one.
    mutating func describe(_ policy: RefundPolicy, _ report: RefundTrialReport?) {
        self.add("version", policy.version)
        self.add("publishedAt", policy.publishedAt)
        self.add("publishedBy", policy.publishedBy)
        self.add("reason", policy.reason)
        self.add("policy", policy.text)
        if let report { self.add("trial") { $0.describe(report) } }
    }

    /// Adds what a dry run found.
    package mutating func describe(_ run: RefundDryRun) {
        self.add("requests", run.requests)
        self.add("different", run.different)
        self.add("wishes", RefundDryRun.Wish.allCases.filter { run.sides[$0] != nil }) { json, wish in
            guard let side = run.sides[wish] else { return }
            json.add("wish", wish.rawValue)
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
            json.add("wish", one.wish.rawValue)
            json.add("rule", one.rule ?? "otherwise")
            json.add("told", one.told.rawValue)
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
