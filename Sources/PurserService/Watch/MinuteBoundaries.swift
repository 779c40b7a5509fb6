package import Ledger

/// Finds the boundaries of minutes in a clock that is looked at again and again.
///
/// A clock that jumps over many minutes passes one boundary.
package struct MinuteBoundaries: Sendable {
    /// A clock that goes back by fewer minutes waits until it comes to the next one; it was corrected a little.
    private static let tolerance: Int64 = 5

    private var current: Int64?

    /// The boundaries after the first look.
    package init() {}

    /// Returns the minute that ended since the last look; `nil` where the minute is still the same.
    package mutating func ended(at now: Instant) -> Int64? {
        let minute = FigureTier.minute.point(of: now)
        guard let current = self.current else {
            self.current = minute
            return nil
        }
        guard minute > current || minute < current - Self.tolerance else { return nil }
        self.current = minute
        return minute - 1
    }
}
