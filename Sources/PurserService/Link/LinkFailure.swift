/// The step at which a link to a host failed, and the cause.
package struct LinkFailure: Error, Hashable, Sendable {
    /// A step of a probe, in order.
    package enum Step: String, Hashable, Sendable, CaseIterable {
        /// The lookup of the name's addresses.
        case dns
        /// The TCP connection.
        case tcp
        /// The TLS handshake, and the check of the host's certificate.
        case tls
        /// The arrival of the response's head.
        case firstByte = "first_byte"
        /// The arrival of the complete response, in the form that Apple uses.
        case body
    }

    /// The cause of a failure; the number of causes is bounded.
    package enum Cause: String, Hashable, Sendable, CaseIterable {
        /// The step did not complete in time.
        case timeout
        /// The port is closed, or a firewall rejects the connection.
        case refused
        /// There is no route to the address.
        case unreachable
        /// The name has no address, or the name server does not know it.
        case noAddress = "no_address"
        /// The certificate is not trusted, has expired, or is for another name.
        case certificate
        /// Client and server did not agree on TLS 1.2 or later.
        case handshake
        /// The response has a status that means that Apple fails, or that another server answers.
        case status
        /// The response does not have the form that Apple uses, such as a web page.
        case form
        /// The connection ended too early.
        case closed
    }

    /// The place to examine first.
    package enum Place: String, Hashable, Sendable, CaseIterable {
        /// This machine's name servers.
        case resolver
        /// The network between this machine and Apple.
        case route
        /// TLS: a certificate, the clock, or a proxy that intercepts TLS.
        case tls
        /// Apple.
        case apple
    }

    /// The step that failed.
    package let step: Step
    /// The cause of the failure.
    package let cause: Cause
    /// The HTTP status, if a response had arrived.
    package let status: Int?

    /// Creates the failure of a step.
    package init(_ step: Step, _ cause: Cause, status: Int? = nil) {
        self.step = step
        self.cause = cause
        self.status = status
    }

    /// The place to examine first.
    package var place: Place {
        switch (self.step, self.cause) {
        case (.dns, _): .resolver
        case (.tcp, _): .route
        case (.tls, .timeout), (.tls, .closed): .route
        case (.tls, _): .tls
        case (.firstByte, _), (.body, _): .apple
        }
    }
}
