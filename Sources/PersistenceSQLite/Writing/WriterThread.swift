import Foundation
import Synchronization

/// A thread that works whenever it is called, one at a time, until it is told to end.
final class WriterThread: Sendable {
    private struct State {
        /// Whether it was called since it last looked.
        var isCalled = false
        var isEnding = false
        var hasEnded = false
        var whenEnded: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    private let wake = NSCondition()

    /// Starts the thread; the closure has its own things as long as it runs, and awaits calls by `next`.
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

    /// Calls the thread.
    ///
    /// It looks at the state while it holds the lock, so that no call is lost between looking and waiting.
    func call() {
        self.state.withLock { $0.isCalled = true }
        self.wake.lock()
        self.wake.signal()
        self.wake.unlock()
    }

    /// Blocks the thread until it is called; `false` when it is to end after what there is to do now.
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

    /// Lets the thread end after what there is to do, and returns when it has.
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
