import Foundation

/// The operating system's information about this process, for the standard process metrics of Prometheus.
///
/// It comes from `/proc` on Linux and is unavailable elsewhere.
package struct ProcessMetrics: Sendable {
    /// The resident memory in bytes.
    package let residentBytes: Int64
    /// The consumed processor time in seconds.
    package let cpuSeconds: Double
    /// The number of open files and sockets.
    package let openFileCount: Int
    /// The start time of the process, in seconds since 1970.
    package let startedAtSeconds: Double

    /// Reads the current information; `nil` if the system does not provide it.
    package init?() {
        // Fields are counted after the name, which is in parentheses and may contain any character (proc(5)).
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
