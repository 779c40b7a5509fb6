package import Ledger

/// Which events are to be told once more.
package enum ReplayStretch: Hashable, Sendable {
    /// Those after a position, through another or to the newest.
    case positions(after: Int64, through: Int64?)
    /// Those written from an instant on, until before another or to the newest.
    case instants(from: Instant, to: Instant?)
}
