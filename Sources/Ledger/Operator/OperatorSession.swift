/// The session of an operator in one browser.
package struct OperatorSession: Hashable, Sendable {
    /// The progress of the sign-in.
    package enum Phase: Hashable, Sendable, CaseIterable {
        /// The password was right, and a code of the second factor is still to come.
        case awaitsCode
        /// The operator is signed in.
        case signedIn
    }

    /// How long a session lasts without a request.
    package static let idleLimit = Span.hours(12)
    /// How long a session lasts at most.
    package static let absoluteLimit = Span.days(14)
    /// How long the server waits for a code after the password.
    package static let codeLimit = Span.minutes(10)
    /// The shortest time between two records of the last use.
    package static let noticedAfter = Span.minutes(1)
    /// The maximum length of a stored user agent in bytes.
    package static let maximumUserAgent = 200

    /// The public identifier, which gives no access.
    package let id: OperatorSessionID
    /// The SHA-256 of the token in the browser's cookie.
    package let digest: ContentDigest
    /// The operator.
    package let operatorName: OperatorName
    /// The progress of the sign-in.
    package let phase: Phase
    /// The instant at which the session began.
    package let createdAt: Instant
    /// The instant of the last use, to the minute.
    package var usedAt: Instant
    /// The address of the browser when the session began.
    package let address: String
    /// What the browser called itself when the session began.
    package let userAgent: String

    /// Creates a session with these values.
    package init(
        id: OperatorSessionID,
        digest: ContentDigest,
        operatorName: OperatorName,
        phase: Phase,
        createdAt: Instant,
        usedAt: Instant,
        address: String,
        userAgent: String
    ) {
        self.id = id
        self.digest = digest
        self.operatorName = operatorName
        self.phase = phase
        self.createdAt = createdAt
        self.usedAt = usedAt
        self.address = address
        self.userAgent = userAgent
    }

    /// The instant from which the session is over unless it is used before.
    package var endsAt: Instant {
        switch self.phase {
        case .awaitsCode: self.createdAt + Self.codeLimit
        case .signedIn: min(self.usedAt + Self.idleLimit, self.createdAt + Self.absoluteLimit)
        }
    }
}

/// The public identifier of an operator's session.
package typealias OperatorSessionID = Identifier<OperatorSession>
