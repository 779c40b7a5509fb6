import Foundation

/// What the operating system knows of this process, as the usual metrics of processes name it.
///
/// Linux tells it in `/proc`; elsewhere there is nothing.
package struct ProcessMetrics: Sendable {
    /// Bytes of memory in use.
    package let residentBytes: Int64
    /// Seconds of processor time used.
    package let cpuSeconds: Double
    /// Files and sockets that are open.
    package let openFileCount: Int
    /// When it started, in seconds since 1970.
    package let startedAtSeconds: Double

    /// What is known now, or `nil` where the system does not tell.
    package init?() {
        // Fields are counted from behind the name, which stands in brackets and may hold anything (proc(5)).
        guard let stat = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let bracket = stat.lastIndex(of: ")"),
            let boot = Self.bootSeconds
        else { return nil }
        let fields = stat[stat.index(after: bracket)...].split(separator: " ")
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        let page = Int64(sysconf(Int32(_SC_PAGESIZE)))
        guard fields.count > 21, let user = Double(fields[11]), let system = Double(fields[12]),
            let start = Double(fields[19]), let pages = Int64(fields[21]), ticks > 0
        else { return nil }
        self.residentBytes = pages * page
        self.cpuSeconds = (user + system) / ticks
        self.startedAtSeconds = boot + start / ticks
        self.openFileCount = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count ?? 0
    }

    private static var bootSeconds: Double? {
        guard let stat = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
            let line = stat.split(separator: "\n").first(where: { $0.hasPrefix("btime ") })
        else { return nil }
        return Double(line.dropFirst("btime ".count))
    }
}
