import AppStore
import Foundation
import PurserTesting

/// Causes faults in the cluster, and measures the time until writes succeed again.
struct ClusterNemesis {
    /// A node of the server: its name, its address, and the URL that clients use.
    typealias Server = (name: String, address: String, url: String)

    /// How long the cluster may take to recover once no fault is active.
    static let wholeLimit = Duration.seconds(120)
    /// How long the nemesis waits for an acknowledgment: longer than the limit of any fault, so that the outage can be
    /// measured.
    static let hearingLimit = Duration.seconds(90)
    /// How long a request may be under way that was acknowledged before a fault.
    private static let settlingTime = Duration.seconds(2)

    let script: ClusterScript
    let relay: CommitProxy
    let times: AcknowledgmentTimes
    /// The nodes of the server.
    let servers: [Server]
    let clock: ContinuousClock
    let report: @Sendable (String) -> Void

    /// A sentence for each violation.
    var violations: [String] = []
    /// The write outage of each fault.
    var silences: [WriteOutage] = []
    var generator: SeededGenerator

    init(
        script: ClusterScript,
        relay: CommitProxy,
        times: AcknowledgmentTimes,
        servers: [Server],
        seed: UInt64,
        clock: ContinuousClock,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.script = script
        self.relay = relay
        self.times = times
        self.servers = servers
        self.generator = SeededGenerator(seed: seed)
        self.clock = clock
        self.report = report
    }

    /// Causes a fault once, with a healthy cluster before and after.
    mutating func strike(_ fault: ClusterFault) async throws {
        try await self.becomeWhole(before: fault)
        let beganAt = self.times.now
        self.report("\(fault.rawValue)")
        try await self.perform(fault)
        try await self.becomeWhole(after: fault)
        try await self.clock.sleep(for: Self.settlingTime)
        let silence = WriteOutage(fault, from: beganAt, to: self.times.now, acknowledgedAt: self.times.times())
        self.silences.append(silence)
        if let violation = silence.violation { self.violations.append(violation) }
        self.report("  nothing was acknowledged for \(silence.length.inSeconds)")
    }

    // MARK: Waiting

    private mutating func becomeWhole(before fault: ClusterFault) async throws {
        guard try await self.isWhole() else {
            throw ClusterScript.Failure(description: "the cluster is not healthy before \(fault.rawValue)")
        }
    }

    /// Waits until the cluster is healthy and each node acknowledges.
    private mutating func becomeWhole(after fault: ClusterFault) async throws {
        if try await !self.isWhole() {
            self.violations.append("the cluster did not recover after \(fault.rawValue)")
        }
    }

    private func isWhole() async throws -> Bool {
        let deadline = self.clock.now + Self.wholeLimit
        while self.clock.now < deadline {
            let status = try await self.script.status()
            for server in self.servers where status.node(server.name)?.state == "down" {
                try await self.script.run("start", server.name)
            }
            if status.isWhole, self.servers.allSatisfy({ status.node($0.name)?.state == "running" }) {
                let now = self.times.now
                for server in self.servers {
                    guard try await self.hear(server.url, since: now) else { return false }
                }
                return true
            }
            try await self.clock.sleep(for: .milliseconds(500))
        }
        return false
    }

    /// Starts a node of the server until it acknowledges a message, as a service manager would: a node that cannot
    /// reach the database at its start exits.
    mutating func bringBack(_ server: Server) async throws {
        let deadline = self.clock.now + Self.wholeLimit
        let since = self.times.now
        while self.clock.now < deadline {
            try await self.script.run("start", server.name)
            if try await self.hear(server.url, since: since, within: .seconds(5)) { return }
        }
        self.violations.append("\(server.name) did not come back")
    }

    /// Waits until a node, or any node, acknowledges a message that it did not acknowledge before a moment.
    func hear(
        _ url: String? = nil,
        since moment: Duration,
        within limit: Duration = Self.hearingLimit
    ) async throws -> Bool {
        let deadline = self.clock.now + limit
        while self.clock.now < deadline {
            if self.times.isHeard(url, since: moment) { return true }
            try await self.clock.sleep(for: .milliseconds(20))
        }
        return false
    }

    /// Waits until a condition is true, at most for the limit.
    func wait(within limit: Duration, until holds: () -> Bool) async throws -> Bool {
        let deadline = self.clock.now + limit
        while !holds() {
            guard self.clock.now < deadline else { return false }
            try await self.clock.sleep(for: .milliseconds(10))
        }
        return true
    }

    mutating func pause(milliseconds least: Int, to most: Int) async throws {
        try await self.clock.sleep(for: .milliseconds(least + self.generator.number(below: most - least)))
    }
}
