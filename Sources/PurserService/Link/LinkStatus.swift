package import Ledger

/// What is known of one host, as the leader's probes found it.
package struct LinkStatus: Hashable, Sendable {
    /// A failure, and when.
    package struct Break: Hashable, Sendable {
        /// When it was found, by the time of the ledger.
        package let at: Instant
        /// Where it breaks.
        package let place: LinkFailure.Place
        /// The whole failure; `nil` on a node that knows it from the metrics alone.
        package let failure: LinkFailure?
    }

    /// The host.
    package let host: String
    /// Whether the newest probe succeeded; `nil` where there was none.
    package var isUp: Bool?
    /// Since when it is so, as far as is known.
    package var since: Instant?
    /// When the newest probe was.
    package var probedAt: Instant?
    /// How long the steps of the newest probe took.
    package var steps: [LinkFailure.Step: Duration] = [:]
    /// The newest failure, which may be over.
    package var lastBreak: Break?
    /// When the host's certificate ends.
    package var certificateEnds: Instant?
    /// How far the host's clock is ahead of this machine's, in milliseconds.
    package var clockAheadMilliseconds: Int64?

    /// Nothing of a host.
    package init(host: String) {
        self.host = host
    }

    /// Takes in what a probe found at a time.
    mutating func take(_ result: LinkResult, at now: Instant) {
        let isUp = result.failure == nil
        if self.isUp != isUp { self.since = now }
        self.isUp = isUp
        self.probedAt = now
        self.steps = result.steps
        if let failure = result.failure { self.lastBreak = Break(at: now, place: failure.place, failure: failure) }
        // What a failed probe could not see stays as it was seen last.
        self.certificateEnds = result.certificateEnds ?? self.certificateEnds
        self.clockAheadMilliseconds = result.clockAheadMilliseconds ?? self.clockAheadMilliseconds
    }
}

/// What one probe of a host found.
package struct LinkResult: Hashable, Sendable {
    /// The host.
    package let host: String
    /// How long each step took that succeeded; a step that a host does not need is missing.
    package var steps: [LinkFailure.Step: Duration] = [:]
    /// What failed; `nil` where the host answers as it must.
    package var failure: LinkFailure?
    /// When the host's certificate ends, where TLS came about.
    package var certificateEnds: Instant?
    /// How far the host's clock is ahead of this machine's, in milliseconds, where the answer had a date; it is sure to
    /// a second.
    package var clockAheadMilliseconds: Int64?

    /// A result of nothing yet.
    package init(host: String) {
        self.host = host
    }
}
