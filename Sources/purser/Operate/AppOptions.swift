import ArgumentParser

/// The options of every command that asks the API about one app.
struct AppOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Option(help: "The app, where there are several.")
    var app: String?

    /// Does work with the API, and writes what was refused.
    func with(absence: String? = nil, _ work: (APIClient) async throws -> Void) async throws {
        let configuration = try self.configuration.load()
        let app = try configuration.chosenApp(self.app)
        try await APIAccess.with(configuration, app: app.name, absence: absence, work)
    }
}
