import Foundation
import NIOCore
import NIOPosix
import PurserHTTP
import PurserTesting

/// How long Apple waits for the answer to a notification while slow clients hold back the ends of bodies of every size.
struct SlowClientBenchmark {
    /// The folder for its files.
    let folder: String

    private static let paths = [
        "/apple/shop/notifications", "/apple/shop/retention", "/verifyReceipt", "/sandbox/verifyReceipt",
        "/v1/purchases", "/nowhere",
    ]
    /// From small bodies over those as long as Apple's to the longest that is allowed.
    private static let sizes = [100, 3000, 10_000, 40_000, 256 * 1024, 1024 * 1024, 8 * 1024 * 1024]
    /// The maximum that each writes of its body: the server reads no more of a body before it is identified.
    private static let written = 300 * 1024

    /// Starts the real server, and measures without and with the slow clients.
    func measure() async throws -> [Measurement] {
        OpenFiles.raise()
        let folder = self.folder + "/slowClients"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let corpus = try NotificationCorpus(count: 500, chain: .short)
        try PurserProcess.prepare(folder: folder, root: corpus.authority.root)
        let file = URL(fileURLWithPath: folder + "/shop/purser.yaml")
        // Requests from loopback itself have no limit by address, so a proxy's header gives the address.
        try Data(
            try String(contentsOf: file, encoding: .utf8)
                .replacing("\nserver:\n", with: "\nserver:\n  trustedProxies: [127.0.0.0/8]\n").utf8
        ).write(to: file)
        let process = try PurserProcess(folder: folder)
        // Apple's requests have an event loop of their own, so that the load on the slow clients' loop is not measured.
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let eventLoopGroup = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let notifications = corpus.requests()
        let quiet = try await Self.send(notifications.prefix(100), to: process.port, on: group)

        let addresses = [String](repeating: "192.0.2.1", count: 300) + (0..<4000).map { "198.51.100.\(1 + $0 % 200)" }
        let slowClients = addresses.enumerated().map { number, address in
            SlowClient(Self.beginning(number, from: address), to: process.port, on: eventLoopGroup)
        }
        for start in stride(from: 0, to: slowClients.count, by: 200) {
            for arriving in slowClients[start..<min(start + 200, slowClients.count)].map({ $0.connect() }) {
                try? await arriving.get()
            }
        }
        let busy = try await Self.send(notifications.dropFirst(100), to: process.port, on: group)
        for slowClient in slowClients { slowClient.leave() }
        _ = process.stop()
        try await eventLoopGroup.shutdownGracefully()
        try await group.shutdownGracefully()
        precondition(quiet.failed == 0, "Every notification is taken.")
        let p99 = busy.percentile(99).milliseconds
        return [
            .scale(
                "a notification on a connection of its own, 20 a second, alone: p99",
                "\(quiet.percentile(99).milliseconds.rounded1) ms"
            ),
            .judged(
                "  while \(slowClients.count) slow clients hold bodies back: p99",
                "\(p99.rounded1) ms, \(busy.failed) refused",
                target: "< 300 ms, none",
                p99 < 300 && busy.failed == 0
            ),
        ]
    }

    /// Sends 20 requests a second, each over a new connection, whose time counts too.
    private static func send(
        _ requests: ArraySlice<ByteBuffer>,
        to port: Int,
        on group: any EventLoopGroup
    ) async throws -> LoadGenerator.Outcome {
        let clock = ContinuousClock()
        let started = clock.now
        return await withTaskGroup(of: (isTaken: Bool, time: Duration).self) { tasks in
            for (number, request) in requests.enumerated() {
                tasks.addTask {
                    let dueAt = started + .milliseconds(50) * number
                    try? await clock.sleep(until: dueAt)
                    let load = LoadGenerator(group: group, port: port, connections: 1)
                    let outcome = try? await load.send([request])
                    return (outcome?.succeeded == 1, clock.now - dueAt)
                }
            }
            var sum = LoadGenerator.Outcome()
            for await (isTaken, time) in tasks {
                if isTaken { sum.succeeded += 1 } else { sum.failed += 1 }
                sum.latencies.append(time)
            }
            return sum
        }
    }

    /// Returns the beginning of a request whose body never ends.
    private static func beginning(_ number: Int, from address: String) -> ByteBuffer {
        let size = Self.sizes[number % Self.sizes.count]
        let path = Self.paths[number / Self.sizes.count % Self.paths.count]
        let begun = #"{"notification_type":"DID_RENEW","receipt-data":""#
        var text = ByteBuffer(
            string: "POST \(path) HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
                + "x-forwarded-for: \(address)\r\ncontent-length: \(size)\r\n\r\n\(begun)"
        )
        let written = min(size - 1, Self.written)
        text.writeRepeatingByte(UInt8(ascii: "A"), count: max(0, written - begun.utf8.count))
        return text
    }
}
