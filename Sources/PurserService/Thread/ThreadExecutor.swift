import Dispatch
import Foundation
import Synchronization

/// Threads on which tasks run that would hold up others on Swift's own pool.
///
/// The operating system divides the cores between these threads and the pool. A task keeps to them by SE-0417 wherever
/// it does not ask for an executor itself. The threads never end, so an executor of this kind is made once for the
/// process.
package final class ThreadExecutor: TaskExecutor {
    /// Most tasks need little; a long chain of purchases needs more than the 512 KB of Foundation's threads.
    private static let stackByteCount = 4 << 20

    /// The jobs that are ready, in the order in which they became so.
    private struct Ready {
        private var jobs: [UnownedJob] = []
        /// How many of them have been taken.
        private var taken = 0

        mutating func append(_ job: UnownedJob) {
            self.jobs.append(job)
        }

        mutating func next() -> UnownedJob? {
            guard self.taken < self.jobs.count else { return nil }
            let job = self.jobs[self.taken]
            self.taken += 1
            // When half of the array is behind, what is left moves up: each job moves once for each that was taken, at
            // most.
            if self.taken * 2 >= self.jobs.count {
                self.jobs.removeFirst(self.taken)
                self.taken = 0
            }
            return job
        }
    }

    private let ready = Mutex(Ready())
    /// Counts the ready jobs that no thread has taken.
    private let count = DispatchSemaphore(value: 0)

    /// Starts threads.
    ///
    /// - Parameters:
    ///   - count: How many, at least one.
    ///   - name: What the system shows each as, with a number.
    package init(count: Int, named name: String) {
        for number in 1...max(1, count) {
            let thread = Thread { [self] in
                // Foundation names a thread only once it runs.
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
