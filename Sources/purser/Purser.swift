internal import ArgumentParser

/// The command line of Purser.
@main
struct Purser: AsyncParsableCommand {
    /// The name, the example, and the commands in the order in which people meet them.
    static let configuration = CommandConfiguration(
        commandName: "purser",
        abstract: "A self-hosted App Store purchase server.",
        discussion: """
            Example:
              purser init shop
            """,
        version: Release.version,
        subcommands: [
            Init.self, Simulate.self, Serve.self, Demo.self, DoctorCommand.self, Verify.self, Migrate.self,
            DatabaseCommand.self, EvidenceCommand.self, AuditCommand.self, KeysCommand.self, SubscriptionsCommand.self,
            TransactionsCommand.self, OrdersCommand.self, CustomersCommand.self, Sync.self,
            ImportCommand.self, CatalogCommand.self, PolicyCommand.self, GrantsCommand.self, DeliveriesCommand.self,
            RefundsCommand.self, RiskCommand.self, PricesCommand.self, ReportsCommand.self, ReconcileCommand.self,
            WalletsCommand.self, EventsCommand.self, WebhooksCommand.self, AlarmsCommand.self, Listen.self,
            LinksCommand.self, MovingOverCommand.self,
        ]
    )

    /// Whether the arguments are UTF-8; the standard library puts U+FFFD for bytes that are not, which is another id.
    private static var isEveryArgumentText: Bool {
        (0..<Int(CommandLine.argc)).allSatisfy { place in
            unsafe CommandLine.unsafeArgv[place].map { unsafe String(validatingCString: $0) != nil } ?? true
        }
    }

    /// Runs the command that the arguments name.
    ///
    /// What is wrong with an argument may only show while the command runs. It is told with that command's usage, as it is
    /// when the parser finds it.
    static func main() async {
        guard Self.isEveryArgumentText else {
            StandardStream.error.write(
                line: "Error: An argument is not UTF-8. Read as text, it would name something else."
            )
            Self.exit(withError: ExitStatus.wrongUsage.error)
        }
        let parsed: any ParsableCommand
        do {
            parsed = try await Self.asyncParseAsRoot()
        } catch {
            guard Self.exitCode(for: error) == ExitStatus.wrongUsage.error else { Self.exit(withError: error) }
            let message = Self.message(for: error)
            let hint = UsageHint.message(message, Self.self, Array(CommandLine.arguments.dropFirst()))
            var told = Self.fullMessage(for: error)
            if let place = told.firstRange(of: message) { told.replaceSubrange(place, with: hint) }
            StandardStream.error.write(line: told)
            Self.exit(withError: ExitStatus.wrongUsage.error)
        }
        do {
            if var command = parsed as? any AsyncParsableCommand {
                try await command.run()
            } else {
                var command = parsed
                try command.run()
            }
        } catch let error as ValidationError {
            let usage = Self.usageString(for: type(of: parsed))
            let name = usage.split(separator: " ").prefix { $0.first?.isLetter == true }.joined(separator: " ")
            StandardStream.error.write(line: "Error: \(error.message)")
            StandardStream.error.write(line: "Usage: \(usage)")
            StandardStream.error.write(line: "  See '\(name) --help' for more information.")
            Self.exit(withError: ExitStatus.wrongUsage.error)
        } catch {
            Self.exit(withError: error)
        }
    }
}
