import Ledger
import Metrics

/// The metrics of refund requests: answers and outcomes.
struct RefundMetrics: Sendable {
    /// Counts a request that is processed for the first time.
    func noteRequest(_ record: RefundRecord) {
        Counter(label: "purser_refund_requests_total", dimensions: Self.names(record)).increment()
    }

    /// Counts an answer that Apple has received.
    func noteAnswer(_ answer: RefundAnswer, _ record: RefundRecord, to request: RefundRequest) {
        Counter(
            label: "purser_refund_answers_total",
            dimensions: Self.names(record) + [
                ("answer", answer.sent?.preference?.rawValue ?? "none"), ("timing", answer.isLate ? "late" : "in_time"),
            ]
        ).increment()
        guard let receivedAt = answer.receivedAt else { return }
        Timer(label: "purser_refund_answer_seconds", dimensions: Self.names(record))
            .recordMilliseconds(max(0, (receivedAt - request.signedAt).milliseconds))
    }

    /// Counts a request about which no answer may be sent.
    func noteWithheld(_ refusal: RefundReply.Refusal, _ record: RefundRecord) {
        Counter(
            label: "purser_refund_withheld_total",
            dimensions: Self.names(record) + [("reason", refusal.rawValue)]
        ).increment()
        guard refusal == .noConsent, let price = record.subject.price, price.amountMilliunits > 0 else { return }
        Counter(
            label: "purser_refund_unconsented_milliunits_total",
            dimensions: Self.names(record) + [("currency", price.currency)]
        ).increment(by: price.amountMilliunits)
    }

    /// Counts a request that was not answered before Apple's deadline.
    func noteMissed(_ record: RefundRecord) {
        Counter(label: "purser_refund_missed_total", dimensions: Self.names(record)).increment()
    }

    /// Counts a request for which it is unknown whether Apple received the answer in time.
    func noteDoubtful(_ record: RefundRecord) {
        Counter(label: "purser_refund_doubtful_total", dimensions: Self.names(record)).increment()
    }

    /// Counts an attempt that failed.
    func noteFailure(_ code: String, _ record: RefundRecord) {
        Counter(label: "purser_refund_failures_total", dimensions: Self.names(record) + [("code", code)]).increment()
    }

    /// Counts Apple's decision, by the last answer sent; each outcome of a refund once.
    func noteOutcome(_ record: RefundRecord) {
        guard let outcome = record.outcome else { return }
        let answer = record.answers.last { $0.receivedAt != nil }
        let word = answer?.sent.map { $0.preference?.rawValue ?? "none" } ?? "nothing"
        Counter(
            label: "purser_refund_outcomes_total",
            dimensions: Self.names(record) + [("outcome", outcome), ("answer", word)]
        ).increment()
        guard record.environment == .production,
            let assignment = record.answers.last(where: { $0.assignment != nil })?.assignment
        else { return }
        Counter(
            label: "purser_refund_trial_outcomes_total",
            dimensions: [("app", record.app.rawValue), ("arm", assignment.arm.rawValue), ("outcome", outcome)]
        ).increment()
    }

    private static func names(_ record: RefundRecord) -> [(String, String)] {
        [("app", record.app.rawValue), ("environment", record.environment.rawValue)]
    }
}
