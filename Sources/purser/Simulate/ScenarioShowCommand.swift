import AppStoreSimulator
import ArgumentParser
import Foundation

/// `purser simulate scenario show`: a built-in scenario as a file, to read or to begin one's own with.
struct ScenarioShowCommand: ParsableCommand {
    /// The name and the example.
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a built-in scenario as a file.",
        discussion: """
            Example:
              purser simulate scenario show grace-recovered > mine.json
            """
    )

    /// Which.
    @Argument(help: ArgumentHelp("The scenario's name or number.", valueName: "id"))
    var id: String

    /// Prints it.
    func run() throws {
        guard let scenario = try ScenarioSelection.builtIn(self.id).first else { return }
        let text = String(decoding: ScenarioFile([scenario]).json(), as: UTF8.self)
        StandardStream.output.write(line: String(text.dropLast()))
    }
}
