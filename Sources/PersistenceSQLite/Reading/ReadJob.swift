import Ledger
import Synchronization

/// A read that waits for a thread or runs on one.
protocol ReadJob: AnyObject, Sendable {
    /// The name of the use case, for the log.
    var name: StaticString { get }
    /// Whether the task of the caller was canceled while the read waited or ran.
    var isCanceled: Bool { get }
    /// The ticket of the read in the queue; -1 before it has one.
    ///
    /// It is used under the lock of the pool.
    var ticket: Int { get set }

    /// Runs the read and keeps its outcome.
    func run(on reader: Reader)

    /// Records that the task of the caller was canceled.
    func cancel()
}

/// A read with its outcome.
///
/// It is the only allocation of a read on its way to a thread and back.
final class Read<Outcome: Sendable>: ReadJob {
    /// The name of the use case, for the log.
    let name: StaticString
    private let work: @Sendable (any ReadView) throws -> Outcome
    private let result = Mutex<Result<Outcome, RepositoryError>?>(nil)
    private let cancellation = Atomic<Bool>(false)
    private let place = Atomic<Int>(-1)

    /// Creates a read that did not run yet.
    init(as name: StaticString, _ work: @escaping @Sendable (any ReadView) throws -> Outcome) {
        self.name = name
        self.work = work
    }

    /// Whether the task of the caller was canceled while the read waited or ran.
    var isCanceled: Bool { self.cancellation.load(ordering: .relaxed) }

    /// The ticket of the read in the queue; -1 before it has one.
    var ticket: Int {
        get { self.place.load(ordering: .relaxed) }
        set { self.place.store(newValue, ordering: .relaxed) }
    }

    /// Runs the read and keeps its outcome.
    func run(on reader: Reader) {
        let result = reader.read(for: self, self.work)
        self.result.withLock { $0 = result }
    }

    /// Runs the read on the thread of its caller.
    func runHere(on reader: Reader) async {
        guard !Task.isCancelled else { return self.run(on: reader) }
        await withTaskCancellationHandler {
            self.run(on: reader)
        } onCancel: {
            self.cancel()
        }
    }

    /// Records that the task of the caller was canceled.
    func cancel() {
        self.cancellation.store(true, ordering: .relaxed)
    }

    /// Returns the outcome; throws `unavailable` for a read that never ran.
    func outcome() throws(RepositoryError) -> Outcome {
        guard let result = self.result.withLock({ $0 }) else { throw .unavailable }
        return try result.get()
    }
}
