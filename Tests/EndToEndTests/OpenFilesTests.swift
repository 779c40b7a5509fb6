import Foundation
import PurserTesting
import Testing

/// Tests of the limit of open files of the real server.
@Suite struct OpenFilesTests {
    @Test("The server raises the number of files it may open to what the system allows it")
    func raised() throws {
        let folder = try TemporaryFolder()
        try RunningServer.prepare(folder, root: SigningAuthority().root)
        let server = try RunningServer(
            in: folder,
            through: ["/bin/sh", "-c", #"ulimit -S -n 200; ulimit -H -n 900; exec "$@""#, "sh"]
        )
        let limits = try String(contentsOfFile: "/proc/\(server.processID)/limits", encoding: .utf8)
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open files") })
        #expect(line.split(separator: " ").dropFirst(3).prefix(2) == ["900", "900"])
        #expect(server.end(SIGTERM) == 0)
    }
}
