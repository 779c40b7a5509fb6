import AppStore
import PurserTesting
import Synchronization
import Testing

/// A checker and a responder on a clock that the test advances.
final class RevocationWorld: Sendable {
    let clock = ManualClock()
    let authority: RevocationAuthority
    let responder: RevocationScriptedResponder
    let checker: RevocationChecker
    let chain: SignerChain

    private let reported: Reported

    private final class Reported: Sendable {
        let changes = Mutex<[RevocationChange]>([])
        let nonceCount = Mutex<UInt8>(0)
    }

    init(authority: RevocationAuthority? = nil) throws {
        let authority = try authority ?? RevocationAuthority()
        let clock = self.clock
        let reported = Reported()
        self.authority = authority
        self.reported = reported
        self.chain = try authority.chain
        let responder = RevocationScriptedResponder(authority: authority, clock: clock)
        self.responder = responder
        self.checker = RevocationChecker(
            transport: responder.transport,
            now: { responder.now },
            nonce: {
                let count = reported.nonceCount.withLock { count in
                    count &+= 1
                    return count
                }
                return [UInt8](repeating: count, count: OCSPRequest.nonceByteCount)
            },
            onChange: { change in reported.changes.withLock { $0.append(change) } }
        )
    }

    /// The changes that the checker has reported, oldest first.
    var changes: [RevocationChange] { self.reported.changes.withLock { $0 } }

    var status: RevocationStatus { self.checker.status(of: self.chain.id) }

    /// Runs the checker in the background of a test and checks that it ends without an error.
    func running(_ body: () async throws -> Void) async throws {
        let checker = self.checker
        let clock = self.clock
        let task = Task { await checker.run(clock: clock) }
        do {
            try await body()
        } catch {
            task.cancel()
            await task.value
            throw error
        }
        task.cancel()
        await task.value
    }

    /// Lets the checker do everything that is due at this instant.
    func settle() async {
        while !(self.checker.isSettled && (self.clock.sleeperCount > 0 || self.checker.chainCount == 0)) {
            await Task.yield()
        }
    }

    /// Advances the clock in small steps and lets the checker do what is due at each.
    func advance(by duration: Duration, step: Duration = .seconds(10)) async {
        let end = self.clock.now.advanced(by: duration)
        while self.clock.now < end {
            self.clock.advance(by: min(step, self.clock.now.duration(to: end)))
            await self.settle()
        }
    }

    /// Waits until a condition is true.
    func until(_ condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }
}
