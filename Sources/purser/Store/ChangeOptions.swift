import ArgumentParser

/// What every command takes that changes something in the books, through the server or without one.
struct ChangeOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Option(help: ArgumentHelp("The app; needed where several are configured.", valueName: "name"))
    var app: String?

    @Flag(help: "Do it without asking.")
    var yes = false

    @Option(help: "Why, for the audit log.")
    var reason: String?

    @OptionGroup var clock: ClockOption
}
