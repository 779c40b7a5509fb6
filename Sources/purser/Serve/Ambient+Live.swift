import Foundation
import Ledger

extension Ambient {
    /// The real time and the system's random bytes.
    static let live = Self(
        now: {
            var time = timespec()
            unsafe clock_gettime(CLOCK_REALTIME, &time)
            return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
        },
        randomBytes: SystemRandomness.bytes
    )

    /// Returns a simulated store's time with the system's random bytes.
    static func following(_ clock: RemoteClock) -> Self {
        Self(now: { clock.now }, randomBytes: SystemRandomness.bytes)
    }
}

/// Random bytes from the operating system, suitable for keys.
package enum SystemRandomness {
    /// Returns random bytes.
    package static func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    }
}
