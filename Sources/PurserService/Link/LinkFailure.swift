/// Where a link to a host broke, and how.
package struct LinkFailure: Error, Hashable, Sendable {
    /// A step of a probe, in the order in which they follow each other.
    package enum Step: String, Hashable, Sendable, CaseIterable {
        /// The addresses of the name are looked up.
        case dns
        /// A connection is made.
        case tcp
        /// TLS is agreed on, and the host's certificate checked.
        case tls
        /// The head of the answer arrives.
        case firstByte = "first_byte"
        /// The whole answer arrives, and has the form that Apple gives it.
        case body
    }

    /// How a step failed; bounded in number.
    package enum Cause: String, Hashable, Sendable, CaseIterable {
        /// It was not done in time.
        case timeout
        /// Nobody listens at the port, or a firewall refuses.
        case refused
        /// There is no way to the address.
        case unreachable
        /// The name has no address, or the name server does not know it.
        case noAddress = "no_address"
        /// The certificate is not trusted, has ended, or is for another name.
        case certificate
        /// The two sides did not agree on TLS 1.2 or later.
        case handshake
        /// The answer has a status that says that Apple fails, or that somebody else answers.
        case status
        /// The answer is not of the form that Apple gives it, such as a web page.
        case form
        /// The connection ended too early.
        case closed
    }

    /// Who is to look first.
    package enum Place: String, Hashable, Sendable, CaseIterable {
        /// This machine's name servers.
        case resolver
        /// The network between this machine and Apple.
        case route
        /// TLS: a certificate, the clock, or somebody in between who opens connections.
        case tls
        /// Apple.
        case apple
    }

    /// The step that failed.
    package let step: Step
    /// How it failed.
    package let cause: Cause
    /// The HTTP status, where an answer had come.
    package let status: Int?

    /// A failure of a step.
    package init(_ step: Step, _ cause: Cause, status: Int? = nil) {
        self.step = step
        self.cause = cause
        self.status = status
    }

    /// Where it breaks.
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
