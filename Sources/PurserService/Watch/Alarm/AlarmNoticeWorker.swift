package import Ledger
import ServiceLifecycle
import Synchronization

/// Sends the notices about alarms and the heartbeat beside the watch worker, so that no receiver delays it.
///
/// The leader runs the worker. At most one round of notices and one heartbeat are in progress; a round begins when the
/// alarms were evaluated, and at least every ten seconds, so that failed notices are sent again when they are due.
package struct AlarmNoticeWorker<C: Clock<Duration>>: Service {
    /// The interval between two checks for work.
    package static var interval: Duration { .seconds(1) }
    /// The number of checks after which a round of notices begins by itself.
    package static var greatestRest: Int { 10 }

    /// The requests of the watch worker since the last check.
    private final class Requests: Sendable {
        let notices = Atomic(false)
        let sendHeartbeat = Atomic(false)
    }

    private let notifier: AlarmNotifier
    private let ambient: Ambient
    private let clock: C
    private let requests = Requests()

    /// Creates a worker that sends through a notifier; `ambient` provides the ledger's time, and `clock` paces the
    /// checks.
    package init(_ notifier: AlarmNotifier, ambient: Ambient, clock: C) {
        self.notifier = notifier
        self.ambient = ambient
        self.clock = clock
    }

    /// Requests a round of notices and a heartbeat, because the alarms were evaluated; waits for neither.
    package func wake() {
        self.requests.notices.store(true, ordering: .sequentiallyConsistent)
        self.requests.sendHeartbeat.store(true, ordering: .sequentiallyConsistent)
    }

    /// Sends until the server stops or another node becomes the leader.
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
