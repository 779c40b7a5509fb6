/// How long a test waits for what really happens: an answer over a socket, another process.
///
/// A test that waits here expects the thing to happen, so a busy machine must delay it and never fail it: the time is
/// far longer than anything takes, and nothing is measured with it.
package enum TestTimeout {
    /// The time in seconds, for interfaces with a unit of their own.
    package static let seconds: Int64 = 300
    /// The time.
    package static let duration = Duration.seconds(TestTimeout.seconds)

    /// Asks until it is so, and says whether it came to be so.
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
