import Foundation

/// A thread of a `ReaderPool`, which sleeps until it is called.
final class ReaderThread: Sendable {
    /// The index of the thread in its pool.
    let number: Int

    // A call between looking for work and sleeping is counted, so none is lost.
    private let calls = DispatchSemaphore(value: 0)

    /// Creates a thread without starting it.
    init(number: Int) {
        self.number = number
    }

    /// Starts the thread.
    func start(_ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = "purser-sqlite-reader-\(self.number)"
        // Foundation's threads have 512 KB by default; a unit needs little, a large chain more.
        thread.stackSize = 4 << 20
        thread.start()
    }

    /// Wakes the thread.
    func call() { self.calls.signal() }

    /// Blocks the thread until it is called.
    func wait() { self.calls.wait() }
}
