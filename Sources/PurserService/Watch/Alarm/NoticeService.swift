package import Ledger
import ServiceLifecycle
import Synchronization

/// Sends the notices about alarms and the heartbeat beside the watch, so that no receiver holds up a minute.
///
/// The leader runs it. One round of notices is under way at a time, and one heartbeat; a round begins when the watch has
/// evaluated the alarms, and at least every ten seconds, so that what failed goes out again when it is due.
package struct NoticeService<C: Clock<Duration>>: Service {
    /// How often it looks whether there is something to do.
    package static var interval: Duration { .seconds(1) }
    /// After so many looks a round of notices begins by itself.
    package static var greatestRest: Int { 10 }

    /// What the watch has asked for since the last look.
    private final class Wishes: Sendable {
        let notices = Atomic(false)
        let beat = Atomic(false)
    }

    private let delivery: AlarmDelivery
    private let ambient: Ambient
    private let clock: C
    private let wishes = Wishes()

    /// A service that sends through a delivery; the time of `ambient` is the ledger's, and `clock` paces the looks.
    package init(_ delivery: AlarmDelivery, ambient: Ambient, clock: C) {
        self.delivery = delivery
        self.ambient = ambient
        self.clock = clock
    }

    /// Asks for a round of notices and a heartbeat, because the alarms were evaluated; waits for neither.
    package func wake() {
        self.wishes.notices.store(true, ordering: .sequentiallyConsistent)
        self.wishes.beat.store(true, ordering: .sequentiallyConsistent)
    }

    /// Sends until the server stops or another node leads.
    package func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await self.sweep.run {
                    if self.wishes.beat.exchange(false, ordering: .sequentiallyConsistent) {
                        await self.delivery.beat(at: self.ambient.now())
                    }
                    return false
                }
            }
            group.addTask {
                var rest = 0
                await self.sweep.run {
                    rest += 1
                    let isWoken = self.wishes.notices.exchange(false, ordering: .sequentiallyConsistent)
                    guard isWoken || rest >= Self.greatestRest else { return false }
                    rest = 0
                    await self.delivery.send(at: self.ambient.now())
                    return false
                }
            }
        }
    }

    private var sweep: Sweep<C> { Sweep(interval: Self.interval, clock: self.clock) }
}
