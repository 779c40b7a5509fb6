import Foundation

/// A task whose preferred executor is the pool runs on the threads that read.
///
/// Such a task needs no other thread to read, and none to continue: on a busy machine each change of threads costs as
/// much as a read. A task that computes for long holds a thread as a long read does.
extension ReaderPool: TaskExecutor {
    /// The place of the reader of the current thread.
    private static let place: pthread_key_t = {
        var key = pthread_key_t()
        guard unsafe pthread_key_create(&key, nil) == 0 else {
            preconditionFailure("The system has no place for another value of each thread.")
        }
        return key
    }()

    /// The reader of the current thread, if that is one of the pool.
    var currentReader: Reader? {
        guard let address = unsafe pthread_getspecific(Self.place) else { return nil }
        let reader = unsafe Unmanaged<Reader>.fromOpaque(address).takeUnretainedValue()
        return reader.pool == ObjectIdentifier(self) ? reader : nil
    }

    /// Sets the reader of the current thread.
    func setReader(_ reader: Reader?) {
        unsafe pthread_setspecific(Self.place, reader.map { unsafe Unmanaged.passUnretained($0).toOpaque() })
    }

    /// Runs a job as soon as a thread is free; elsewhere once the pool is closed, because a task must be able to end.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guard !self.add(job) else { return }
        DispatchQueue.global().async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// The jobs that wait for a thread, in order of arrival.
struct ReadyTasks {
    private var jobs: [UnownedJob] = []
    /// The number of jobs at the front that were taken.
    private var taken = 0

    /// Adds a job at the end.
    mutating func append(_ job: UnownedJob) { self.jobs.append(job) }

    /// Removes and returns the job that has waited longest.
    mutating func next() -> UnownedJob? {
        guard self.taken < self.jobs.count else { return nil }
        let job = self.jobs[self.taken]
        self.taken += 1
        // When half of the array is taken, the rest moves to the front: each job moves at most once for each one taken.
        if self.taken * 2 >= self.jobs.count {
            self.jobs.removeFirst(self.taken)
            self.taken = 0
        }
        return job
    }
}
