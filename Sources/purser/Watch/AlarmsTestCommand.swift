import AppStore
import ArgumentParser
import NIOCore

/// `purser alarms test`: sends a test notice through the channels for alarms.
struct AlarmsTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Sends a test notice through the channels for alarms, and says what arrived.",
        discussion: """
            Example:
              purser alarms test
              purser alarms test email

            Exit status: 0 all arrived, 1 one did not, \(AlarmsCommand.endings)
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Argument(help: "The channel: email, slack or webhook; each that is configured when left out.")
    var channel: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    /// How long all channels may take together: a mail server may be slow.
    private static let patience = TimeAmount.minutes(3)

    func run() async throws {
        try await APIAccess.with(try self.configuration.load()) { server in
            let members = self.channel.map { [JSONMember(key: "channel", value: .string($0))] } ?? []
            let answer = try await server.send(
                .post,
                "alarm-tests",
                [AlarmOptions.language],
                members,
                patience: Self.patience
            )
            let trials = answer["channels"]?.elements ?? []
            Listing.alarmTrials.write(trials, isJSON: self.json, in: .here)
            guard trials.allSatisfy({ $0["arrived"] == .bool(true) }) else { throw ExitStatus.negative.error }
        }
    }
}
