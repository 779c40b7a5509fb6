import Logging
import ServiceLifecycle
import Testing
import purser

@Suite(.timeLimit(.minutes(5))) struct ServerStopTests {
    /// A service that cannot go on.
    private struct Failing: Service {
        struct Failure: Error {}

        func run() async throws { throw Failure() }
    }

    /// A service that hears of no stop.
    private struct Deaf: Service {
        func run() async {
            let (wait, hold) = AsyncStream<Never>.makeStream()
            // A task of its own is not canceled with this one.
            await Task { for await _ in wait {} }.value
            hold.finish()
        }
    }

    @Test("The process ends in time if a service fails and another ignores the stop")
    func failure() async {
        await #expect(processExitsWith: .exitCode(69)) {
            let stop = ServerStop(
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                limit: .milliseconds(100)
            )
            _ = await stop.run([Deaf(), Failing()])
        }
    }
}
