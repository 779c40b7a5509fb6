package import Ledger

/// Why something did not arrive, as our JSON; what the receiver answered besides its status is nobody's business.
package struct DeliveryFailureBody: Codable, Hashable, Sendable {
    /// `status`, or what went wrong before there was one.
    package let code: String
    /// The status of the answer, if there was one.
    package let status: Int?
    /// When; absent for what went wrong on this side.
    package let at: String?

    /// The body of a failure.
    package init(_ failure: DeliveryFailure) {
        self.code = failure.code
        self.status = failure.status
        self.at = failure.at.rfc3339
    }

    /// A failure on this side, before anything was sent.
    init(code: String) {
        self.code = code
        self.status = nil
        self.at = nil
    }
}
