import AppStore
import ArgumentParser
import Ledger
import PurserService

extension Configuration {
    /// The app that a command is about: the one that `--app` names, or else the only one that is configured.
    ///
    /// - Throws: The exit status of wrong usage, after saying what to write instead.
    func chosenApp(_ name: String?) throws -> App {
        if let name { return try self.knownApp(name) }
        guard self.apps.count == 1 else {
            let names = self.apps.map(\.name.rawValue).joined(separator: " or ")
            StandardStream.error.write(line: "Several apps are configured; say which: --app \(names)")
            throw ExitStatus.wrongUsage.error
        }
        return self.apps[0]
    }

    /// The app that `--app` names, if one of this name is configured.
    ///
    /// - Throws: The exit status of wrong usage, after naming the nearest one.
    func knownApp(_ name: String) throws -> App {
        guard let app = self.apps.first(where: { $0.name.rawValue == name }) else {
            let names = self.apps.map(\.name.rawValue)
            let remedy =
                Spelling.nearest(to: name, among: names).map { "Did you mean \"\($0)\"?" }
                ?? "Known here: \(names.joined(separator: ", "))."
            StandardStream.error.write(line: "--app \(name): no app of this name is configured. \(remedy)")
            throw ExitStatus.wrongUsage.error
        }
        return app
    }
}
