internal import ArgumentParser
internal import PurserService

/// `purser init`: a first configuration, catalog, key and data folder, and the next commands.
struct Init: AsyncParsableCommand {
    /// The name and the example.
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a first configuration, catalog, secret key and data folder.",
        discussion: """
            Example:
              purser init shop
              purser init shop --bundle-id com.example.shop --directory /srv/purser

            It never overwrites anything. What it writes works at once with the simulated App Store; the next \
            commands are printed, up to a purchase and the coins that it brings.
            """
    )

    /// The app's short name.
    @Argument(help: "The short name of the app: lower-case letters, digits and hyphens.")
    var name: String

    /// Where the new folder goes.
    @Option(help: ArgumentHelp("The folder in which a folder of that name is made.", valueName: "dir"))
    var directory = "."

    /// The app's bundle id.
    @Option(help: ArgumentHelp("The app's bundle id; com.example.NAME if left out.", valueName: "id"))
    var bundleID: String?

    /// Refuses names that a configuration could not hold.
    func validate() throws {
        guard ConfigurationKey.isAppName(self.name) else {
            throw ValidationError(
                "The name has 1 to 32 lower-case letters, digits and hyphens, no hyphen first. "
                    + "Write for example: purser init shop"
            )
        }
        if let bundleID = self.bundleID, !ConfigurationKey.isBundleID(bundleID) {
            throw ValidationError(
                "The bundle id has letters, digits, dots and hyphens. "
                    + "Write for example: purser init \(self.name) --bundle-id com.example.\(self.name)"
            )
        }
    }

    /// Writes the files and says what comes next.
    func run() async throws {
        let messages = InitMessages(.here)
        let installation = InitialInstallation(
            name: self.name,
            directory: self.directory,
            bundleID: self.bundleID ?? "com.example.\(self.name)",
            messages: messages
        )
        do {
            try installation.write(randomBytes: SystemRandomness.bytes)
        } catch {
            StandardStream.error.write(line: error.description)
            throw ExitStatus.cannotCreate.error
        }
        for line in installation.report {
            StandardStream.output.write(line: line)
        }
    }
}
