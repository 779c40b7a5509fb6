import AppStore
import ArgumentParser
import Ledger
import NIOCore
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
        try await self.server.with { access in
            var members = [JSONMember(key: "policy", value: .string(text))]
            if let since { members.append(JSONMember(key: "since", value: .string(since.rfc3339))) }
            let run = try await access.send(
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
        let said = RefundWords.here
        StandardStream.output.write(line: said.met(counts.0, counts.1))
        for (name, listing) in [("wishes", Listing.refundWishes), ("rules", .refundRules)] {
            let lines = listing.lines(run[name]?.elements ?? [], in: .here)
            for line in lines.isEmpty ? [] : [""] + lines { StandardStream.output.write(line: line) }
        }
        guard self.differences else { return }
        StandardStream.output.write(line: "")
        Listing.refundDifferences.write(run["differences"]?.elements ?? [], isJSON: false, in: .here)
    }
}
