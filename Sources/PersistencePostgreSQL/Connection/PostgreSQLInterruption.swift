import CLibPQ
import Synchronization

/// The part of a connection that other threads may use: to cancel a statement, and to close.
///
/// It outlives connections that are lost, so that a thread that connects again can still be stopped.
package final class PostgreSQLInterruption: Sendable {
    private struct State {
        /// The address of what libpq needs to cancel a statement, while there is a connection; otherwise 0.
        var request: UInt = 0
        var isCommitting = false
    }

    /// Wakes the thread that waits on the connection, for good.
    let wake: WakeDescriptor
    private let state = Mutex(State())
    // Apart from the state, whose lock is held while a server is asked to cancel, which may take long.
    private let isEnded = Atomic<Bool>(false)

    /// Creates an interruption without a connection; throws when the process may open no more descriptors.
    package init() throws(PostgreSQLFailure) {
        self.wake = try WakeDescriptor()
    }

    /// Whether another thread closed the connection.
    package var isClosed: Bool { self.isEnded.load(ordering: .acquiring) }

    /// Asks the server to cancel the running statement; returns whether it was asked.
    ///
    /// It blocks until the server has received the request. A commit is never canceled: the server would only end its
    /// wait for the standby and acknowledge what the standby does not have.
    @discardableResult
    package func cancel() -> Bool {
        self.state.withLock { state in
            guard !state.isCommitting, let request = unsafe OpaquePointer(bitPattern: state.request) else {
                return false
            }
            return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
                unsafe PQcancel(request, message.baseAddress, CInt(message.count)) == 1
            }
        }
    }

    /// Wakes the thread that waits on the connection, and prevents any further use of it.
    package func close() {
        self.isEnded.store(true, ordering: .releasing)
        self.wake.signal()
    }

    /// Lets the statements of a connection be canceled.
    func attach(_ connection: OpaquePointer) {
        let request = unsafe UInt(bitPattern: PQgetCancel(connection))
        let previous = self.state.withLock { state in
            defer { state.request = request }
            return state.request
        }
        Self.free(previous)
    }

    /// Ends cancellation for the connection.
    func detach() {
        let previous = self.state.withLock { state in
            defer {
                state.request = 0
                state.isCommitting = false
            }
            return state.request
        }
        Self.free(previous)
    }

    /// Sets whether a commit is under way; when one begins, a cancellation under way arrives first.
    func setCommitting(_ isCommitting: Bool) {
        self.state.withLock { $0.isCommitting = isCommitting }
    }

    deinit { Self.free(self.state.withLock { $0.request }) }

    private static func free(_ request: UInt) {
        unsafe PQfreeCancel(OpaquePointer(bitPattern: request))
    }
}
