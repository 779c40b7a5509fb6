import Dispatch
import Foundation
import Synchronization

/// The threads on which requests are handled, all but those of Apple's notifications.
///
/// A task of Swift's own pool waits behind every task that was ready before it. A notification suspends about ten times,
/// so a few hundred reads that are ready at once, each some milliseconds long, would delay it by seconds. With threads of
/// their own, other requests wait behind each other, and the operating system divides the cores between these threads and
/// the pool. A task keeps to them by SE-0417 wherever it does not ask for an executor itself.
final class RequestThreads: TaskExecutor {
    /// The threads of this process, one for each core: what a request does between two waits is computing.
    static let shared = RequestThreads(count: ProcessInfo.processInfo.activeProcessorCount)

    /// A request needs little; a long chain of purchases needs more than the 512 KB of Foundation's threads.
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
            // When half of the array is behind, what is left moves up: each job moves once for each that was taken, at most.
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

    private init(count: Int) {
        for number in 1...max(1, count) {
            let thread = Thread { [self] in
                while true {
                    self.count.wait()
                    if let job = self.ready.withLock({ $0.next() }) {
                        unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
                    }
                }
            }
            thread.name = "purser-request-\(number)"
            thread.stackSize = Self.stackByteCount
            thread.start()
        }
    }

    /// Runs a job as soon as a thread is free.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        self.ready.withLock { $0.append(job) }
        self.count.signal()
    }
}
