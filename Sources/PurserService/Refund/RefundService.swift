import Ledger
import ServiceLifecycle
import Synchronization

/// Has requests for refunds of every app answered, until the server stops; any node may.
package struct RefundService<C: Clock<Duration>>: Service {
    /// How often it is looked whether anything is due.
    package static var interval: Duration { .milliseconds(200) }

    private let workers: [RefundWorker]
    private let catchUp: (@Sendable () async throws -> Void)?
    private let clock: C

    /// A service of these workers; `catchUp` is awaited before each round where the time is somebody else's.
    package init(workers: [RefundWorker], catchUp: (@Sendable () async throws -> Void)? = nil, clock: C) {
        self.workers = workers
        self.catchUp = catchUp
        self.clock = clock
    }

    /// Works until the server stops; what is under way is finished.
    package func run() async throws {
        await withDiscardingTaskGroup { group in
            // One that returned would end the server.
            group.addTask { await Sweep(interval: .seconds(3600), clock: self.clock).run { false } }
            for worker in self.workers { group.addTask { await self.run(worker) } }
        }
    }

    /// Works for one app: what is slow takes its own place, and nobody else's.
    private func run(_ worker: RefundWorker) async {
        let places = RefundPlaces(RefundWorker.capacity)
        await withDiscardingTaskGroup { cases in
            await Sweep(interval: Self.interval, clock: self.clock).run {
                try? await self.catchUp?()
                let free = places.free
                guard free > 0 else { return false }
                let taken = await worker.take(upTo: free)
                for lease in taken.leases {
                    places.take()
                    cases.addTask {
                        await worker.look(after: lease)
                        places.leave()
                    }
                }
                return taken.count == free
            }
        }
    }
}

/// How many cases may still be looked after at once.
final class RefundPlaces: Sendable {
    private let left: Mutex<Int>

    /// So many places.
    init(_ count: Int) { self.left = Mutex(count) }

    /// How many are free.
    var free: Int { self.left.withLock { $0 } }

    /// Takes one.
    func take() { self.left.withLock { $0 -= 1 } }

    /// Gives one back.
    func leave() { self.left.withLock { $0 += 1 } }
}
