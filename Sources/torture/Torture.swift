import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import PurserTesting

/// Tortures the real server and looks whether it kept its promises.
@main
struct Torture: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "torture",
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

    @Option(help: "Be wrong on purpose: \(TortureFlaw.allCases.map(\.rawValue).joined(separator: ", ")).")
    var flaw: TortureFlaw?

    @Option(help: "Only judge the files that an earlier run with the same seed and seconds has kept in this folder.")
    var judge: String?

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
        let verdict = try await Judgement.judge(Installation(folder: folder), corpus: corpus, post: post)
        for violation in verdict.violations { Terminal.write(line: "BROKEN: \(violation)") }
        Terminal.write(line: "\(verdict.recorded) messages recorded, \(verdict.violations.count) broken promises")
        if !verdict.violations.isEmpty { throw ExitCode(1) }
    }

    private func corpus() throws -> TortureCorpus {
        try TortureCorpus(seed: self.seed, customers: min(6000, 60 + self.seconds * 20))
    }

    private func run(in folder: String, clock: ContinuousClock) async throws -> Bool {
        let corpus = try self.corpus()
        Terminal.write(
            line: "\(corpus.messages.count) messages for \(TortureCorpus.apps.count) apps in two environments"
        )
        let installation = try Installation(making: folder, roots: corpus.roots)
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
            key: Installation.key,
            believesTooEarly: self.flaw == .answersEarly
        )
        let turnedClock = TurnedClock { post.front }
        let (clockURLs, found) = AsyncStream<String>.makeStream()
        let serving = Task { try await turnedClock.serve { url in found.yield(url) } }
        defer { serving.cancel() }
        var urls = clockURLs.makeAsyncIterator()
        guard let clockURL = await urls.next() else { throw CancellationError() }
        let started = clock.now
        let sending = Task { try await sender.run(clock: clock) }

        var nemesis = Nemesis(
            installation: installation,
            disk: disk,
            clockURL: clockURL,
            turnedClock: turnedClock,
            end: corpus.end.milliseconds,
            sender: sender,
            post: post,
            flaw: self.flaw,
            seed: self.seed,
            clock: clock,
            tell: { Terminal.write(line: "\((clock.now - started).components.seconds) s: \($0)") }
        )
        let deadline = started + .seconds(self.seconds)
        while clock.now < deadline, nemesis.outcome.lives < self.lives,
            nemesis.outcome.violations.count < Verdict.limit
        {
            try await nemesis.live()
        }

        post.closeForNew()
        // What is wrong on purpose may never come right.
        let limit = Duration.seconds(self.flaw == nil ? 60 : 5)
        try await nemesis.liveInPeace(within: limit)
        var verdict = try await Judgement.judge(installation, corpus: corpus, post: post)
        for _ in 0..<Self.encores where verdict.hasEventsToTell && verdict.violations.isEmpty {
            try await nemesis.liveInPeace(within: limit)
            verdict = try await Judgement.judge(installation, corpus: corpus, post: post)
        }
        if verdict.hasEventsToTell { verdict.violate("events were never told") }
        sender.stop()
        try await sending.value
        try await client.shutdown()
        let violations = nemesis.outcome.violations + post.violations + verdict.violations
        Summary(nemesis: nemesis.outcome, tally: post.tally, verdict: verdict, violations: violations).write()
        return violations.isEmpty
    }
}
