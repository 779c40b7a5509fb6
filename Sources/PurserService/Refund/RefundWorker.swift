import Ledger
import ServiceLifecycle
import Synchronization

/// Answers refund requests of all apps until the server stops; every node may run it.
package struct RefundWorker<C: Clock<Duration>>: Service {
    /// The shortest time between two checks for due requests.
    package static var interval: Duration { .milliseconds(200) }

    private let responders: [RefundResponder]
    private let catchUp: (@Sendable () async throws -> Void)?
    private let signals: WorkSignals?
    private let clock: C

    /// Creates a worker of these responders; `catchUp` is awaited before each round where the ledger follows a
    /// simulated clock.
    package init(
        responders: [RefundResponder],
        catchUp: (@Sendable () async throws -> Void)? = nil,
        signals: WorkSignals? = nil,
        clock: C
    ) {
        self.responders = responders
        self.catchUp = catchUp
        self.signals = signals
        self.clock = clock
    }

    /// Works until the server stops; work that has begun is completed.
    package func run() async throws {
        await withDiscardingTaskGroup { group in
            // A worker that returns would stop the server.
            group.addTask { await PollingLoop(interval: .seconds(3600), clock: self.clock).run { false } }
            for worker in self.responders { group.addTask { await self.run(worker) } }
        }
    }

    /// Works for one app; a slow app does not delay the others.
    private func run(_ worker: RefundResponder) async {
        let slots = RefundSlots(RefundResponder.capacity)
        await withDiscardingTaskGroup { cases in
            let loop = WorkLoop(
                kinds: [.refunds],
                signals: self.signals,
                interval: Self.interval,
                clock: self.clock,
                now: worker.workers.now,
                catchUp: self.catchUp
            )
            await loop.run {
                let free = slots.free
                guard free > 0 else { return false }
                let taken = await worker.take(upTo: free)
                for lease in taken.leases {
                    slots.acquire()
                    cases.addTask {
                        await worker.process(lease)
                        if slots.release() { self.signals?.report(.refunds) }
                    }
                }
                return taken.count == free
            } nextDueAt: {
                // A slot that becomes free wakes the loop.
                guard slots.free > 0 else { return nil }
                return try await worker.repository.nextDueAt(of: .refunds, apps: [worker.app.name])
            }
        }
    }
}

/// The free slots for refunds that are processed at once.
final class RefundSlots: Sendable {
    private let left: Mutex<Int>

    /// Creates a number of slots.
    init(_ count: Int) { self.left = Mutex(count) }

    /// The number of free slots.
    var free: Int { self.left.withLock { $0 } }

    /// Takes a slot.
    func acquire() { self.left.withLock { $0 -= 1 } }

    /// Returns a slot, and returns whether none was free before.
    @discardableResult
    func release() -> Bool {
        self.left.withLock { left in
            defer { left += 1 }
            return left == 0
        }
    }
}
