/// Why something did not arrive, or may not have.
package struct DeliveryFailure: Hashable, Sendable {
    /// A stable code: `status` for an answer that was not 2xx, or what went wrong before there was one.
    package let code: String
    /// The status of the answer, if there was one.
    package let status: Int?
    /// When.
    package let at: Instant

    /// Whether the endpoint itself has not answered.
    ///
    /// Nobody did, or one who stands before it said so (RFC 9110, sections 15.6.3 and 15.6.5). Whatever else it answers, it is
    /// there.
    package var isUnanswered: Bool { self.status.map { $0 == 502 || $0 == 504 } ?? true }

    /// A failure of this code.
    package init(code: String, status: Int? = nil, at: Instant) {
        self.code = code
        self.status = status
        self.at = at
    }
}
