import AppStore
import AsyncHTTPClient
import Foundation
import NIOCore
import PurserTesting

/// Everything around the cluster: senders, receivers and the simulated App Store.
struct ClusterStage {
    /// The number of customers in each world.
    private static let customers = 400
    /// The number of customers of whom no client sends anything.
    private static let askedCustomers = 60
    /// The number of concurrent requests, and the pause of each before the next: a load that leaves a small machine
    /// idle time, so that delays are caused by faults.
    private static let width = 12
    private static let pace = Duration.milliseconds(150)
    /// The time limit at the end until everything is acknowledged and published: an event stream that was leased by two
    /// lost nodes in turn is published after two minutes.
    private static let peaceLimit = Duration.seconds(240)

    let script: ClusterScript
    let relay: CommitProxy
    let times: AcknowledgmentTimes
    let servers: [(name: String, address: String, url: String)]
    let hasNetworks: Bool
    private let flaw: TortureFlaw?
    private let corpus: TortureCorpus
    private let asked: PolledShop
    private let post: SendQueue
    private let sender: Sender
    private let lookupClient: LookupClient
    private let client: HTTPClient
    private let receiverHost: ReceiverHost
    private let log: ArrivalLog
    private let visits: VisitLog
    private let appleServer: AppleServer
    private let endpoints: [Nemesis.Endpoint]
    private let tasks: [Task<Void, any Error>]
    private let clock = ContinuousClock()

    /// Starts the cluster with both nodes, and all senders and receivers.
    init(in place: String, _ script: ClusterScript, seed: UInt64, flaw: TortureFlaw?) async throws {
        self.script = script
        self.flaw = flaw
        try await script.run("up")
        let bare = try await script.status()
        guard !bare.nodes.contains(where: { $0.name.hasPrefix("purser") }) else {
            throw ClusterScript.Failure(
                description: "the cluster in \(script.folder) has the server's nodes already: scripts/cluster down"
            )
        }
        self.hasNetworks = bare.hasNetworks
        // This machine has the first address of the cluster's network.
        let host = (bare.node("haproxy")?.address ?? "").split(separator: ".").dropLast().joined(separator: ".") + ".1"
        let hour: Int64 = 3_600_000
        let ending = Timestamp(milliseconds: Int64(time(nil)) * 1000 / hour * hour)
        self.corpus = try TortureCorpus(seed: seed, customers: Self.customers, ending: ending)
        self.asked = try PolledShop(seed: seed, customers: Self.askedCustomers, ending: ending)
        Terminal.write(
            line: "\(self.corpus.messages.count) messages for \(TortureCorpus.apps.count) apps, "
                + "\(self.asked.digests.count) that no client sends for another"
        )
        self.post = SendQueue(messages: self.corpus.messages, seed: seed)
        self.log = try ArrivalLog(path: place + "/arrivals")
        self.visits = VisitLog()
        self.receiverHost = try await ReceiverHost(
            seed: seed,
            log: self.log,
            plans: ReceiverPlan.cluster,
            host: host,
            visits: self.visits
        )
        self.relay = try await CommitProxy(host: host)
        self.appleServer = AppleServer(self.asked)
        var tasks: [Task<Void, any Error>] = []
        var ports: [Int] = []
        for environment in [AppStoreEnvironment.production, .sandbox] {
            let (listening, found) = AsyncStream<Int>.makeStream()
            let appleServer = self.appleServer
            tasks.append(Task { try await appleServer.serve(environment, host: host) { found.yield($0) } })
            var iterator = listening.makeAsyncIterator()
            guard let port = await iterator.next() else { throw CancellationError() }
            ports.append(port)
        }
        let installation = try ClusterInstallation(
            making: place + "/configuration",
            corpus: self.corpus,
            asked: self.asked,
            apple: ("http://\(host):\(ports[0])", "http://\(host):\(ports[1])"),
            allowed: self.receiverHost.allowed
        )
        let relayed = "\(self.relay.host):\(self.relay.port)"
        try await script.run(
            "up",
            "--purser",
            Installation.program.path,
            "--config",
            installation.file,
            "--relay",
            relayed
        )
        self.servers = try await script.status().nodes.filter { $0.name.hasPrefix("purser") }
            .map { ($0.name, $0.address, "http://\($0.address):8080") }
        var settings = HTTPClient.Configuration()
        // A dead server is a result too, and there is another one.
        settings.connectionPool.retryConnectionEstablishment = false
        settings.timeout.connect = .seconds(2)
        self.client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
        let urls = self.servers.map(\.url)
        let counter = EndpointClient(client: self.client)
        var endpoints: [Nemesis.Endpoint] = []
        for (number, resident) in self.receiverHost.residents.enumerated() {
            // Each node creates some of the endpoints, and both send to all.
            let (id, secret) = try await counter.make(resident, at: urls[number % urls.count])
            if let secret { resident.receiver.learn(secret) }
            endpoints.append(Nemesis.Endpoint(id: id, resident: resident, isRotatable: false))
        }
        self.endpoints = endpoints
        // Receivers of every event must be registered before the first event.
        self.appleServer.open()
        let times = AcknowledgmentTimes(clock: self.clock)
        self.times = times
        self.sender = Sender(
            post: self.post,
            journal: try AcknowledgmentJournal(path: place + "/acknowledged"),
            client: self.client,
            key: ConfigurationFolder.key,
            believesTooEarly: flaw == .answersEarly,
            width: Self.width,
            pace: Self.pace,
            onAcknowledgment: { times.note($0) }
        )
        self.sender.setAddresses(urls)
        self.lookupClient = LookupClient(
            client: self.client,
            servers: urls,
            shop: self.asked,
            customers: Self.askedCustomers
        )
        let (sender, lookupClient, clock) = (self.sender, self.lookupClient, self.clock)
        tasks.append(Task { try await sender.run(clock: clock) })
        tasks.append(Task { try await lookupClient.run(clock: clock) })
        self.tasks = tasks
    }

    /// Waits until everything that was sent is acknowledged and published, ends all tasks, and judges; returns whether
    /// all promises were kept.
    func end(_ nemesis: ClusterNemesis) async throws -> Bool {
        self.lookupClient.stop()
        self.post.closeForNew()
        self.receiverHost.calm()
        let counter = EndpointClient(client: self.client)
        for endpoint in self.endpoints {
            try await counter.setPaused(false, endpoint.id, app: endpoint.app, at: self.servers[0].url)
            try await counter.retry(endpoint.id, app: endpoint.app, at: self.servers[0].url)
        }
        let deadline = self.clock.now + Self.peaceLimit
        while self.post.waiting > 0, self.clock.now < deadline { try await self.clock.sleep(for: .milliseconds(50)) }
        self.sender.stop()
        var violations = nemesis.violations
        if self.post.waiting > 0 { violations.append("\(self.post.waiting) genuine messages were never acknowledged") }
        while try await !self.isDelivered(by: counter), self.clock.now < deadline {
            try await self.clock.sleep(for: .milliseconds(500))
        }
        for server in self.servers { try await self.script.run("stop", server.name) }
        let connection = try await self.script.run("dsn", "hosts").trimmingCharacters(in: .whitespacesAndNewlines)
        let judgment = try await ClusterJudgment.judge(
            connection,
            corpus: self.corpus,
            asked: self.asked,
            post: self.post,
            arrivals: self.log.arrivals,
            visits: self.visits.visits,
            calls: self.appleServer.calls,
            flaw: self.flaw
        )
        for task in self.tasks { task.cancel() }
        try await self.client.shutdown()
        await self.receiverHost.close()
        violations += self.post.violations + self.log.strays + judgment.violations
        violations += judgment.verdict.missing.prefix(Verdict.limit)
        ClusterSummary(
            silences: nemesis.silences,
            losses: self.relay.losses,
            tally: self.post.tally,
            questions: self.lookupClient.tally,
            log: self.log,
            judgment: judgment,
            violations: violations
        ).write()
        return violations.isEmpty
    }

    /// Returns whether no event is pending.
    private func isDelivered(by counter: EndpointClient) async throws -> Bool {
        for endpoint in self.endpoints {
            let waiting = try await counter.waiting(endpoint.id, app: endpoint.app, at: self.servers[0].url)
            if waiting.streams > 0 || waiting.isReplaying { return false }
        }
        return true
    }
}
