import Dispatch
import Foundation
import Synchronization

/// Dedicated threads for tasks that would block other tasks of Swift's own thread pool.
///
/// The operating system divides the cores between these threads and the pool. A task stays on them by SE-0417 unless it
/// requests another executor. The threads never end, so such an executor is created once for the process.
package final class ThreadExecutor: TaskExecutor {
    /// Most tasks need little stack; a long chain of purchases needs more than the 512 KB of Foundation's threads.
    private static let stackByteCount = 4 << 20

    /// The ready jobs, in order.
    private struct Ready {
        private var jobs: [UnownedJob] = []
        /// The number of jobs that were taken.
        private var taken = 0

        mutating func append(_ job: UnownedJob) {
            self.jobs.append(job)
        }

        mutating func next() -> UnownedJob? {
            guard self.taken < self.jobs.count else { return nil }
            let job = self.jobs[self.taken]
            self.taken += 1
            // When half of the array is consumed, the rest moves to the front: each job moves at most once for each job
            // taken.
            if self.taken * 2 >= self.jobs.count {
                self.jobs.removeFirst(self.taken)
                self.taken = 0
            }
            return job
        }
    }

    private let ready = Mutex(Ready())
    /// The number of ready jobs that no thread has taken.
    private let count = DispatchSemaphore(value: 0)

    /// Starts threads.
    ///
    /// - Parameters:
    ///   - count: The number of threads, at least one.
    ///   - name: The name of the threads in the system, to which a number is appended.
    package init(count: Int, named name: String) {
        for number in 1...max(1, count) {
            let thread = Thread { [self] in
                // Foundation names only a running thread.
                Thread.current.name = "\(name)-\(number)"
                while true {
                    self.count.wait()
                    if let job = self.ready.withLock({ $0.next() }) {
                        unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
                    }
                }
            }
            thread.stackSize = Self.stackByteCount
            thread.start()
        }
    }

    /// Runs a job as soon as a thread is free.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        self.ready.withLock { $0.append(job) }
        self.count.signal()
    }
}
