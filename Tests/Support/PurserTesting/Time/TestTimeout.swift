/// The time that a test waits for real events: an answer over a socket, another process.
///
/// A test that waits here expects the thing to happen, so a busy machine must delay it and never fail it: the time is
/// far longer than anything takes, and nothing is measured with it.
package enum TestTimeout {
    /// The time in seconds, for interfaces with a unit of their own.
    package static let seconds: Int64 = 300
    /// The time.
    package static let duration = Duration.seconds(TestTimeout.seconds)

    /// Checks a condition until it is true or the timeout ends, and returns whether it became true.
    ///
    /// Pauses between two checks, because the work that makes the condition true runs on the same processors.
    package static func wait(
        asking pause: Duration = .milliseconds(50),
        until isSo: () async throws -> Bool
    ) async throws -> Bool {
        let end = ContinuousClock.now + Self.duration
        while ContinuousClock.now < end {
            if try await isSo() { return true }
            try await ContinuousClock().sleep(for: pause)
        }
        return false
    }
}
