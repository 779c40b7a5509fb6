import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import PurserTesting

/// Tortures one real server and looks whether it kept its promises.
struct ServerTorture: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server",
        abstract: "Kills, freezes and starves the real server while notifications arrive, and judges what is left.",
        discussion: """
            Everything that happens is decided by the seed; what exactly it meets is decided by the moment, so that a
            seed that failed may have to be tried a few times.

            Exit status: 0 every promise was kept, 1 one was broken (the files are kept then), 64 wrong usage.
            """
    )

    @Option(help: "What decides by chance.")
    var seed: UInt64 = 1

    @Option(help: "How long to go on, in seconds.")
    var seconds = 180

    @Option(help: "How many lives to end after, if that comes first.")
    var lives = Int.max

    @Option(help: "Be wrong on purpose: \(TortureFlaw.ofOneServer.map(\.rawValue).joined(separator: ", ")).")
    var flaw: TortureFlaw?

    @Option(help: "Only judge the files that an earlier run with the same seed and seconds has kept in this folder.")
    var judge: String?

    /// How long a run lasts at least in which answers also come too late, which takes a while.
    private static let patientSeconds = 60
    /// How often a server may be started again to tell what is still to be told.
    private static let encores = 4

    func validate() throws {
        guard self.seconds > 0, self.lives > 0 else { throw ValidationError("Some time and some lives are needed.") }
    }

    func run() async throws {
        let clock = ContinuousClock()
        if let judge { return try await self.judge(judge) }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("purser-torture-\(ProcessInfo.processInfo.processIdentifier)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        Terminal.write(
            line: "seed \(self.seed)\(self.flaw.map { ", wrong on purpose: \($0.rawValue)" } ?? ""), files in \(folder)"
        )
        let isKept: Bool
        do {
            isKept = try await self.run(in: folder, clock: clock)
        } catch {
            Terminal.write(line: "The torture itself broke off: \(error). The files are kept in \(folder).")
            throw ExitCode(1)
        }
        guard isKept else {
            Terminal.write(line: "A promise was broken. The files are kept in \(folder); the same again:")
            Terminal.write(line: "  torture --seed \(self.seed) --seconds \(self.seconds)")
            Terminal.write(line: "What is left, judged again: the same with --judge \(folder)")
            throw ExitCode(1)
        }
        try FileManager.default.removeItem(atPath: folder)
    }

    /// Judges what was kept once more.
    private func judge(_ folder: String) async throws {
        let corpus = try self.corpus()
        let post = Post(messages: corpus.messages, seed: self.seed)
        try post.recall(journal: folder + "/acknowledged")
        let installation = Installation(folder: folder)
        let arrivals = try ArrivalBook.arrivals(at: installation.arrivals)
        let verdict = try await Judgement.judge(
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
        let book = try ArrivalBook(path: Installation(folder: folder).arrivals)
        let house = try await ReceiverHouse(seed: self.seed, book: book)
        let installation = try Installation(making: folder, roots: corpus.roots, allowed: house.allowed)
        let disk = try ForeignDisk(folder: installation.data, control: folder + "/disk")
        let post = Post(messages: corpus.messages, seed: self.seed)
        var settings = HTTPClient.Configuration()
        // A server that is dead is an answer too; the next one listens elsewhere.
        settings.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
        let sender = Sender(
            post: post,
            journal: try AcknowledgementJournal(path: folder + "/acknowledged"),
            client: client,
            key: ConfigurationFolder.key,
            believesTooEarly: self.flaw == .answersEarly
        )
        let turnedClock = TurnedClock { post.front }
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
            house: house,
            desk: EndpointDesk(client: client),
            foreignName: try ForeignName(file: installation.names),
            flaw: self.flaw,
            seed: self.seed,
            clock: clock,
            tell: { Terminal.write(line: "\((clock.now - started).components.seconds) s: \($0)") }
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
        // What is wrong on purpose may never come right.
        let limit = Duration.seconds(self.flaw.map(\.isOfReceivers) ?? true ? 60 : 5)
        try await nemesis.liveInPeace(within: limit)
        let judge = {
            try await Judgement.judge(
                installation,
                corpus: corpus,
                post: post,
                arrivals: Arrival.spoiled(book.arrivals, by: self.flaw)
            )
        }
        var verdict = try await judge()
        // What is wrong on purpose may never come right.
        for _ in 0..<(self.flaw == nil ? Self.encores : 0) where verdict.hasEventsToTell && verdict.violations.isEmpty {
            try await nemesis.liveInPeace(within: limit)
            verdict = try await judge()
        }
        if verdict.hasEventsToTell, verdict.missing.isEmpty { verdict.violate("events were never told") }
        for sentence in verdict.missing { verdict.violate(sentence) }
        sender.stop()
        try await sending.value
        try await client.shutdown()
        await house.close()
        let violations = nemesis.outcome.violations + post.violations + book.strays + verdict.violations
        Summary(nemesis: nemesis.outcome, tally: post.tally, book: book, verdict: verdict, violations: violations)
            .write()
        return violations.isEmpty
    }
}
