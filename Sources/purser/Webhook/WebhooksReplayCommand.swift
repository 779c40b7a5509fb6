import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser webhooks replay`: tells an endpoint a stretch of events once more, each customer's in order.
struct WebhooksReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Tells an endpoint a stretch of events once more, each customer's in order.",
        discussion: """
            Example:
              purser webhooks replay we_0123456789abcdef01 --from 2026-11-20T00:00:00Z
              purser webhooks replay we_0123456789abcdef01 --from 2026-11-20T00:00:00Z --to 2026-11-21T00:00:00Z
              purser webhooks replay we_0123456789abcdef01 --cancel

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Option(help: ArgumentHelp("What was written from then on. \(Moment.forms)", valueName: "moment"))
    var from: Moment?

    @Option(help: ArgumentHelp("And before then; to the newest if not given. \(Moment.forms)", valueName: "moment"))
    var to: Moment?

    @Flag(help: "End the replay that is under way.")
    var cancel = false

    @OptionGroup var reason: ReasonOption

    @Flag(help: "One JSON object.")
    var json = false

    func validate() throws {
        guard self.cancel || self.from != nil else {
            throw ValidationError("Say from when: --from 2026-11-20T00:00:00Z")
        }
    }

    func run() async throws {
        guard !self.cancel else { return try await self.end() }
        var members = self.reason.with()
        for case (let key, let value?) in [("from", self.from), ("to", self.to)] {
            members.append(JSONMember(key: key, value: .string(value.ago.rfc3339)))
        }
        try await self.endpoint.post("replay", members) { webhook in
            let what = WebhookLine.count(webhook["replay"]?["events"], "event is", "events are")
            StandardStream.output.write(
                webhook,
                isJSON: self.json,
                "\(what) told once more; see how far: purser webhooks show \(self.endpoint.id)"
            )
        }
    }

    private func end() async throws {
        try await self.endpoint.server.with { access in
            let answer = try await access.send(
                .delete,
                self.endpoint.path("replay"),
                [("reason", self.reason.reason)],
                nil
            )
            let nothing = answer[OperationResult.nothingName]
            let name = nothing == nil ? "cancelled" : "webhook"
            var members = [JSONMember(key: name, value: .string(self.endpoint.id))]
            if let nothing { members.append(JSONMember(key: OperationResult.nothingName, value: nothing)) }
            if self.json { StandardStream.output.write(json: .object(members)) }
            try NothingDone.end(answer)
            if !self.json {
                StandardStream.output.write(line: "What is put back already still comes; the rest does not.")
            }
        }
    }
}
