import Foundation

/// How many files and sockets the process may have open.
package enum OpenFiles {
    /// How many are kept for the database, calls to others, copies and logs.
    private static let reserve = 512

    /// Raises the number to what the system allows this process, and returns it.
    ///
    /// What a shell or a service manager gives to begin with is often 1024, for programs of old that cannot count further.
    @discardableResult
    package static func raise() -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return 0 }
        var allowed = limit
        allowed.rlim_cur = limit.rlim_max
        if limit.rlim_cur < limit.rlim_max, unsafe setrlimit(resource, &allowed) == 0 { limit = allowed }
        return Int(clamping: limit.rlim_cur)
    }

    /// How many connections may be open together where so many files may be: the rest is for everything else.
    package static func connections(of limit: Int) -> Int {
        min(ConnectionCounts.standardTotal, max(limit / 2, limit - Self.reserve))
    }
}
