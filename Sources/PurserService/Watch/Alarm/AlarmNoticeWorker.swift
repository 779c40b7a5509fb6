package import Ledger
import ServiceLifecycle
import Synchronization

/// Sends the notices about alarms and the heartbeat beside the watch, so that no receiver holds up a minute.
///
/// The leader runs it. One round of notices is under way at a time, and one heartbeat; a round begins when the watch
/// has evaluated the alarms, and at least every ten seconds, so that what failed goes out again when it is due.
package struct AlarmNoticeWorker<C: Clock<Duration>>: Service {
    /// How often it looks whether there is something to do.
    package static var interval: Duration { .seconds(1) }
    /// After so many looks a round of notices begins by itself.
    package static var greatestRest: Int { 10 }

    /// What the watch has asked for since the last look.
    private final class Requests: Sendable {
        let notices = Atomic(false)
        let sendHeartbeat = Atomic(false)
    }

    private let notifier: AlarmNotifier
    private let ambient: Ambient
    private let clock: C
    private let requests = Requests()

    /// A worker that sends through a notifier; the time of `ambient` is the ledger's, and `clock` paces the looks.
    package init(_ notifier: AlarmNotifier, ambient: Ambient, clock: C) {
        self.notifier = notifier
        self.ambient = ambient
        self.clock = clock
    }

    /// Asks for a round of notices and a heartbeat, because the alarms were evaluated; waits for neither.
    package func wake() {
        self.requests.notices.store(true, ordering: .sequentiallyConsistent)
        self.requests.sendHeartbeat.store(true, ordering: .sequentiallyConsistent)
    }

    /// Sends until the server stops or another node leads.
    package func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await self.loop.run {
                    if self.requests.sendHeartbeat.exchange(false, ordering: .sequentiallyConsistent) {
                        await self.notifier.sendHeartbeat(at: self.ambient.now())
                    }
                    return false
                }
            }
            group.addTask {
                var rest = 0
                await self.loop.run {
                    rest += 1
                    let isWoken = self.requests.notices.exchange(false, ordering: .sequentiallyConsistent)
                    guard isWoken || rest >= Self.greatestRest else { return false }
                    rest = 0
                    await self.notifier.send(at: self.ambient.now())
                    return false
                }
            }
        }
    }

    private var loop: PollingLoop<C> { PollingLoop(interval: Self.interval, clock: self.clock) }
}
