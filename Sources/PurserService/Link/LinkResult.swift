package import Ledger

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
    /// How far the host's clock is ahead of this machine's, in milliseconds, where the answer had a date; it is sure to a
    /// second.
    package var clockAheadMilliseconds: Int64?

    /// A result of nothing yet.
    package init(host: String) {
        self.host = host
    }
}
