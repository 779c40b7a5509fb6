import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import PurserTesting

/// Runs the torture test on one real server and checks whether it kept its promises.
struct ServerTorture: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server",
        abstract: "Kills, freezes and starves the real server while notifications arrive, and checks what it kept.",
        discussion: """
            The seed decides every disturbance, but not the timing of the server's threads, so a seed that failed may
            have to be tried several times.

            Exit status: 0 every promise was kept, 1 one was broken (the files are kept then), 64 wrong usage.
            """
    )

    @Option(help: "The seed of the random choices.")
    var seed: UInt64 = 1

    @Option(help: "The length of the run in seconds.")
    var seconds = 180

    @Option(help: "The maximum number of runs of the server; the run ends at the first limit.")
    var lives = Int.max

    @Option(help: "Add a deliberate flaw: \(TortureFlaw.ofOneServer.map(\.rawValue).joined(separator: ", ")).")
    var flaw: TortureFlaw?

    @Option(help: "Only judge the files in this folder, kept by an earlier run with the same seed and seconds.")
    var judge: String?

    /// The minimum length of a run that includes late answers.
    private static let patientSeconds = 60
    /// How often a server may be started again to publish what is pending.
    private static let encores = 4

    func validate() throws {
        guard self.seconds > 0, self.lives > 0 else { throw ValidationError("--seconds and --lives are at least 1.") }
    }

    func run() async throws {
        let clock = ContinuousClock()
        if let judge { return try await self.judge(judge) }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("purser-torture-\(ProcessInfo.processInfo.processIdentifier)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        Terminal.write(
            line: "seed \(self.seed)\(self.flaw.map { ", deliberate flaw: \($0.rawValue)" } ?? ""), files in \(folder)"
        )
        let isKept: Bool
        do {
            isKept = try await self.run(in: folder, clock: clock)
        } catch {
            Terminal.write(line: "The run was aborted: \(error). The files are kept in \(folder).")
            throw ExitCode(1)
        }
        guard isKept else {
            Terminal.write(line: "A promise was broken. The files are kept in \(folder); to repeat the run:")
            Terminal.write(line: "  torture --seed \(self.seed) --seconds \(self.seconds)")
            Terminal.write(line: "To judge the files again, add --judge \(folder)")
            throw ExitCode(1)
        }
        try FileManager.default.removeItem(atPath: folder)
    }

    /// Judges a finished run again.
    private func judge(_ folder: String) async throws {
        let corpus = try self.corpus()
        let post = SendQueue(messages: corpus.messages, seed: self.seed)
        try post.recall(journal: folder + "/acknowledged")
        let installation = Installation(folder: folder)
        let arrivals = try ArrivalLog.arrivals(at: installation.arrivals)
        let verdict = try await Judgment.judge(
            installation,
            corpus: corpus,
            post: post,
            arrivals: Arrival.spoiled(arrivals, by: self.flaw)
        )
        let violations = verdict.violations + verdict.missing.prefix(Verdict.limit)
        for violation in violations { Terminal.write(line: "BROKEN: \(violation)") }
        Terminal.write(line: "\(verdict.recorded) messages recorded, \(violations.count) broken promises")
        if !violations.isEmpty { throw ExitCode(1) }
    }

    private func corpus() throws -> TortureCorpus {
        try TortureCorpus(seed: self.seed, customers: min(6000, 60 + self.seconds * 20))
    }

    private func run(in folder: String, clock: ContinuousClock) async throws -> Bool {
        let corpus = try self.corpus()
        Terminal.write(
            line: "\(corpus.messages.count) messages for \(TortureCorpus.apps.count) apps in two environments"
        )
        let log = try ArrivalLog(path: Installation(folder: folder).arrivals)
        let receiverHost = try await ReceiverHost(seed: self.seed, log: log)
        let installation = try Installation(making: folder, roots: corpus.roots, allowed: receiverHost.allowed)
        let disk = try ForeignDisk(folder: installation.data, control: folder + "/disk")
        let post = SendQueue(messages: corpus.messages, seed: self.seed)
        var settings = HTTPClient.Configuration()
        // A dead server is a result too; the next one listens on another port.
        settings.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
        let sender = Sender(
            post: post,
            journal: try AcknowledgmentJournal(path: folder + "/acknowledged"),
            client: client,
            key: ConfigurationFolder.key,
            believesTooEarly: self.flaw == .answersEarly
        )
        let turnedClock = SkewedClock { post.front }
        let (clockURLs, found) = AsyncStream<String>.makeStream()
        let serving = Task { try await turnedClock.serve { url in found.yield(url) } }
        defer { serving.cancel() }
        var urls = clockURLs.makeAsyncIterator()
        guard let clockURL = await urls.next() else { throw CancellationError() }
        let started = clock.now
        var nemesis = Nemesis(
            installation: installation,
            disk: disk,
            clockURL: clockURL,
            turnedClock: turnedClock,
            end: corpus.end.milliseconds,
            sender: sender,
            post: post,
            receiverHost: receiverHost,
            endpointClient: EndpointClient(client: client),
            spoofedName: try SpoofedName(file: installation.names),
            flaw: self.flaw,
            seed: self.seed,
            clock: clock,
            report: { Terminal.write(line: "\((clock.now - started).components.seconds) s: \($0)") }
        )
        try await nemesis.introduceReceivers()
        let sending = Task { try await sender.run(clock: clock) }
        let deadline = started + .seconds(self.seconds)
        var isPatient = self.seconds >= Self.patientSeconds
        while clock.now < deadline, nemesis.outcome.lives < self.lives,
            nemesis.outcome.violations.count < Verdict.limit
        {
            try await nemesis.live()
            guard isPatient, clock.now - started > .seconds(self.seconds / 2) else { continue }
            isPatient = false
            try await nemesis.liveThroughLateAnswers()
        }

        post.closeForNew()
        // A deliberate flaw may never be resolved.
        let limit = Duration.seconds(self.flaw.map(\.isOfReceivers) ?? true ? 60 : 5)
        try await nemesis.liveInPeace(within: limit)
        let judge = {
            try await Judgment.judge(
                installation,
                corpus: corpus,
                post: post,
                arrivals: Arrival.spoiled(log.arrivals, by: self.flaw)
            )
        }
        var verdict = try await judge()
        // A deliberate flaw may never be resolved.
        for _ in 0..<(self.flaw == nil ? Self.encores : 0)
        where verdict.hasEventsToDeliver && verdict.violations.isEmpty {
            try await nemesis.liveInPeace(within: limit)
            verdict = try await judge()
        }
        if verdict.hasEventsToDeliver, verdict.missing.isEmpty { verdict.violate("events were never published") }
        for sentence in verdict.missing { verdict.violate(sentence) }
        sender.stop()
        try await sending.value
        try await client.shutdown()
        await receiverHost.close()
        let violations = nemesis.outcome.violations + post.violations + log.strays + verdict.violations
        Summary(nemesis: nemesis.outcome, tally: post.tally, log: log, verdict: verdict, violations: violations)
            .write()
        return violations.isEmpty
    }
}
