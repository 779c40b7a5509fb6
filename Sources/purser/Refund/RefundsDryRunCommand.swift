import AppStore
import ArgumentParser
import Foundation
import Ledger
import NIOCore
import Notation
import PurserHTTP
import PurserService

/// `purser refunds dry-run`: says what a policy would have told Apple about the requests of the past.
struct RefundsDryRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dry-run",
        abstract: "Says what a policy would have told Apple about the requests of the past.",
        discussion: """
            Example:
              purser refunds dry-run shop/refunds.yaml
              purser refunds dry-run shop/refunds.yaml --since 90d --differences
              purser refunds dry-run shop/refunds.yaml --export cases.jsonl

            Nothing is changed. Nobody knows what Apple would have decided otherwise: money is shown as it went. With --export
            the requests are read from a file of `purser refunds export`, and no server is needed; lines that cannot be
            used are named and left out.

            Exit status: \(RefundsCommand.endings) 65 the policy has mistakes, or a line of \
            the export cannot be used.
            """
    )

    @Argument(help: "The file of the policy.")
    var file: String

    @Option(help: ArgumentHelp("Only refunds that were opened since then. \(Moment.forms)", valueName: "moment"))
    var since: Moment?

    @Flag(help: "List the requests that would have been told otherwise.")
    var differences = false

    @Option(help: "Read the requests from this file of `purser refunds export`; - is standard input.")
    var export: String?

    @OptionGroup var server: AppOptions

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        let text = try PolicyFile.text(self.file)
        let since = self.since?.ago
        if let export = self.export { return try await self.meet(export, text, since: since) }
        try await self.server.with { api in
            var members = [JSONMember(key: "policy", value: .string(text))]
            if let since { members.append(JSONMember(key: "since", value: .string(since.rfc3339))) }
            let run = try await api.send(
                .post,
                "refund-policies/dry-run",
                [],
                members,
                patience: APIClient.longPatience
            )
            self.write(run)
        }
    }

    /// Meets the requests of an export, without any server.
    private func meet(_ path: String, _ text: String, since: Instant?) async throws {
        var run = RefundExportRun(
            try RefundDryRun(of: text, differenceLimit: RefundDryRun.namedDifferences),
            since: since
        )
        func name(_ bad: RefundExportRun.Bad) {
            StandardStream.error.write(line: "\(path):\(bad.line): \(bad.reason)")
        }
        for try await chunk in try FileChunks(path: path, onRead: { _ in }) {
            run.read(chunk.readableBytesView, onBad: name)
        }
        run.finish(onBad: name)
        var json = JSONText()
        json.describe(run.run)
        self.write(try JSONValue(json: json.bytes))
        guard run.badCount == 0 else { throw ExitStatus.badData.error }
    }

    private func write(_ run: JSONValue) {
        guard !self.json else {
            return StandardStream.output.write(json: run)
        }
        let counts = (run["requests"].plain, run["different"].plain)
        let said = RefundMessages.here
        StandardStream.output.write(line: said.met(counts.0, counts.1))
        for (name, listing) in [("answers", Listing.refundAnswers), ("rules", .refundRules)] {
            let lines = listing.lines(run[name]?.elements ?? [], in: .here)
            for line in lines.isEmpty ? [] : [""] + lines { StandardStream.output.write(line: line) }
        }
        guard self.differences else { return }
        StandardStream.output.write(line: "")
        Listing.refundDifferences.write(run["differences"]?.elements ?? [], isJSON: false, in: .here)
    }
}

/// `purser refunds export`: writes the requests of the past as lines that a dry run reads anywhere.
struct RefundsExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Writes the requests of the past as lines of JSON, for dry runs without the server.",
        discussion: """
            Example:
              purser refunds export > cases.jsonl
              purser refunds export --since 2026-01-01 --until 2026-07-01 --output cases.jsonl
              purser refunds dry-run shop/refunds.yaml --export cases.jsonl

            Each line is one request: what policies may ask about it, what Apple was told, what it decided, and the price.
            Nobody's name is in it. A file is there when it is whole, and none is overwritten.

            Exit status: \(RefundsCommand.endings) 73 what it writes to takes no more.
            """
    )

    /// How many cases are asked for at once.
    private static let page = 500
    /// After how many requests it says how far it is.
    private static let step = 10_000

    @OptionGroup var server: AppOptions

    @Option(help: ArgumentHelp("Only refunds that were opened since then. \(Moment.forms)", valueName: "moment"))
    var since: Moment?

    @Option(help: ArgumentHelp("Only refunds that were opened before then. \(Moment.forms)", valueName: "moment"))
    var until: Moment?

    @Option(help: "The file to write; standard output if left out.")
    var output: String?

    func run() async throws {
        let (since, until) = (self.since?.ago.rfc3339, self.until?.ago.rfc3339)
        try await self.server.with { api in
            let file = try self.output.map { try NewFile(path: $0) }
            var (cases, requests, said) = (0, 0, 0)
            var cursor: String?
            repeat {
                let page = try await api.get(
                    "refund-export",
                    [("since", since), ("until", until), ("cursor", cursor), ("limit", String(Self.page))]
                )
                let lines = page["requests"]?.elements ?? []
                let bytes = lines.flatMap { $0.json() + [UInt8(ascii: "\n")] }
                if let file { try file.write(bytes) } else { try Self.write(bytes) }
                requests += lines.count
                cases += Int(page["cases"]?.integer ?? 0)
                cursor = page["next"]?.text
                if requests - said >= Self.step, cursor != nil {
                    said = requests
                    StandardStream.error.write(line: RefundMessages.here.exported(requests, cases, isDone: false))
                }
            } while cursor != nil
            try file?.finish()
            StandardStream.error.write(line: RefundMessages.here.exported(requests, cases, isDone: true))
        }
    }

    private static func write(_ bytes: [UInt8]) throws {
        do {
            try StandardStream.output.write(whole: bytes)
        } catch {
            StandardStream.error.write(line: RefundMessages.here.interrupted)
            throw ExitStatus.cannotCreate.error
        }
    }
}
