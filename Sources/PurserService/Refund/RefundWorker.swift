import Ledger
import ServiceLifecycle
import Synchronization

/// Has requests for refunds of every app answered, until the server stops; any node may.
package struct RefundWorker<C: Clock<Duration>>: Service {
    /// How often it is looked whether anything is due.
    package static var interval: Duration { .milliseconds(200) }

    private let responders: [RefundResponder]
    private let catchUp: (@Sendable () async throws -> Void)?
    private let clock: C

    /// A worker of these responders; `catchUp` is awaited before each round where the time is somebody else's.
    package init(responders: [RefundResponder], catchUp: (@Sendable () async throws -> Void)? = nil, clock: C) {
        self.responders = responders
        self.catchUp = catchUp
        self.clock = clock
    }

    /// Works until the server stops; what is under way is finished.
    package func run() async throws {
        await withDiscardingTaskGroup { group in
            // One that returned would end the server.
            group.addTask { await PollingLoop(interval: .seconds(3600), clock: self.clock).run { false } }
            for worker in self.responders { group.addTask { await self.run(worker) } }
        }
    }

    /// Works for one app: what is slow takes its own place, and nobody else's.
    private func run(_ worker: RefundResponder) async {
        let slots = RefundSlots(RefundResponder.capacity)
        await withDiscardingTaskGroup { cases in
            await PollingLoop(interval: Self.interval, clock: self.clock).run {
                try? await self.catchUp?()
                let free = slots.free
                guard free > 0 else { return false }
                let taken = await worker.take(upTo: free)
                for lease in taken.leases {
                    slots.acquire()
                    cases.addTask {
                        await worker.process(lease)
                        slots.release()
                    }
                }
                return taken.count == free
            }
        }
    }
}

/// How many cases may still be looked after at once.
final class RefundSlots: Sendable {
    private let left: Mutex<Int>

    /// So many places.
    init(_ count: Int) { self.left = Mutex(count) }

    /// How many are free.
    var free: Int { self.left.withLock { $0 } }

    /// Takes one.
    func acquire() { self.left.withLock { $0 -= 1 } }

    /// Gives one back.
    func release() { self.left.withLock { $0 += 1 } }
}
