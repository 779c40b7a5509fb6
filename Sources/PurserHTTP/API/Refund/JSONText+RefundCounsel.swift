import Ledger
import Notation
import PurserService

/// What was known of a refund, and what support may tell of it, in the terms of our JSON.
extension JSONText {
    /// Adds what was known when the last answer was put together, the terms of the storefront, and when the money is there.
    mutating func describe(_ counsel: RefundCounsel.Terms?, of record: RefundRecord) {
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
        guard let counsel else { return }
        let terms = counsel.terms
        let purchasedAt = record.subject.purchasedAt
        self.add("terms") { json in
            json.add("storefront", counsel.storefront)
            json.add("region", counsel.region)
            json.add("unconditionalUntil", terms.unconditional.map { purchasedAt + $0 })
            json.add("conditionalUntil", purchasedAt + terms.conditional)
            json.add("unconditionalEver", terms.unconditionalEver)
            json.add("unconditionalPerYear", terms.unconditionalPerYear)
            json.add("conditionalPerYear", terms.conditionalPerYear)
            json.add("unconditionalLeft", counsel.left?.unconditional)
            json.add("conditionalLeft", counsel.left?.conditional)
        }
        guard case .refunded = record.refundCase.state, let decidedAt = record.refundCase.decidedAt else { return }
        let expected = terms.arrival.expected(from: decidedAt)
        self.add("moneyExpected") { json in
            json.add("soon", expected.soon)
            json.add("latest", expected.latest)
            json.add("hours", terms.arrival.soon.milliseconds / Span.hours(1).milliseconds)
            json.add("workingDaysFrom", terms.arrival.workingDays.lowerBound)
            json.add("workingDaysTo", terms.arrival.workingDays.upperBound)
            json.add("sentences") { json in
                json.add("en", terms.arrival.sentences["en"])
                json.add("zh-Hans", terms.arrival.sentences["zh-Hans"])
            }
        }
    }
}
