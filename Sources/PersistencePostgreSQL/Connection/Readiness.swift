import CLibPQ
import Glibc

/// The reason why a thread that waited on descriptors was woken.
struct Readiness {
    /// Whether the socket can be read, or is at its end.
    var isReadable = false
    /// Whether the socket can be written.
    var isWritable = false
    /// Whether another thread closed the connection.
    var isClosed = false
    /// Whether the thread's wake descriptor was signaled.
    var isCalled = false

    /// Whether the limit passed without an event.
    var isEmpty: Bool { !self.isReadable && !self.isWritable && !self.isClosed && !self.isCalled }

    /// Blocks the thread until something happens or the limit has passed; without a limit it waits for ever.
    ///
    /// A socket of -1, as after a connection was lost, is not waited for.
    static func wait(
        socket: CInt = -1,
        reading: Bool = false,
        writing: Bool = false,
        closing: WakeDescriptor,
        calling: WakeDescriptor? = nil,
        limit: Duration?
    ) -> Self {
        let deadline = limit.map { ContinuousClock.now + $0 }
        let events = (reading ? POLLIN : 0) | (writing ? POLLOUT : 0)
        while true {
            var descriptors = [
                pollfd(fd: socket, events: Int16(events), revents: 0),
                pollfd(fd: closing.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: calling?.number ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(&descriptors, nfds_t(descriptors.count), Self.milliseconds(until: deadline))
            if count < 0 && errno == EINTR { continue }
            // If `poll` fails, reading the socket reports the error.
            guard count >= 0 else { return Self(isReadable: true) }
            let found = Int32(descriptors[0].revents)
            return Self(
                isReadable: found & (POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0,
                isWritable: found & POLLOUT != 0,
                isClosed: descriptors[1].revents != 0,
                isCalled: descriptors[2].revents != 0
            )
        }
    }

    private static func milliseconds(until deadline: ContinuousClock.Instant?) -> CInt {
        guard let deadline else { return -1 }
        let rest = deadline - ContinuousClock.now
        guard rest > .zero else { return 0 }
        // Rounded up, so that the thread does not wake shortly before the time and wait again.
        let (seconds, attoseconds) = min(rest, .seconds(1_000_000)).components
        return CInt(seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
}

/// A descriptor with which other threads wake the thread that waits on it.
///
/// A thread can wait on it together with a socket, which a condition variable does not allow. Signals are kept until
/// they are cleared, so none is lost between checking and waiting.
package final class WakeDescriptor: Sendable {
    /// The file descriptor.
    package let number: CInt

    /// Creates a descriptor without a signal; throws when the process may open no more descriptors.
    package init() throws(PostgreSQLFailure) {
        self.number = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
        guard self.number >= 0 else {
            throw PostgreSQLFailure(.outOfResources, detail: "The process may open no further descriptor.")
        }
    }

    deinit { close(self.number) }

    /// Wakes the thread that waits, now or later, until the signal is cleared; any thread may call it.
    package func signal() { eventfd_write(self.number, 1) }

    /// Clears earlier signals.
    package func clear() {
        var count: eventfd_t = 0
        unsafe eventfd_read(self.number, &count)
    }
}
