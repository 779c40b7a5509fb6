internal import ArgumentParser
internal import PurserService

/// `purser init`: writes a first configuration, catalog, key and data folder, and prints the next commands.
struct Init: AsyncParsableCommand {
    /// The name and the help.
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a first configuration, catalog, secret key and data folder.",
        discussion: """
            Example:
              purser init shop
              purser init shop --bundle-id com.example.shop --directory /srv/purser

            The command never overwrites a file. The files work with the simulated App Store; the command prints the
            next commands, up to a purchase and its coins.
            """
    )

    /// The app's short name.
    @Argument(help: "The short name of the app: lowercase letters, digits and hyphens.")
    var name: String

    /// The parent of the new folder.
    @Option(
        help: ArgumentHelp(
            "The parent folder; the command creates a folder with the app's name in it.",
            valueName: "dir"
        )
    )
    var directory = "."

    /// The app's bundle id.
    @Option(help: ArgumentHelp("The app's bundle id; com.example.NAME by default.", valueName: "id"))
    var bundleID: String?

    /// Refuses names that a configuration cannot contain.
    func validate() throws {
        guard ConfigurationKey.isAppName(self.name) else {
            throw ValidationError(
                "The name has 1 to 32 lowercase letters, digits and hyphens, and does not begin with a hyphen. "
                    + "Example: purser init shop"
            )
        }
        if let bundleID = self.bundleID, !ConfigurationKey.isBundleID(bundleID) {
            throw ValidationError(
                "The bundle id has letters, digits, dots and hyphens. Example: purser init \(self.name) --bundle-id "
                    + "com.example.\(self.name)"
            )
        }
    }

    /// Writes the files and prints the next commands.
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
