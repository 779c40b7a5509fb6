import Foundation
import Ledger

extension Ambient {
    /// Real time and the system's random bytes.
    static let live = Self(
        now: {
            var time = timespec()
            unsafe clock_gettime(CLOCK_REALTIME, &time)
            return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
        },
        randomBytes: SystemRandomness.bytes
    )

    /// A simulated world's time and the system's random bytes.
    static func following(_ clock: FollowedClock) -> Self {
        Self(now: { clock.now }, randomBytes: SystemRandomness.bytes)
    }
}
