import AppStore
import ArgumentParser
import Foundation
import Ledger
import NIOCore
import Notation
import PurserHTTP
import PurserService

/// `purser refunds dry-run`: tests a policy against past requests.
struct RefundsDryRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dry-run",
        abstract: "Test a policy against past refund requests.",
        discussion: """
            Example:
              purser refunds dry-run shop/refunds.yaml
              purser refunds dry-run shop/refunds.yaml --since 90d --differences
              purser refunds dry-run shop/refunds.yaml --export cases.jsonl

            Changes nothing. What Apple would have decided otherwise is unknown: amounts are those of the real
            decisions. With --export the command reads the requests from a file of `purser refunds export` and needs no
            server; it reports and skips invalid lines.

            Exit status: \(RefundsCommand.endings) 65 the policy has errors, or a line of the export is invalid.
            """
    )

    @Argument(help: "The file of the policy.")
    var file: String

    @Option(
        help: ArgumentHelp("Only refunds that were opened at this time or later. \(Moment.forms)", valueName: "moment")
    )
    var since: Moment?

    @Flag(help: "List the requests with a different answer.")
    var differences = false

    @Option(help: "Read the requests from this file of `purser refunds export`; - is standard input.")
    var export: String?

    @OptionGroup var server: AppOptions

    @Flag(help: "Print one JSON object.")
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

    /// Tests the policy against the requests of an export, without a server.
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

/// `purser refunds export`: writes past requests as lines for dry runs.
struct RefundsExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write past refund requests as lines of JSON, for dry runs without the server.",
        discussion: """
            Example:
              purser refunds export > cases.jsonl
              purser refunds export --since 2026-01-01 --until 2026-07-01 --output cases.jsonl
              purser refunds dry-run shop/refunds.yaml --export cases.jsonl

            Each line is one request: the facts that policies use, our answer, Apple's decision, and the price, but no
            customer. The file appears when it is complete, and the command overwrites no file.

            Exit status: \(RefundsCommand.endings) 73 the output cannot be written.
            """
    )

    /// The number of cases in one page.
    private static let page = 500
    /// The number of requests between two messages about the progress.
    private static let step = 10_000

    @OptionGroup var server: AppOptions

    @Option(
        help: ArgumentHelp("Only refunds that were opened at this time or later. \(Moment.forms)", valueName: "moment")
    )
    var since: Moment?

    @Option(help: ArgumentHelp("Only refunds that were opened before this time. \(Moment.forms)", valueName: "moment"))
    var until: Moment?

    @Option(help: "The file to write; standard output by default.")
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
