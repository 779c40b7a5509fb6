import PurserTesting

// The faults and their reversal.
extension ClusterNemesis {
    /// How long the primary hangs at least: until its lease has expired and another node has it.
    private static let primaryPause = Duration.seconds(35)
    /// How long a node of the server is cut off.
    private static let nodeCut = Duration.seconds(15)
    /// How long a node of the server hangs: an event stream is leased for a minute.
    private static let nodePause = Duration.seconds(75)
    /// How long a node may take until its next COMMIT.
    private static let commitLimit = Duration.seconds(30)
    /// How often sessions are ended, and how often connections are lost in each way.
    private static let repetitions = 12

    /// The maximum number of attempts to stop a node in the middle of a transaction.
    private static let attempts = 40
    /// How long the database takes to answer a statement.
    private static let answerTime = Duration.milliseconds(200)

    private static let hanging = """
        SELECT count(*) FROM pg_stat_activity WHERE usename = 'purser' AND state = 'idle in transaction'
        AND backend_xid IS NOT NULL AND client_addr =
        """
    private static let endSessions = """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = 'purser'
        """

    /// Causes a fault, and reverses it.
    mutating func perform(_ fault: ClusterFault) async throws {
        switch fault {
        case .primaryKilled: try await self.killDatabase("primary", fault)
        case .standbyKilled: try await self.killDatabase("standby", fault)
        case .primaryPaused: try await self.pausePrimary()
        case .primaryCut: try await self.cutPrimary()
        case .nodeCut: try await self.cutNode()
        case .nodeKilled: try await self.killNodes()
        case .nodePaused: try await self.pauseNode()
        case .commitLost: try await self.loseCommits()
        case .sessionsEnded:
            for _ in 0..<Self.repetitions {
                try await self.script.run("psql", "--superuser", "-Atqc", Self.endSessions)
                try await self.pause(milliseconds: 100, to: 900)
            }
        case .nodesRestarted:
            for server in self.servers {
                try await self.script.run("stop", server.name)
                try await self.pause(milliseconds: 200, to: 2000)
                try await self.bringBack(server)
            }
        }
    }

    private mutating func killDatabase(_ role: String, _ fault: ClusterFault) async throws {
        let status = try await self.script.status()
        let standby = status.nodes.first { $0.isWaitedFor }?.name
        guard let name = role == "primary" ? status.primary : standby else { return }
        try await self.script.run("kill", name)
        try await self.requireWrites(after: fault)
        try await self.pause(milliseconds: 1000, to: 4000)
        try await self.script.run("start", name)
    }

    private mutating func pausePrimary() async throws {
        guard let name = try await self.script.status().primary else { return }
        try await self.script.run("pause", name)
        let until = self.clock.now + Self.primaryPause
        try await self.requireWrites(after: .primaryPaused)
        if self.clock.now < until { try await self.clock.sleep(until: until) }
        try await self.script.run("resume", name)
    }

    private mutating func cutPrimary() async throws {
        guard let name = try await self.script.status().primary else { return }
        try await self.script.run("cut", name)
        try await self.requireWrites(after: .primaryCut)
        try await self.pause(milliseconds: 5000, to: 9000)
        try await self.script.run("heal")
    }

    private mutating func cutNode() async throws {
        let server = self.servers[self.generator.number(below: self.servers.count)]
        guard let primary = try await self.script.status().primary else { return }
        try await self.script.run("cut", server.name, primary)
        let until = self.clock.now + Self.nodeCut
        try await self.requireWrites(after: .nodeCut)
        if self.clock.now < until { try await self.clock.sleep(until: until) }
        try await self.script.run("heal")
    }

    /// Kills each node while its COMMIT is under way, and each once more at any moment.
    private mutating func killNodes() async throws {
        for server in self.servers {
            try await self.openRelay()
            try await self.lose(.held, from: server.address)
            try await self.script.run("crash", server.name)
            await self.relay.shut()
            try await self.requireWrites(after: .nodeKilled)
            try await self.bringBack(server)
        }
        for server in self.servers {
            try await self.script.run("kill", server.name)
            try await self.requireWrites(after: .nodeKilled)
            try await self.pause(milliseconds: 200, to: 2000)
            try await self.bringBack(server)
        }
    }

    /// Lets a node hang in the middle of a transaction, for longer than its lease of an event stream.
    private mutating func pauseNode() async throws {
        let server = self.servers[self.generator.number(below: self.servers.count)]
        let hanging = Self.hanging + "'\(server.address)'"
        for _ in 0..<Self.attempts {
            try await self.script.run("pause", server.name)
            // Its last statement is answered by then; the transaction stays open, because the node does not continue.
            try await self.clock.sleep(for: Self.answerTime)
            if try await self.script.run("psql", "--superuser", "-Atqc", hanging) != "0\n" { break }
            try await self.script.run("resume", server.name)
            try await self.pause(milliseconds: 20, to: 300)
        }
        let until = self.clock.now + Self.nodePause
        try await self.requireWrites(after: .nodePaused)
        if self.clock.now < until { try await self.clock.sleep(until: until) }
        try await self.script.run("resume", server.name)
    }

    private mutating func loseCommits() async throws {
        try await self.openRelay()
        for _ in 0..<Self.repetitions {
            for loss in [CommitLoss.unheard, .unanswered] {
                try await self.lose(loss)
                try await self.pause(milliseconds: 100, to: 600)
            }
        }
        // The client waits for this answer until its timeout; the other node goes on.
        try await self.lose(.mute)
        try await self.requireWrites(after: .commitLost)
        try await self.pause(milliseconds: 3000, to: 5000)
        await self.relay.shut()
    }

    /// Waits until a connection is lost around COMMIT.
    private mutating func lose(_ loss: CommitLoss, from source: String? = nil) async throws {
        let relay = self.relay
        let before = relay.losses[loss, default: 0]
        relay.lose(loss, from: source)
        if try await !self.wait(within: Self.commitLimit, until: { relay.losses[loss, default: 0] > before }) {
            self.violations.append("\(source ?? "no node") never sent a COMMIT \(loss.rawValue)")
        }
    }

    /// Redirects all connections to the database through the proxy.
    private mutating func openRelay() async throws {
        let status = try await self.script.status()
        guard let primary = status.node(status.primary) else { return }
        try await self.relay.open(to: primary.address)
        try await self.script.run("psql", "--superuser", "-Atqc", Self.endSessions)
        let relay = self.relay
        let count = self.servers.count
        if try await !self.wait(within: Self.commitLimit, until: { relay.connectionCount >= count }) {
            self.violations.append("the nodes did not reconnect to the database")
        }
    }

    private mutating func requireWrites(after fault: ClusterFault) async throws {
        if try await !self.hear(since: self.times.now) {
            self.violations.append("\(fault.rawValue): writes did not resume")
        }
    }
}
