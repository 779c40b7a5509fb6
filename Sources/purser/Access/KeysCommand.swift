import ArgumentParser

/// `purser keys`: the keys with which the API is called.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Makes, lists and revokes the keys with which the API is called.",
        discussion: """
            Example:
              purser keys create publishable --app shop --name "iPhone app"
              purser keys list
              purser keys revoke key_0123456789abcdef01
            """,
        subcommands: [KeysCreateCommand.self, KeysListCommand.self, KeysRevokeCommand.self]
    )
}
