/// A cause of alarms in a simulated world.
enum WatchFault: Hashable, Sendable {
    /// Every call to Apple takes long.
    case appleSlow
    /// No host of Apple's can be reached, and Apple sends nothing.
    case appleDown
    /// Apple sends nothing.
    case silence
    /// What a busy day has is refunded every seven minutes.
    case refundWave
    /// Something fills the disk within minutes.
    case diskFull
}
