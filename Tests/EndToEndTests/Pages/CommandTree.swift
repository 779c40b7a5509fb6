import Foundation

/// A command as the program itself describes it, with those below it.
struct CommandTree: Decodable {
    private struct Root: Decodable {
        let command: CommandTree
    }

    private struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }

        let names: [Name]?
    }

    let commandName: String
    private let subcommands: [CommandTree]?
    private let arguments: [Argument]?
    private let defaultSubcommand: String?

    /// The whole program.
    static func program() throws -> CommandTree {
        let run = try Binary.run(["--experimental-dump-help"], in: TemporaryFolder())
        return try JSONDecoder().decode(Root.self, from: Data(run.output.utf8)).command
    }

    /// The commands below it, without the one that shows help.
    var children: [CommandTree] { (self.subcommands ?? []).filter { $0.commandName != "help" } }

    /// The options that it takes, without hyphens; those of its default subcommand, too.
    var options: Set<String> {
        let own = (self.arguments ?? []).flatMap { $0.names ?? [] }.filter { $0.kind != "short" }.map(\.name)
        let defaultCommand = self.children.first { $0.commandName == self.defaultSubcommand }
        return Set(own).union(defaultCommand?.options ?? [])
    }

    /// The command that words name, and how many of them do.
    func command(_ words: [String]) -> (command: CommandTree, depth: Int) {
        guard let first = words.first, let child = self.children.first(where: { $0.commandName == first }) else {
            return (self, 0)
        }
        let (command, depth) = child.command(Array(words.dropFirst()))
        return (command, depth + 1)
    }

    /// Whether a command has to be followed by another, as `purser db` is.
    var isOnlyAGroup: Bool { !self.children.isEmpty && self.defaultSubcommand == nil }

    /// The names of all commands that do something themselves, from the first word behind `purser` on.
    var leaves: [[String]] {
        self.children.flatMap { child in
            child.children.isEmpty ? [[child.commandName]] : child.leaves.map { [child.commandName] + $0 }
        }
    }

    /// A command with the word that it takes for a yes, where it would ask.
    func agreeing(to text: String) -> String {
        let words = text.split(separator: " ").dropFirst().map(String.init)
        return self.command(words).command.options.contains("yes") ? text + " --yes" : text
    }

    /// The options that a text names.
    static func options(in text: String) -> [String] {
        text.matches(of: /--([a-z][a-z-]*)/).map { String($0.output.1) }
    }
}
