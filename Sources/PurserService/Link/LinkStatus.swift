package import Ledger

/// The status of one host, as the leader's probes found it.
package struct LinkStatus: Hashable, Sendable {
    /// A failure with its instant.
    package struct Break: Hashable, Sendable {
        /// The instant of the failure, by the ledger's time.
        package let at: Instant
        /// The place to examine first.
        package let place: LinkFailure.Place
        /// The complete failure; `nil` on a node that knows it only from the metrics.
        package let failure: LinkFailure?
    }

    /// The host.
    package let host: String
    /// Whether the newest probe succeeded; `nil` without a probe.
    package var isUp: Bool?
    /// The instant since which that is so, as far as known.
    package var since: Instant?
    /// The instant of the newest probe.
    package var probedAt: Instant?
    /// The durations of the newest probe's steps.
    package var steps: [LinkFailure.Step: Duration] = [:]
    /// The newest failure, which may be over.
    package var lastBreak: Break?
    /// The instant at which the host's certificate expires.
    package var certificateEnds: Instant?
    /// The milliseconds by which the host's clock is ahead of this machine's.
    package var clockAheadMilliseconds: Int64?

    /// Creates the status of a host of which nothing is known.
    package init(host: String) {
        self.host = host
    }

    /// Updates the status with the result of a probe.
    mutating func take(_ result: LinkResult, at now: Instant) {
        let isUp = result.failure == nil
        if self.isUp != isUp { self.since = now }
        self.isUp = isUp
        self.probedAt = now
        self.steps = result.steps
        if let failure = result.failure { self.lastBreak = Break(at: now, place: failure.place, failure: failure) }
        // What a failed probe could not determine keeps its last value.
        self.certificateEnds = result.certificateEnds ?? self.certificateEnds
        self.clockAheadMilliseconds = result.clockAheadMilliseconds ?? self.clockAheadMilliseconds
    }
}

/// The result of one probe of a host.
package struct LinkResult: Hashable, Sendable {
    /// The host.
    package let host: String
    /// The durations of the steps that succeeded; a step that a host does not need is missing.
    package var steps: [LinkFailure.Step: Duration] = [:]
    /// The failure; `nil` if the host responded as required.
    package var failure: LinkFailure?
    /// The instant at which the host's certificate expires, if the TLS handshake succeeded.
    package var certificateEnds: Instant?
    /// The milliseconds by which the host's clock is ahead of this machine's, exact to a second, if the response had a
    /// date.
    package var clockAheadMilliseconds: Int64?

    /// Creates an empty result.
    package init(host: String) {
        self.host = host
    }
}
