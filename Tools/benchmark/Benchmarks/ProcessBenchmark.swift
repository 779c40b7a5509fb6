import Foundation
import NIOCore
import NIOPosix
import PurserTesting

/// The resources of the real binary: memory when idle and with many idle connections, and the time to start.
struct ProcessBenchmark {
    /// The folder for its files.
    let folder: String

    /// Starts the server, loads it, kills it and starts it again.
    func measure() async throws -> [Measurement] {
        let corpus = try NotificationCorpus(count: 2000, chain: .short)
        try PurserProcess.prepare(folder: self.folder, root: corpus.authority.root)
        // The first start creates the database; it is not counted.
        _ = try PurserProcess(folder: self.folder).stop()
        var startups: [Double] = []
        for _ in 0..<5 {
            let process = try PurserProcess(folder: self.folder)
            startups.append(process.startup.milliseconds)
            _ = process.stop()
        }
        let startup = startups.sorted()[2]
        var measurements = [
            Measurement.judged("start to listening", "\(startup.rounded1) ms", target: "< 150 ms", startup < 150)
        ]

        let process = try PurserProcess(folder: self.folder)
        let idle = Double(try process.anonymousBytes()) / 1_000_000
        measurements.append(.judged("anonymous memory, idle", "\(idle.rounded1) MB", target: "<= 15 MB", idle <= 15))
        measurements.append(try await self.manyConnections(process))

        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        // Until the log has nearly the length at which the next checkpoint empties it.
        var load = LoadGenerator.Outcome()
        let requests = corpus.requests()
        for start in stride(from: 0, to: requests.count, by: 100) {
            let part = Array(requests[start..<min(start + 100, requests.count)])
            let taken = try await LoadGenerator(group: group, port: process.port, connections: 32).send(part)
            load.succeeded += taken.succeeded
            load.failed += taken.failed
            if try self.logBytes() > 28_000_000 { break }
        }
        try await group.shutdownGracefully()
        let log = Double(try self.logBytes()) / 1_000_000
        process.kill()
        let again = try PurserProcess(folder: self.folder)
        let recovery = again.startup.seconds
        _ = again.stop()
        measurements.append(
            .judged(
                "start after kill -9, with \(log.rounded1) MB of write-ahead log",
                "\((recovery * 1000).rounded1) ms",
                target: "< 3 s",
                recovery < 3 && load.failed == 0
            )
        )
        return measurements
    }

    private func logBytes() throws -> Int {
        let path = "\(self.folder)/shop/data/purser.db-wal"
        return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }

    /// Returns the memory with ten thousand idle connections, or as many as this process may open.
    private func manyConnections(_ process: PurserProcess) async throws -> Measurement {
        var limit = rlimit()
        unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let count = min(10_000, Int(clamping: limit.rlim_cur) - 200)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        var channels: [any Channel] = []
        let bootstrap = ClientBootstrap(group: group)
        for start in stride(from: 0, to: count, by: 500) {
            let futures = (start..<min(start + 500, count)).map { _ in
                bootstrap.connect(host: "127.0.0.1", port: process.port)
            }
            for future in futures { channels.append(try await future.get()) }
        }
        let memory = Double(try process.anonymousBytes()) / 1_000_000
        for channel in channels { channel.close(promise: nil) }
        try await group.shutdownGracefully()
        return .judged(
            "anonymous memory, \(channels.count) idle connections",
            "\(memory.rounded1) MB",
            target: "<= 300 MB",
            memory <= 300 && count == 10_000
        )
    }
}
