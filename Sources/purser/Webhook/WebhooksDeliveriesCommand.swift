import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser webhooks deliveries`: lists undelivered events of an endpoint.
struct WebhooksDeliveriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliveries",
        abstract: "List the undelivered events of an endpoint, including suspended ones.",
        discussion: """
            Example:
              purser webhooks deliveries we_0123456789abcdef01
              purser webhooks deliveries we_0123456789abcdef01 --json

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @OptionGroup var options: PageOptions

    func run() async throws {
        try await self.endpoint.server.with { api in
            let page = try await self.options.page(from: api, self.endpoint.path("deliveries"), "deliveries")
            self.options.write(page, as: .failingDeliveries)
        }
    }
}

/// `purser webhooks retry`: retries the undelivered events of an endpoint now.
struct WebhooksRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Retry the undelivered events of an endpoint now, including suspended ones.",
        discussion: """
            Example:
              purser webhooks retry we_0123456789abcdef01
              purser webhooks retry we_0123456789abcdef01 --event cus_ada_7

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Option(help: "Only the event stream of this event.")
    var event: String?

    @OptionGroup var reason: ReasonOption

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        var members = self.reason.with()
        if let event { members.append(JSONMember(key: "event", value: .string(event))) }
        try await self.endpoint.post("retry", members) { answer in
            if let event, answer["streams"] == .number("0") {
                StandardStream.error.write(
                    line: "\(event) is not an undelivered event of this endpoint, or an attempt is in progress."
                )
                throw ExitStatus.negative.error
            }
            try NoChange.end(answer)
            let whose = WebhookLine.count(answer["streams"], "event stream is", "event streams are")
            StandardStream.output.write(answer, isJSON: self.json, "\(whose) due now.")
        }
    }
}

/// `purser webhooks skip`: skips an undelivered event, so that the later ones are delivered.
struct WebhooksSkipCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "Skip an undelivered event, so that the later ones are delivered.",
        discussion: """
            Example:
              purser webhooks skip we_0123456789abcdef01 cus_ada_7 --reason "the shop has deleted ada"

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Argument(help: "The event's id: purser webhooks deliveries")
    var event: String

    @Option(help: "The reason, for the audit log.")
    var reason: String

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let members = [
            JSONMember(key: "event", value: .string(self.event)),
            JSONMember(key: "reason", value: .string(self.reason)),
        ]
        try await self.endpoint.server.with { api in
            if !self.yes {
                _ = try await api.get(self.endpoint.path())
                try Confirmation.ask("This skips \(self.event) for \(self.endpoint.id). Continue?")
            }
            let answer = try await api.send(.post, self.endpoint.path("skip"), [], members)
            StandardStream.output.write(
                answer,
                isJSON: self.json,
                "\(self.event) is skipped; purser events resend can still send it."
            )
        }
    }
}

/// `purser webhooks replay`: replays a range of events to an endpoint.
struct WebhooksReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a range of events to an endpoint, those of each customer in order.",
        discussion: """
            Example:
              purser webhooks replay we_0123456789abcdef01 --from 2026-11-20T00:00:00Z
              purser webhooks replay we_0123456789abcdef01 --from 2026-11-20T00:00:00Z --to 2026-11-21T00:00:00Z
              purser webhooks replay we_0123456789abcdef01 --cancel

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Option(help: ArgumentHelp("The beginning of the range. \(Moment.forms)", valueName: "moment"))
    var from: Moment?

    @Option(
        help: ArgumentHelp(
            "The end of the range, exclusive; by default it ends with the newest event. \(Moment.forms)",
            valueName: "moment"
        )
    )
    var to: Moment?

    @Flag(help: "Cancel the running replay.")
    var cancel = false

    @OptionGroup var reason: ReasonOption

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard self.cancel || self.from != nil else {
            throw ValidationError("State the beginning: --from 2026-11-20T00:00:00Z")
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
                "\(what) sent again; for the progress: purser webhooks show \(self.endpoint.id)"
            )
        }
    }

    private func end() async throws {
        try await self.endpoint.server.with { api in
            let answer = try await api.send(
                .delete,
                self.endpoint.path("replay"),
                [("reason", self.reason.reason)],
                nil
            )
            let nothing = answer[OperationResult.nothingName]
            let name = nothing == nil ? "canceled" : "webhook"
            var members = [JSONMember(key: name, value: .string(self.endpoint.id))]
            if let nothing { members.append(JSONMember(key: OperationResult.nothingName, value: nothing)) }
            if self.json { StandardStream.output.write(json: .object(members)) }
            try NoChange.end(answer)
            if !self.json {
                StandardStream.output.write(
                    line: "The endpoint still receives the events that are already queued, but no others of the replay."
                )
            }
        }
    }
}
