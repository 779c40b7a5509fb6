import CLibPQ
import Glibc

/// What a thread that waited on descriptors was woken by.
struct Readiness {
    /// Whether the socket has something to read, or is at its end.
    var isReadable = false
    /// Whether the socket takes more.
    var isWritable = false
    /// Whether the connection was closed from elsewhere.
    var isClosed = false
    /// Whether the thread was called for something else.
    var isCalled = false

    /// Whether nothing happened in time.
    var isEmpty: Bool { !self.isReadable && !self.isWritable && !self.isClosed && !self.isCalled }

    /// Blocks the thread until something happens, or the limit is over; no limit waits for ever.
    ///
    /// A socket of -1 is not waited for, as after a connection was lost.
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
            // Whoever cannot even wait finds out more when it reads.
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
        // Rounded up, so that nobody wakes shortly before the time and waits again for nothing.
        let (seconds, attoseconds) = min(rest, .seconds(1_000_000)).components
        return CInt(seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
}

/// A descriptor that becomes readable when another thread wants the one that waits.
///
/// It can be waited on together with a socket, which a condition cannot. Signals are remembered until they are cleared,
/// so none is lost between looking and waiting.
package final class WakeDescriptor: Sendable {
    /// The descriptor to wait on.
    package let number: CInt

    /// A descriptor that nobody has signaled; fails when the process may open no more descriptors.
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
