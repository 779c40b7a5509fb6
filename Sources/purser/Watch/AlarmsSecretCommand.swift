import ArgumentParser
import Ledger
import PurserService

/// `purser alarms secret`: shows the secret that signs what the webhook for alarms is sent.
struct AlarmsSecretCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret",
        abstract: "Shows the secret that signs what watch.webhook is sent.",
        discussion: """
            Example:
              purser alarms secret

            The secret comes from the key file beside the database, so the command runs on the server's machine, as its
            user; the server need not run. Without the file it makes one, which the server uses from then on.

            Exit status: 0 shown, 64 wrong usage, 78 the configuration or the key file is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    func run() throws {
        let secrets = WebhookSecrets(path: try self.configuration.load().signingKeyPath, ambient: .live)
        do throws(WebhookSecretsError) {
            StandardStream.output.write(
                line: try secrets.revealed(endpoint: WatchSettings.webhookID, generation: 1, kind: .hmac)
            )
        } catch {
            StandardStream.error.write(line: "\(error.remedy) (\(error.code))")
            throw ExitStatus.badConfiguration.error
        }
    }
}
