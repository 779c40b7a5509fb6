import CLibPQ
import Glibc

/// A descriptor that becomes readable when another thread wants the one that waits.
///
/// It can be waited on together with a socket, which a condition cannot. Signals are remembered until they are cleared,
/// so none is lost between looking and waiting.
package final class WakeDescriptor: Sendable {
    /// The descriptor to wait on.
    package let number: CInt

    /// A descriptor that nobody has signalled; fails when the process may open no more descriptors.
    package init() throws(PostgreSQLFailure) {
        self.number = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
        guard self.number >= 0 else {
            throw PostgreSQLFailure(.outOfResources, detail: "The process may open no further descriptor.")
        }
    }

    deinit { close(self.number) }

    /// Wakes whoever waits, or will wait, until it is cleared; any thread may call it.
    package func signal() { eventfd_write(self.number, 1) }

    /// Forgets earlier signals.
    package func clear() {
        var count: eventfd_t = 0
        unsafe eventfd_read(self.number, &count)
    }
}
