import Synchronization

/// A flag that one task waits for and any other raises.
///
/// Raised while nobody waits, it is kept for the next who does; raised twice, it counts once.
final class WakeSignal: Sendable {
    private struct State: Sendable {
        var isRaised = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Whether somebody waits.
    var isAwaited: Bool { self.state.withLock { $0.waiter != nil } }

    /// Raises the flag.
    func raise() {
        let waiter = self.state.withLock { state in
            let waiter = state.waiter
            state.waiter = nil
            if waiter == nil { state.isRaised = true }
            return waiter
        }
        waiter?.resume()
    }

    /// Waits until the flag is raised, and lowers it; returns at once when the task is cancelled.
    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = self.state.withLock { state -> CheckedContinuation<Void, Never>? in
                    // Cancellation is looked at under the lock: its handler takes the lock too, before or after.
                    guard !state.isRaised, !Task.isCancelled else {
                        state.isRaised = false
                        return continuation
                    }
                    let earlier = state.waiter
                    state.waiter = continuation
                    return earlier
                }
                ready?.resume()
            }
        } onCancel: {
            let waiter = self.state.withLock { state in
                let waiter = state.waiter
                state.waiter = nil
                return waiter
            }
            waiter?.resume()
        }
    }
}
