import Foundation

/// How thorough the generated tests are: `PURSER_TEST_SCALE=full` makes ten times as many cases.
package enum TestScale {
    /// By how much to multiply the number of generated cases.
    package static let factor: UInt64 =
        ProcessInfo.processInfo.environment["PURSER_TEST_SCALE"] == "full" ? 10 : 1

    /// All of so many cases at full scale, an eighth of them otherwise.
    package static func most(_ count: UInt64) -> UInt64 { Self.factor > 1 ? count : (count + 7) / 8 }
}
