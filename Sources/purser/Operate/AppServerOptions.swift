import ArgumentParser

/// What every command takes that asks the running server about one app, and the way it does.
struct AppServerOptions: ParsableArguments {
    /// How such a command ends, for its help.
    static let endings = """
        there is no such endpoint or event, or it cannot be now; 64 wrong usage, 69 the server is not running, 75 try \
        again, 77 another user's server, 78 the configuration is wrong.
        """

    @OptionGroup var configuration: ConfigurationOption

    @Option(help: "The app, where there are several.")
    var app: String?

    /// Does work with the running server, and says what was refused.
    func with(_ work: (AppServer) async throws -> Void) async throws {
        try await AppServer.with(self.configuration, app: self.app, work)
    }
}
