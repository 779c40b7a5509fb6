import AppStore
import ArgumentParser
import Ledger
import NIOCore
import NIOHTTP1
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
              purser refunds dry-run shop/refunds.yaml --since 2026-01-01T00:00:00Z --differences
              purser refunds dry-run shop/refunds.yaml --export cases.jsonl

            Nothing is changed. Nobody knows what Apple would have decided otherwise: money is shown as it went. With --export
            the requests are read from a file of `purser refunds export`, and no server is needed; lines that cannot be
            used are named and left out.

            Exit status: \(RefundsCommand.endings) 65 a line of the export cannot be used.
            """
    )

    @Argument(help: "The file of the policy.")
    var file: String

    @Option(help: "Only refunds that were opened since this instant.")
    var since: String?

    @Flag(help: "List the requests that would have been told otherwise.")
    var differences = false

    @Option(help: "Read the requests from this file of `purser refunds export`; - is standard input.")
    var export: String?

    @OptionGroup var server: AppServerOptions

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        let text = try PolicyFile.text(self.file)
        if let export = self.export { return try await self.meet(export, text) }
        try await self.server.with { access in
            var members = [JSONMember(key: "policy", value: .string(text))]
            if let since = self.since { members.append(JSONMember(key: "since", value: .string(since))) }
            let run = try await access.send(
                .POST,
                "refund-policies/dry-run",
                [],
                members,
                patience: OperatorClient.longPatience
            )
            self.write(run)
        }
    }

    /// Meets the requests of an export, without any server.
    private func meet(_ path: String, _ text: String) async throws {
        var since: Instant?
        if let given = self.since {
            since = Instant(rfc3339: given)
            guard since != nil else {
                throw ValidationError("--since: write an instant by RFC 3339: 2026-03-01T12:00:00Z")
            }
        }
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
        let said = RefundWords.here
        StandardStream.output.write(line: said.met(counts.0, counts.1))
        for side in run["wishes"]?.elements ?? [] { StandardStream.output.write(line: Self.side(side, said)) }
        for rule in run["rules"]?.elements ?? [] {
            StandardStream.output.write(
                line: said.rule(rule["rule"]?.text ?? "", rule["requests"].plain)
            )
        }
        guard self.differences else { return }
        for one in run["differences"]?.elements ?? [] {
            let words = ["request", "told", "wish", "rule", "outcome"].map { one[$0]?.text ?? "-" }
            StandardStream.output.write(line: said.difference(words))
        }
    }

    private static func side(_ side: JSONValue, _ said: RefundWords) -> String {
        let counts = ["requests", "refunded", "declined", "different"].map { side[$0].plain }
        let money = ["paid", "paidBack"].map { side[$0].amounts(none: "0") }
        return said.side(side["wish"]?.text ?? "", counts, paid: money[0], paidBack: money[1])
    }
}
