/// What somebody whom the server called has answered.
///
/// The body is not in it: what a neighbour of the server says is nobody's business.
package struct OutboundAnswer: Hashable, Sendable {
    /// The HTTP status; redirects among them, because none is followed.
    package let status: Int
    /// How long the receiver asks to be left alone, if he does (RFC 9110, section 10.2.3); never negative.
    package let retryAfter: Duration?
    /// From the beginning, with the name looked up, until the end of the answer.
    package let took: Duration
    /// Whether the body was too long to be read to its end, so that the connection was dropped.
    package let isCut: Bool

    /// Whether the receiver says that he has it.
    package var isSuccess: Bool { (200..<300).contains(self.status) }

    /// Whether the receiver wants never to be called again (Standard Webhooks 1.0.0).
    package var isGone: Bool { self.status == 410 }

    /// An answer of these parts.
    package init(status: Int, retryAfter: Duration? = nil, took: Duration, isCut: Bool = false) {
        self.status = status
        self.retryAfter = retryAfter
        self.took = took
        self.isCut = isCut
    }
}
