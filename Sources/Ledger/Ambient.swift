/// The values that the environment supplies: the current time and random bytes.
///
/// Services hold an `Ambient` and pass it on through `init`; no code reads a global clock or random source. The
/// executable creates the live one, tests use fixed values, and the demonstration uses the clock of the simulated
/// world.
package struct Ambient: Sendable {
    /// Returns the current instant.
    package var now: @Sendable () -> Instant
    /// Returns this many random bytes, suitable for tokens and identifiers.
    package var randomBytes: @Sendable (Int) -> [UInt8]

    /// Creates an ambient from these two sources.
    package init(
        now: @escaping @Sendable () -> Instant,
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.now = now
        self.randomBytes = randomBytes
    }
}
