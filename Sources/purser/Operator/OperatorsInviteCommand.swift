import AppStore
import ArgumentParser
import Ledger
import Logging
import Observability
import PurserHTTP
import PurserService

/// `purser operators invite`: prints a link with which a person sets a password.
struct OperatorsInviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Print a one-time link with which a person sets a password for the dashboard.",
        discussion: """
            Example:
              purser operators invite ada --role admin

            The link is valid for three days, and the server stores only a digest of it. For an operator who exists the
            link sets another password and removes the second factor: it helps a person who forgot one or lost the
            other. They keep their role, unless --role sets another one.

            Exit status: 0 invited, 64 wrong usage, 65 the database is of an older version, 69 it cannot be opened,
            75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Argument(help: "The name with which the person signs in: letters, digits and . _ - @ +")
    var name: String

    @Option(help: "The role: viewer, support, finance, admin. A new operator needs one.")
    var role: String?

    @Option(help: "The reason, for the audit log.")
    var reason: String?

    @Flag(help: "Print one JSON object, including the link.")
    var json = false

    func validate() throws {
        if let role { try OperatorOption.check(role: role) }
    }

    func run() async throws {
        let configuration = try self.configuration.load()
        var members = [JSONMember(key: "name", value: .string(self.name))]
        if let role { members.append(JSONMember(key: "role", value: .string(role))) }
        if let reason { members.append(JSONMember(key: "reason", value: .string(reason))) }
        try await APIConnection.with(configuration) { api in
            let made = try await api.send(.post, "operators", [], members)
            if self.json { return StandardStream.output.write(json: made) }
            StandardStream.output.write(line: made["link"].plain)
            StandardStream.error.write(
                line:
                    "Give this link to \(made["name"].plain). It is not shown again, works once, and until "
                    + "\(made["invitationExpiresAt"].plain)."
            )
        }
    }
}

extension Server {
    /// Writes a link to standard error with which the first operator sets a password, while none can sign in.
    ///
    /// With a log in JSON, standard error is collected: the link, which is a secret, is not written, but how to get one.
    func inviteFirstOperator(logsAre format: LogSettings.Format) async {
        do throws(OperatorError) {
            guard format == .text else {
                guard try await self.services.operators.list(limit: 1).isEmpty else { return }
                self.logger.notice(
                    "The dashboard has no operators; to invite the first one: purser operators invite NAME --role admin"
                )
                return
            }
            guard let issued = try await self.services.operators.inviteFirst() else { return }
            let link = DashboardSettings(address: self.dashboardAddress).link(invitation: issued.token)
            StandardStream.error.write(
                line:
                    "No operator can sign in to the dashboard yet. To set the password of the first one, "
                    + "\(issued.account.name), open this link within three days: \(link)"
            )
        } catch {
            self.logger.warning(
                """
                No link for the first operator could be created; to create one: purser operators invite NAME \
                --role admin
                """,
                metadata: ["code": "\(error.code)"]
            )
        }
    }
}
