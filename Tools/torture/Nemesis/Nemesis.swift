import Foundation
import PurserTesting

/// Runs and ends a server repeatedly, on a disk that keeps only what was synced.
struct Nemesis {
    /// The findings about the runs.
    struct Outcome {
        /// A sentence for each violation.
        var violations: [String] = []
        /// The number of runs.
        var lives = 0
        /// The number of events by kind.
        var happened: [String: Int] = [:]
        /// The number of writes that were not durable when the power was cut.
        var piecesAtStake = 0

        mutating func count(_ what: String) { self.happened[what, default: 0] += 1 }
    }

    /// The time limit of a start.
    static let startLimit = Duration.seconds(120)
    /// The time limit of a stop: the server finishes what it began, and waits 15 seconds for receivers.
    static let stopLimit = Duration.seconds(60)
    /// The time limit until the next acknowledgment after a disturbance.
    private static let recoveryLimit = Duration.seconds(60)

    /// How long publishing everything takes in most cases.
    private static let settlingTime = Duration.milliseconds(800)
    /// How long applying all quarantined messages takes in most cases.
    private static let releaseTime = Duration.milliseconds(2500)

    let installation: Installation
    let disk: ForeignDisk
    let clockURL: String
    let turnedClock: SkewedClock
    let end: Int64
    let sender: Sender
    let post: SendQueue
    let receiverHost: ReceiverHost
    let endpointClient: EndpointClient
    let spoofedName: SpoofedName
    let flaw: TortureFlaw?
    let clock: ContinuousClock
    let report: (String) -> Void

    var endpoints: [Endpoint] = []
    var generator: SeededGenerator
    var outcome = Outcome()

    init(
        installation: Installation,
        disk: ForeignDisk,
        clockURL: String,
        turnedClock: SkewedClock,
        end: Int64,
        sender: Sender,
        post: SendQueue,
        receiverHost: ReceiverHost,
        endpointClient: EndpointClient,
        spoofedName: SpoofedName,
        flaw: TortureFlaw?,
        seed: UInt64,
        clock: ContinuousClock,
        report: @escaping (String) -> Void
    ) {
        self.installation = installation
        self.disk = disk
        self.clockURL = clockURL
        self.turnedClock = turnedClock
        self.end = end
        self.sender = sender
        self.post = post
        self.receiverHost = receiverHost
        self.endpointClient = endpointClient
        self.spoofedName = spoofedName
        self.flaw = flaw
        self.generator = SeededGenerator(seed: seed)
        self.clock = clock
        self.report = report
    }

    // MARK: One life

    /// Runs the server once.
    mutating func live() async throws {
        self.outcome.lives += 1
        self.heal()
        self.disk.set(.seed, Int64(truncatingIfNeeded: self.generator.next()))
        let ending = self.ending()
        try self.spoofedName.turn(to: self.generator.pick(SpoofedName.Meaning.allCases))
        var lastOperation: Int64?
        if ending == .killedWhileStarting {
            let place = self.disk.count(.operations) + 1 + Int64(self.generator.number(below: 40))
            self.disk.set(.dyingOperation, place)
            lastOperation = place
        }
        let process = try self.start()
        let isReady = try await process.becomesReady(within: Self.startLimit, clock: self.clock)
        var words: [String] = []
        if isReady {
            // If a server was to be killed at its start and became ready, it is killed at a moment. One whose last
            // operation comes just as it is ready is about to be killed, and is not disturbed.
            if let lastOperation {
                self.disk.set(.dyingOperation, 0)
                if self.disk.count(.operations) >= lastOperation {
                    _ = try await process.ends(within: .seconds(2), clock: self.clock)
                }
            }
            self.sender.setAddress(process.url)
            for _ in 0..<self.generator.number(below: 3) where process.end == nil {
                let disturbance = self.generator.pick(Disturbance.allCases)
                words.append(disturbance.rawValue)
                self.outcome.count(disturbance.rawValue)
                try await self.disturb(process, disturbance)
            }
            try await self.pause(milliseconds: 50, to: 900)
            try await self.end(process, ending)
            self.sender.setAddress(nil)
        } else if ending != .killedWhileStarting {
            self.violate("an undisturbed server did not start (\(Self.text(of: process.end)))")
            process.signal(SIGKILL)
            _ = try await process.ends(within: Self.stopLimit, clock: self.clock)
        } else if process.end == nil {
            process.signal(SIGKILL)
            _ = try await process.ends(within: Self.stopLimit, clock: self.clock)
        }
        self.outcome.count(ending.rawValue)
        words.append(ending.rawValue)
        if self.losesPower(after: ending) { words.append(try self.losePower()) }
        self.report("life \(self.outcome.lives): \(words.joined(separator: ", "))")
    }

    /// Runs the server undisturbed, and waits until everything that was sent is acknowledged and published; then asks
    /// it to stop, and cuts the power.
    mutating func liveInPeace(within limit: Duration) async throws {
        self.outcome.lives += 1
        self.heal()
        self.receiverHost.calm()
        try self.spoofedName.turn(to: .receiver)
        // Evidence from the future lies in the past now.
        self.turnedClock.stop(at: self.end + 86_400_000)
        let process = try self.start()
        guard try await process.becomesReady(within: Self.startLimit, clock: self.clock) else {
            self.violate("the server does not start any more (\(Self.text(of: process.end)))")
            process.signal(SIGKILL)
            return
        }
        if let url = process.url { await self.releaseEverything(at: url) }
        self.sender.setAddress(process.url)
        let deadline = self.clock.now + limit
        while self.post.waiting > 0, self.clock.now < deadline, process.end == nil {
            try await self.clock.sleep(for: .milliseconds(20))
        }
        if self.post.waiting > 0 { self.violate("\(self.post.waiting) genuine messages were never acknowledged") }
        try await self.clock.sleep(for: self.post.tally.held > 0 ? Self.releaseTime : Self.settlingTime)
        try await self.waitUntilDelivered(by: process, until: self.clock.now + limit)
        try await self.end(process, .terminated)
        self.sender.setAddress(nil)
        self.report("life \(self.outcome.lives): undisturbed, \(try self.losePower())")
    }

    func heal() {
        self.disk.heal()
        self.disk.set(.ignoresSyncs, self.flaw == .diskLies ? 1 : 0)
        self.disk.set(.skipsEqualWrites, self.flaw == .trustsTheLog ? 1 : 0)
    }

    private mutating func ending() -> Ending {
        // Only a failed sync makes the log untrustworthy.
        if self.flaw == .trustsTheLog, self.generator.happens(percent: 60) { return .syncFails }
        return self.generator.pick(Ending.allCases + [.killedOverOperation, .killedOverOperation, .killed])
    }

    private mutating func losesPower(after ending: Ending) -> Bool {
        // What was wrongly trusted is lost if the power fails after further acknowledgments.
        if self.flaw == .trustsTheLog { return ending != .syncFails }
        return self.generator.happens(percent: 70)
    }

    func start() throws -> ServerProcess {
        try self.installation.start(
            clock: self.clockURL,
            environment: self.spoofedName.environment(with: self.disk.environment)
        )
    }

    mutating func losePower() throws -> String {
        let seed = self.generator.next()
        let pieces = try FaultyDisk.losePower(in: self.installation.data, seed: seed)
        self.outcome.count("power cut")
        self.outcome.piecesAtStake += pieces
        return "power cut over \(pieces) writes"
    }

    // MARK: Disturbances

    private mutating func disturb(_ process: ServerProcess, _ disturbance: Disturbance) async throws {
        switch disturbance {
        case .fullDisk:
            try await self.pause(milliseconds: 10, to: 200)
            self.disk.set(.full, Int64(1 + self.generator.number(below: 2)))
            try await self.pause(milliseconds: 100, to: 500)
            self.disk.set(.full, 0)
            try await self.requireRecovery(of: process, from: "a full disk")
        case .frozen:
            process.signal(SIGSTOP)
            try await self.pause(milliseconds: 50, to: 600)
            process.signal(SIGCONT)
            try await self.requireRecovery(of: process, from: "being stopped")
        case .clockJump:
            let hours = self.generator.number(below: 30 * 24) - 20 * 24
            self.turnedClock.jump(milliseconds: Int64(hours) * 3_600_000)
        case .slowSockets: try await self.openSlowSockets(to: process)
        case .newSecret: await self.rotateSecret(of: process)
        case .pause: await self.pauseReceiver(of: process)
        case .resumption: await self.resumeReceivers(of: process)
        case .replay: await self.replay(of: process)
        }
    }

    private mutating func openSlowSockets(to process: ServerProcess) async throws {
        guard let port = process.url.flatMap({ URL(string: $0)?.port }) else { return }
        let post = self.post
        let clock = self.clock
        var held: [(socket: SlowSocket, message: TortureMessage)] = []
        for _ in 0..<12 {
            held.append((self.generator.pick(SlowSocket.allCases), self.generator.pick(post.messages)))
        }
        await withTaskGroup(of: Void.self) { group in
            for (socket, message) in held {
                group.addTask {
                    await socket.hold(port: port, message: message, post: post, for: .milliseconds(400), clock: clock)
                }
            }
        }
    }

    /// Requires that acknowledgments come again without a restart of the server.
    private mutating func requireRecovery(of process: ServerProcess, from what: String) async throws {
        let before = self.post.tally
        let deadline = self.clock.now + Self.recoveryLimit
        while self.clock.now < deadline {
            let now = self.post.tally
            if now.acknowledged + now.duplicates > before.acknowledged + before.duplicates { return }
            guard process.end == nil else {
                self.violate("the server ended (\(Self.text(of: process.end))) over \(what)")
                return
            }
            try await self.clock.sleep(for: .milliseconds(5))
        }
        self.violate("the server did not recover from \(what)")
    }

    // MARK: Endings

    mutating func end(_ process: ServerProcess, _ ending: Ending) async throws {
        switch ending {
        case .killed, .killedWhileStarting: process.signal(SIGKILL)
        case .killedOverOperation:
            let place = 1 + Int64(self.generator.number(below: 600))
            self.disk.set(.dyingOperation, self.disk.count(.operations) + place)
        case .syncFails:
            let place = 1 + Int64(self.generator.number(below: 20))
            self.disk.set(.failingSync, self.disk.count(.syncs) + place)
            try await self.requireStop(of: process, after: { $0.disk.count(.failedSyncs) }, "a failed sync")
            return
        case .writeFails:
            let writes = self.disk.count(.writes)
            let place = 1 + Int64(self.generator.number(below: 300))
            self.disk.set(.failingWrite, writes + place)
            let reached = { (nemesis: Self) in max(0, nemesis.disk.count(.writes) - writes - place + 1) }
            try await self.requireStop(of: process, after: reached, "a failed write")
            return
        case .terminated:
            process.signal(SIGTERM)
            let end = try await process.ends(within: Self.stopLimit, clock: self.clock)
            if end != ServerProcess.End(status: 0, isSignal: false) {
                self.violate("a server that was asked to stop ended with \(Self.text(of: end))")
                process.signal(SIGKILL)
                _ = try await process.ends(within: Self.stopLimit, clock: self.clock)
            }
            return
        }
        // An operation that never comes is replaced by a moment.
        if try await process.ends(within: .seconds(2), clock: self.clock) == nil {
            process.signal(SIGKILL)
            _ = try await process.ends(within: Self.stopLimit, clock: self.clock)
        }
    }

    /// Requires that the process stops by itself once the fault has occurred; kills it where the fault does not occur.
    private mutating func requireStop(
        of process: ServerProcess,
        after strikes: (Self) -> Int64,
        _ what: String
    ) async throws {
        let before = strikes(self)
        var patience = 200
        while process.end == nil, strikes(self) == before, patience > 0 {
            patience -= 1
            try await self.clock.sleep(for: .milliseconds(10))
        }
        let end = try await process.ends(within: .seconds(2), clock: self.clock)
        if let end {
            if end != ServerProcess.End(status: 75, isSignal: false) {
                self.violate("after \(what) the server ended with \(Self.text(of: end)) instead of 75")
            }
            self.outcome.count("stopped by itself")
            return
        }
        if strikes(self) != before { self.violate("the server continued after \(what)") }
        process.signal(SIGKILL)
        _ = try await process.ends(within: Self.stopLimit, clock: self.clock)
    }

    // MARK: Words

    private mutating func pause(milliseconds least: Int, to most: Int) async throws {
        let wait = least + self.generator.number(below: most - least)
        try await self.clock.sleep(for: .milliseconds(wait))
    }

    mutating func violate(_ sentence: String) {
        self.outcome.violations.append("life \(self.outcome.lives): \(sentence)")
    }

    static func text(of end: ServerProcess.End?) -> String {
        guard let end else { return "still running" }
        return end.isSignal ? "signal \(end.status)" : "status \(end.status)"
    }
}
