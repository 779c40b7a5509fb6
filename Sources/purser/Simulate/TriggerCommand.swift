import AppStore
import AppStoreSimulator
import ArgumentParser
import Foundation

/// `purser simulate trigger`: causes one notification with the steps that lead to it.
struct TriggerCommand: AsyncParsableCommand {
    /// The command's name and help.
    static let configuration = CommandConfiguration(
        commandName: "trigger",
        abstract: "Cause a notification with the shortest scenario that leads to it.",
        discussion: """
            Example:
              purser simulate trigger DID_RENEW/BILLING_RECOVERY
              purser simulate trigger REFUND --notify http://127.0.0.1:8080/apple/shop/notifications

            Prints the steps and then the payload with its signed parts decoded. With --notify, the command also posts
            every notification of these steps.

            Exit status: 0 for success, 1 when the server under test refused a notification, 64 for a notification that
            Apple does not send, 69 for one that the simulator cannot cause yet.

            \(ScenarioTrigger.names.joined(separator: "\n"))
            """
    )

    /// The scenario or notification.
    @Argument(help: ArgumentHelp("TYPE or TYPE/SUBTYPE.", valueName: "notification"))
    var notification: String

    /// Whether the output is JSON.
    @Flag(help: "Print one JSON object.")
    var json = false

    /// The options of the world and of a server under test.
    @OptionGroup var world: ScenarioWorldOptions

    /// Causes the notification.
    func run() async throws {
        let trigger = try self.trigger()
        try await self.world.withRunner { runner in
            try self.world.writeRoot(for: [trigger.scenario], runner)
            let report = await runner.run(trigger.scenario)
            let caused = report.caused.last { $0.name == trigger.name }
            if self.json {
                StandardStream.output.write(line: Self.json(trigger, report, caused))
            } else {
                for line in report.timelineText { StandardStream.output.write(line: line) }
                if let caused {
                    StandardStream.output.write(line: "")
                    StandardStream.output.write(line: String(caused.decodedPayloadText.dropLast()))
                }
            }
            if case .failed(let step, let complaints) = report.outcome {
                for complaint in complaints {
                    StandardStream.error.write(line: "step \(step): \(complaint)")
                }
                throw ExitStatus.negative.error
            }
        }
    }

    private func trigger() throws -> ScenarioTrigger {
        do throws(ScenarioTrigger.Failure) {
            return try ScenarioTrigger(self.notification)
        } catch {
            switch error {
            case .unknown(let nearest):
                let remedy =
                    nearest.isEmpty
                    ? "To list the notifications: purser simulate trigger --help"
                    : "Nearest: \(nearest.joined(separator: ", "))"
                StandardStream.error.write(line: "\(self.notification): Apple sends no such notification. \(remedy)")
                throw ExitStatus.wrongUsage.error
            case .notYet(let name, let reason):
                StandardStream.error.write(line: "\(name) cannot be caused yet: \(reason).")
                throw ExitStatus.unavailable.error
            }
        }
    }

    private static func json(
        _ trigger: ScenarioTrigger,
        _ report: ScenarioReport,
        _ caused: WorldNotification?
    ) -> String {
        let steps = report.timeline.map { line in
            JSONValue.object([
                JSONMember(key: "at", value: .string(ScenarioInstant.text(line.at))),
                JSONMember(key: "step", value: .string(line.step)),
                JSONMember(key: "action", value: line.action.map { .string($0) } ?? .null),
                JSONMember(key: "notification", value: line.notification.map { .string($0) } ?? .null),
            ])
        }
        let signed = caused.map { JSONValue.string(String(decoding: $0.signedPayload, as: UTF8.self)) }
        let members = [
            JSONMember(key: "notification", value: .string(trigger.name)),
            JSONMember(key: "scenario", value: .string(trigger.scenario.id)),
            JSONMember(key: "steps", value: .array(steps)),
            JSONMember(key: "signedPayload", value: signed ?? .null),
            JSONMember(key: "payload", value: caused?.decodedPayload ?? .null),
        ]
        return String(decoding: JSONValue.object(members).json(), as: UTF8.self)
    }
}
