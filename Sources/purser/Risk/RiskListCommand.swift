import AppStore
import ArgumentParser
import Foundation

/// `purser risk list`: lists the customers whose reasons reach the line.
struct RiskListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the customers whose reasons to look twice reach the line, the most points first.",
        discussion: """
            Example:
              purser risk list
              purser risk list --limit 50 --json

            Exit status: \(RefundsCommand.endings)
            """
    )

    @OptionGroup var server: WebhookOptions

    @Option(help: "At most so many, 1 to 50.")
    var limit = 20

    @Option(help: "Only what comes after this one.")
    var cursor: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        let language = Language(environment: ProcessInfo.processInfo.environment)
        let isChinese = language == .simplifiedChinese
        try await self.server.with { access in
            let answer = try await access.get("risk", [("limit", String(self.limit)), ("cursor", self.cursor)])
            let found = answer["customers"]?.elements ?? []
            for one in found {
                let line =
                    self.json ? String(decoding: one.json(), as: UTF8.self) : RiskLine.text(one, isChinese: isChinese)
                StandardStream.output.write(line: line)
            }
            guard !self.json else { return }
            if found.isEmpty { StandardStream.error.write(line: isChinese ? "没有这样的客户。" : "There is none.") }
            if let next = answer["next"]?.text {
                StandardStream.error.write(line: "\(isChinese ? "下一页：" : "More:") --cursor '\(next)'")
            }
        }
    }
}
