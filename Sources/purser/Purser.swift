import AppStore
internal import ArgumentParser

/// The command line of Purser.
@main
struct Purser: AsyncParsableCommand {
    /// The name, the example, and the commands in the order in which people use them.
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
            DatabaseCommand.self, EvidenceCommand.self, AuditCommand.self, KeysCommand.self, OperatorsCommand.self,
            SubscriptionsCommand.self,
            TransactionsCommand.self, OrdersCommand.self, CustomersCommand.self, Sync.self,
            ImportCommand.self, CatalogCommand.self, PolicyCommand.self, GrantsCommand.self, FulfillmentsCommand.self,
            RefundsCommand.self, RiskCommand.self, PricesCommand.self, ReportsCommand.self, ReconcileCommand.self,
            WalletsCommand.self, SeatsCommand.self, EventsCommand.self, WebhooksCommand.self, AlarmsCommand.self,
            Listen.self,
            LinksCommand.self, LegacyUsageCommand.self,
        ]
    )

    /// Whether the arguments are UTF-8; the standard library replaces invalid bytes by U+FFFD, which would be another
    /// id.
    private static var isEveryArgumentText: Bool {
        (0..<Int(CommandLine.argc)).allSatisfy { place in
            unsafe CommandLine.unsafeArgv[place].map { unsafe String(validatingCString: $0) != nil } ?? true
        }
    }

    /// Runs the command of the arguments.
    ///
    /// An error in an argument that only appears while the command runs is written with the command's usage, as the
    /// parser does.
    static func main() async {
        guard Self.isEveryArgumentText else {
            StandardStream.error.write(
                line: "Error: An argument is not UTF-8, so it cannot be used."
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
            var shown = Self.fullMessage(for: error)
            if let place = shown.firstRange(of: message) { shown.replaceSubrange(place, with: hint) }
            StandardStream.error.write(line: shown)
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

/// The release of this program.
package enum Release {
    /// The version (Semantic Versioning); the changelog has an entry for each released one.
    package static let version = "0.1.0-dev"
}

/// Suggestions for unknown words on the command line.
enum UsageHint {
    /// Returns the parser's message, with the most similar command or value if there is one.
    ///
    /// The parser itself names the most similar option.
    static func message(_ message: String, _ root: any ParsableCommand.Type, _ arguments: [String]) -> String {
        guard let meant = Self.command(message, root, arguments) ?? Self.value(message) else { return message }
        let end = message.contains("\n") ? "\n" : message.hasSuffix(".") ? " " : ". "
        return "\(message)\(end)Did you mean '\(meant)'?"
    }

    /// Returns the subcommand that is most similar to the first unknown word.
    private static func command(
        _ message: String,
        _ root: any ParsableCommand.Type,
        _ arguments: [String]
    ) -> String? {
        guard message.lowercased().contains("unexpected argument") else { return nil }
        var command = root
        for word in arguments where !word.hasPrefix("-") {
            let known = command.configuration.subcommands
            if let next = known.first(where: { $0._commandName == word }) {
                command = next
                continue
            }
            return Spelling.meant(by: word, among: known.map { $0._commandName })
        }
        return nil
    }

    /// Returns the most similar of an option's values that the parser lists.
    private static func value(_ message: String) -> String? {
        guard let word = message.firstMatch(of: /The value '(.*)' is invalid/)?.1,
            let place = message.firstRange(of: "Please provide one of")
        else { return nil }
        let list = message[place.upperBound...]
        let quoted = list.matches(of: /'([^']+)'/).map { String($0.1) }
        let listed = list.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /^ *- (.+)$/).map { String($0.1) }
        }
        return Spelling.meant(by: String(word), among: quoted.isEmpty ? listed : quoted)
    }
}
