import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser webhooks deliveries`: lists what does not arrive at an endpoint, and what is suspended.
struct WebhooksDeliveriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliveries",
        abstract: "Lists what does not arrive at an endpoint, and what is suspended.",
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

/// `purser webhooks retry`: tries at once what does not arrive at an endpoint, suspended or not.
struct WebhooksRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Tries at once what does not arrive at an endpoint, suspended or not.",
        discussion: """
            Example:
              purser webhooks retry we_0123456789abcdef01
              purser webhooks retry we_0123456789abcdef01 --event cus_ada_7

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Option(help: "Only the customer whose event this is.")
    var event: String?

    @OptionGroup var reason: ReasonOption

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        var members = self.reason.with()
        if let event { members.append(JSONMember(key: "event", value: .string(event))) }
        try await self.endpoint.post("retry", members) { answer in
            if let event, answer["streams"] == .number("0") {
                StandardStream.error.write(line: "\(event) does not fail there, or an attempt is under way.")
                throw ExitStatus.negative.error
            }
            try NoChange.end(answer)
            let whose = WebhookLine.count(answer["streams"], "customer's events are", "customers' events are")
            StandardStream.output.write(answer, isJSON: self.json, "\(whose) tried now.")
        }
    }
}

/// `purser webhooks skip`: passes over an event that does not arrive, so that those after it come.
struct WebhooksSkipCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "Passes over an event that does not arrive, so that those after it come.",
        discussion: """
            Example:
              purser webhooks skip we_0123456789abcdef01 cus_ada_7 --reason "the shop has deleted ada"

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Argument(help: "The event's id: purser webhooks deliveries")
    var event: String

    @Option(help: "Why, for the audit log.")
    var reason: String

    @Flag(help: "Do not ask.")
    var yes = false

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        let members = [
            JSONMember(key: "event", value: .string(self.event)),
            JSONMember(key: "reason", value: .string(self.reason)),
        ]
        try await self.endpoint.server.with { api in
            if !self.yes {
                _ = try await api.get(self.endpoint.path())
                try Confirmation.ask("\(self.endpoint.id) is never sent \(self.event) in its turn. Go on?")
            }
            let answer = try await api.send(.post, self.endpoint.path("skip"), [], members)
            StandardStream.output.write(
                answer,
                isJSON: self.json,
                "\(self.event) is passed over; purser events resend still sends it."
            )
        }
    }
}

/// `purser webhooks replay`: sends an endpoint a range of events again, each customer's in order.
struct WebhooksReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Sends an endpoint a range of events again, each customer's in order.",
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
                "\(what) sent again; see how far: purser webhooks show \(self.endpoint.id)"
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
                StandardStream.output.write(line: "What is put back already still comes; the rest does not.")
            }
        }
    }
}
