import AppStore
package import Ledger

/// The reason why an attempt to send an answer to Apple failed.
package struct RefundAttemptError: Error, Hashable, Sendable {
    /// The reasons for which an attempt does not begin.
    enum Code: String {
        /// The ledger does not know the purchase, and Apple could not be asked about it.
        case transactionUnknown = "refund_transaction_unknown"
        /// Apple does not accept the answer that was decided.
        case answerIllegal = "refund_answer_illegal"
    }

    /// The code of the error.
    package let code: String
    /// Whether the same attempt may succeed later without any change.
    package let canRetry: Bool
    /// Whether Apple may have received the answer: no response arrived.
    package let mayHaveArrived: Bool
    /// The instant of the ledger's time after which Apple accepts requests again, where nothing was sent: from the
    /// `Retry-After` of a 429, or the end of an earlier pause.
    package let notBefore: Instant?

    /// Creates an error.
    package init(code: String, canRetry: Bool, mayHaveArrived: Bool = false, notBefore: Instant? = nil) {
        self.code = code
        self.canRetry = canRetry
        self.mayHaveArrived = mayHaveArrived
        self.notBefore = notBefore
    }

    /// Creates the error for a failure of Apple or of the connection; `wasInDoubt` states that an earlier call of the
    /// attempt got no response.
    init(_ error: AppStoreError, wasInDoubt: Bool = false) {
        let isLost =
            switch error {
            case .interrupted, .timedOut, .answerNotJSON, .canceled: true
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
