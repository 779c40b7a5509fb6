import CLibPQ
import Synchronization

/// The part of a connection that other threads may use: to cancel a statement, and to close.
///
/// It outlives connections that are lost, so that a thread that connects again can still be stopped.
package final class PostgreSQLInterruption: Sendable {
    private struct State {
        /// What libpq needs to cancel, as the number of its address, while there is a connection.
        var request: UInt = 0
        var isCommitting = false
    }

    /// Wakes the thread that waits on the connection, for good.
    let wake: WakeDescriptor
    private let state = Mutex(State())
    // Apart from the state, which is held while a server is asked to cancel, and that may take long.
    private let isEnded = Atomic<Bool>(false)

    /// An interruption that nobody uses yet; fails when the process may open no more descriptors.
    package init() throws(PostgreSQLFailure) {
        self.wake = try WakeDescriptor()
    }

    /// Whether the connection was closed from elsewhere.
    package var isClosed: Bool { self.isEnded.load(ordering: .acquiring) }

    /// Asks the server to cancel the statement at work, and says whether it was asked.
    ///
    /// It blocks until the server has heard it. A commit is never canceled: the server would only end its wait for the
    /// standby and acknowledge what the standby does not have.
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

    /// Wakes whoever waits on the connection and lets nobody use it any more.
    package func close() {
        self.isEnded.store(true, ordering: .releasing)
        self.wake.signal()
    }

    /// Lets a connection be canceled.
    func attach(_ connection: OpaquePointer) {
        let request = unsafe UInt(bitPattern: PQgetCancel(connection))
        let previous = self.state.withLock { state in
            defer { state.request = request }
            return state.request
        }
        Self.free(previous)
    }

    /// Lets nothing be canceled any more.
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

    /// Says whether a commit is under way; when one begins, a cancellation that is on its way arrives first.
    func setCommitting(_ isCommitting: Bool) {
        self.state.withLock { $0.isCommitting = isCommitting }
    }

    deinit { Self.free(self.state.withLock { $0.request }) }

    private static func free(_ request: UInt) {
        unsafe PQfreeCancel(OpaquePointer(bitPattern: request))
    }
}
