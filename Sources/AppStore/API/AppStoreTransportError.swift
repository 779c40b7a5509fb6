/// Why a call came back without a reply.
public enum AppStoreTransportError: Error, Hashable, Sendable {
    /// Nothing was sent: the name was not found, nobody listens, or TLS did not come about.
    case unreachable
    /// The connection ended before the whole reply was there; whether the call arrived is not known.
    case brokenOff
    /// The time was over before the whole reply was there; whether the call arrived is not known.
    case timedOut
    /// The reply is larger than ``AppStoreTransport/maximumReplyByteCount``.
    case tooLarge
    /// The reply came from another address than the one that was called.
    case redirected
    /// The task was cancelled.
    case cancelled
}
