import AppStore
import ArgumentParser

/// `purser policy show`: shows the refund policies that were published, and what has come of their trials.
struct PolicyShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows the refund policies that were published, and what has come of trials.",
        discussion: """
            Example:
              purser policy show
              purser policy show 7

            With a version, of a trial both sides are shown: the version that is tried, and the hold-out, which meets the one in force. The
            interval in brackets holds the true value nineteen times in twenty.

            Exit status: \(RefundsCommand.endings)
            """
    )

    @Argument(help: "The number of a version.")
    var version: Int64?

    @OptionGroup var server: AppOptions

    @OptionGroup var options: PageOptions

    func run() async throws {
        try await self.server.with { access in
            guard let version = self.version else {
                let page = try await self.options.page(from: access, "refund-policies", "policies")
                return self.options.write(page, as: .policies, in: .here)
            }
            let policy = try await access.get("refund-policies/\(version)")
            guard !self.options.json else { return StandardStream.output.write(json: policy) }
            for line in PolicyLine.text(policy) + [policy["policy"]?.text ?? ""] {
                StandardStream.output.write(line: line)
            }
        }
    }
}
