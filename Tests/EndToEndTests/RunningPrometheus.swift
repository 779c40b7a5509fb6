import Foundation

/// A Prometheus as a process of its own, on loopback, with `prometheus.yml` of a folder.
final class RunningPrometheus {
    /// Talks to it.
    let calls: ServerCalls

    private let process: Process

    /// Starts it and waits until it answers.
    init(in folder: TemporaryFolder) throws {
        let process = Process()
        process.executableURL = JudgeInstallation.prometheus
        process.arguments = [
            "--config.file=\(folder.path)/prometheus.yml", "--storage.tsdb.path=\(folder.path)/prometheus",
            "--web.listen-address=127.0.0.1:0", "--log.level=info",
        ]
        process.standardOutput = FileHandle.nullDevice
        let log = Pipe()
        process.standardError = log
        try process.run()
        self.process = process
        // It says where it listens: `msg="Listening on" address=127.0.0.1:34567`.
        var address = ""
        while address.isEmpty, let line = try log.fileHandleForReading.line() {
            guard line.contains("Listening on"), let found = line.firstRange(of: "127.0.0.1:") else { continue }
            address = "127.0.0.1:" + line[found.upperBound...].prefix { $0.isNumber }
        }
        guard !address.isEmpty else { throw RunningServer.NotReady(status: 0) }
        // What it says later is read and dropped, or it would stop at a full pipe.
        log.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
        self.calls = ServerCalls(url: "http://" + address, key: "")
    }

    deinit {
        if self.process.isRunning { kill(self.process.processIdentifier, SIGKILL) }
    }
}
