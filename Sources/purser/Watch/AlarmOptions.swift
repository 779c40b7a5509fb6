import ArgumentParser

/// What every command about alarms takes, and the way it asks the running server.
struct AlarmOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Option(help: "Only the alarms of this app, and for a list those of the whole server.")
    var app: String?

    /// The parameter for the language of titles and texts.
    static var language: (String, String?) { ("language", Language.here.isChinese ? "zh-Hans" : nil) }

    /// Does work with the running server, and says what was refused.
    func with(_ work: (APIClient) async throws -> Void) async throws {
        let configuration = try self.configuration.load()
        let app = try self.app.map { try configuration.knownApp($0).name }
        try await APIAccess.with(configuration, app: app, work)
    }
}
