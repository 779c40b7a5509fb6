import AppStore
import AppStoreSimulator
import ArgumentParser
import Foundation
import PurserService

/// Which scenarios a command is about.
enum ScenarioSelection {
    /// The built-in scenarios of a name or number; ends with wrong usage when there is none.
    static func builtIn(_ id: String) throws -> [Scenario] {
        let found = Scenario.builtIn(id)
        guard found.isEmpty else { return found }
        let nearest = Spelling.nearest(to: id, among: Scenario.builtInHeadings.map(\.id))
        let remedy = nearest.map { "Did you mean \($0)?" } ?? "See: purser simulate scenario list"
        StandardStream.error.write(line: "\(id): there is no such scenario. \(remedy)")
        throw ExitStatus.wrongUsage.error
    }

    /// The scenarios of a file; ends with 69 when it cannot be read, and with 65 when it cannot be used.
    static func file(_ path: String) throws -> [Scenario] {
        guard let data = FileManager.default.contents(atPath: path) else {
            StandardStream.error.write(line: "\(path): cannot be read. Name a scenario file.")
            throw ExitStatus.unavailable.error
        }
        do throws(CatalogueError) {
            return try ScenarioFile(Array(data), file: path).scenarios
        } catch {
            StandardStream.error.write(line: error.description)
            throw ExitStatus.badData.error
        }
    }
}
