import Foundation
import Synchronization

/// An executor that has a thread for every job that cannot wait for another to end.
final class BlockableThreads: TaskExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var idleCount = 0
        var isFinished = false
    }

    private let state = Mutex(State())
    private let wakeUp = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let unowned = UnownedJob(job)
        let isTaken = self.state.withLock { state in
            state.jobs.append(unowned)
            guard state.idleCount > 0 else { return false }
            state.idleCount -= 1
            return true
        }
        if isTaken {
            _ = self.wakeUp.signal()
            return
        }
        let thread = Thread { self.work() }
        thread.stackSize = 4 << 20
        thread.start()
    }

    /// Ends the threads once no work is left.
    func finish() {
        let idleCount = self.state.withLock { state in
            state.isFinished = true
            defer { state.idleCount = 0 }
            return state.idleCount
        }
        for _ in 0..<idleCount { self.wakeUp.signal() }
    }

    private func work() {
        while true {
            let (job, isFinished) = self.state.withLock { state -> (UnownedJob?, Bool) in
                if !state.jobs.isEmpty { return (state.jobs.removeFirst(), false) }
                if !state.isFinished { state.idleCount += 1 }
                return (nil, state.isFinished)
            }
            if let job {
                unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
            } else if isFinished {
                return
            } else {
                self.wakeUp.wait()
            }
        }
    }
}
