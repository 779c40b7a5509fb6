/// Everything that the surroundings supply: the time now, fresh identifiers, random bytes.
///
/// Services hold one and pass it on through `init`; nothing reads a global clock or random source. The executable hands
/// out the live one, tests a fixed one, the demonstration the simulated world's.
package struct Ambient: Sendable {
    /// The instant now.
    package var now: @Sendable () -> Instant
    /// So many random bytes, fit for tokens and identifiers.
    package var randomBytes: @Sendable (Int) -> [UInt8]

    /// An ambient made of these two sources.
    package init(
        now: @escaping @Sendable () -> Instant,
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.now = now
        self.randomBytes = randomBytes
    }
}
