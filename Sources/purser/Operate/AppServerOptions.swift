import ArgumentParser

/// What every command takes that asks the running server about one app, and the way it does.
struct AppServerOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Option(help: "The app, where there are several.")
    var app: String?

    /// Does work with the running server, and says what was refused.
    func with(_ work: (AppServer) async throws -> Void) async throws {
        try await AppServer.with(self.configuration, app: self.app, work)
    }
}
