import Foundation
import Synchronization

/// A thread that runs one job each time it is called, until it is told to end.
final class WriterThread: Sendable {
    private struct State {
        /// Whether it was called since it last checked.
        var isCalled = false
        var isEnding = false
        var hasEnded = false
        var whenEnded: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    private let wake = NSCondition()

    /// Starts the thread; the closure owns its objects while it runs, and waits for calls with `next`.
    func start(_ body: @escaping @Sendable (WriterThread) -> Void) {
        let thread = Thread { [self] in
            body(self)
            let waiting = self.state.withLock { state in
                state.hasEnded = true
                defer { state.whenEnded = [] }
                return state.whenEnded
            }
            for resume in waiting { resume() }
        }
        thread.name = "purser-sqlite-writer"
        // Foundation's threads have 512 KB by default; a unit needs little, a large chain more.
        thread.stackSize = 4 << 20
        thread.start()
    }

    /// Wakes the thread.
    ///
    /// The thread checks its state while it holds the lock, so that no call is lost between checking and waiting.
    func call() {
        self.state.withLock { $0.isCalled = true }
        self.wake.lock()
        self.wake.signal()
        self.wake.unlock()
    }

    /// Blocks the thread until it is called; returns `false` when it must end after the work that is due now.
    func next() -> Bool {
        self.wake.lock()
        defer { self.wake.unlock() }
        while true {
            let (isCalled, isEnding) = self.state.withLock { state in
                defer { state.isCalled = false }
                return (state.isCalled, state.isEnding)
            }
            if isEnding { return false }
            if isCalled { return true }
            self.wake.wait()
        }
    }

    /// Ends the thread after the work that is due now, and returns when it has ended.
    func end() async {
        await withCheckedContinuation { continuation in
            let hasEnded = self.state.withLock { state in
                state.isEnding = true
                if !state.hasEnded { state.whenEnded.append { continuation.resume() } }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() } else { self.call() }
        }
    }
}
