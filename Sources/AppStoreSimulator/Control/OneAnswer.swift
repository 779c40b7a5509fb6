import Synchronization

/// A continuation that takes the first answer and leaves the rest.
final class OneAnswer: Sendable {
    private let continuation: Mutex<CheckedContinuation<Void, any Error>?>

    init(_ continuation: CheckedContinuation<Void, any Error>) {
        self.continuation = Mutex(continuation)
    }

    func resume(returning answer: Void) {
        self.take()?.resume(returning: answer)
    }

    func resume(throwing error: any Error) {
        self.take()?.resume(throwing: error)
    }

    private func take() -> CheckedContinuation<Void, any Error>? {
        self.continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
    }
}
