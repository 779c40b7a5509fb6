import AppStore
import ArgumentParser
import Foundation
import Ledger

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
        try await self.server.with { access in
            let file = try self.output.map { try NewFile(path: $0) }
            var (cases, requests, said) = (0, 0, 0)
            var cursor: String?
            repeat {
                let page = try await access.get(
                    "refund-export",
                    [("since", since), ("until", until), ("cursor", cursor), ("limit", String(Self.page))]
                )
                let lines = page["requests"]?.elements ?? []
                let bytes = lines.flatMap { $0.json() + [UInt8(ascii: "\n")] }
                if let file { try file.write(bytes) } else { try Self.write(bytes) }
                requests += lines.count
                cases += page["cases"]?.integer ?? 0
                cursor = page["next"]?.text
                if requests - said >= Self.step, cursor != nil {
                    said = requests
                    StandardStream.error.write(line: RefundWords.here.exported(requests, cases, isDone: false))
                }
            } while cursor != nil
            try file?.finish()
            StandardStream.error.write(line: RefundWords.here.exported(requests, cases, isDone: true))
        }
    }

    private static func write(_ bytes: [UInt8]) throws {
        do {
            try StandardStream.output.write(whole: bytes)
        } catch {
            StandardStream.error.write(line: RefundWords.here.brokenOff)
            throw ExitStatus.cannotCreate.error
        }
    }
}
