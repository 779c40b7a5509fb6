import AppStore
import ArgumentParser

/// What was probably meant by a word on the command line that the parser does not know.
enum UsageHint {
    /// What the parser said, with the nearest command or value added where one is near.
    ///
    /// The parser itself names the nearest option.
    static func message(_ message: String, _ root: any ParsableCommand.Type, _ arguments: [String]) -> String {
        guard let meant = Self.command(message, root, arguments) ?? Self.value(message) else { return message }
        let end = message.contains("\n") ? "\n" : message.hasSuffix(".") ? " " : ". "
        return "\(message)\(end)Did you mean '\(meant)'?"
    }

    /// The subcommand that is nearest to the first word that names none.
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

    /// The value that is nearest to one that an option does not take, of those that the parser lists.
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
