import AppStore
package import Ledger

/// Why an attempt to tell Apple about a refund had no success.
package struct RefundAttemptError: Error, Hashable, Sendable {
    /// What keeps an attempt from beginning.
    enum Code: String {
        /// The ledger does not know the purchase, and Apple could not be asked about it.
        case transactionUnknown = "refund_transaction_unknown"
        /// What was decided is nothing that Apple accepts.
        case answerIllegal = "refund_answer_illegal"
    }

    /// Why, as a code.
    package let code: String
    /// Whether the same may succeed later, without anybody changing anything.
    package let canRetry: Bool
    /// Whether Apple may have received it all the same: nothing came back.
    package let mayHaveArrived: Bool
    /// When Apple listens again, by the ledger's time, where it has put the attempt off with nothing sent that counts:
    /// the `Retry-After` of its 429, or the end of the pause that an earlier one began.
    package let notBefore: Instant?

    /// An error of these values.
    package init(code: String, canRetry: Bool, mayHaveArrived: Bool = false, notBefore: Instant? = nil) {
        self.code = code
        self.canRetry = canRetry
        self.mayHaveArrived = mayHaveArrived
        self.notBefore = notBefore
    }

    /// What Apple, or the way there, is at fault for, and whether nothing came back of an earlier call of the attempt.
    init(_ error: AppStoreError, wasInDoubt: Bool = false) {
        let isLost =
            switch error {
            case .interrupted, .timedOut, .canceled: true
            default: false
            }
        var notBefore: Instant?
        if case .rateLimited(let instant) = error { notBefore = Instant(milliseconds: instant) }
        self.init(
            code: error.code,
            canRetry: error.canRetry,
            mayHaveArrived: wasInDoubt || isLost,
            notBefore: notBefore
        )
    }
}
