import AppStore
import ArgumentParser
import PurserService

/// `purser webhooks add`: lets an address be told, and shows its secret once.
struct WebhooksAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Lets an address be told, and shows its secret once.",
        discussion: """
            Example:
              purser webhooks add https://shop.example.com/purchases
              purser webhooks add https://shop.example.com/subs --event 'subscription.*' --environment Production
              purser webhooks add https://old.example.com/apple --relay

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var server: AppOptions

    @Argument(help: "The URL: https, or http where webhooks.allow in the configuration allows the address.")
    var url: String

    @Flag(help: "Send it Apple's notifications as they come, instead of Purser's events.")
    var relay = false

    @Option(help: "What people call it; the host if not given.")
    var name: String?

    @Option(help: "Only events of this name, or of a noun: 'subscription.*'. Several times for several.")
    var event: [String] = []

    @Option(help: "Only this environment: Production, Sandbox, Xcode. Several times for several.")
    var environment: [String] = []

    @Option(help: "Of a relay: only so many of a hundred chains.")
    var percent: Int?

    @Flag(help: "It is the one that fulfils orders.")
    var fulfiller = false

    @Option(help: "hmac, or ed25519.")
    var signature: String?

    @OptionGroup var reason: ReasonOption

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        try await self.server.with { access in
            var members = self.reason.with([JSONMember(key: "url", value: .string(self.url))])
            if self.relay { members.append(JSONMember(key: "kind", value: .string("relay"))) }
            if let name { members.append(JSONMember(key: "name", value: .string(name))) }
            if !self.event.isEmpty {
                members.append(JSONMember(key: "events", value: .array(self.event.map { .string($0) })))
            }
            if !self.environment.isEmpty {
                members.append(JSONMember(key: "environments", value: .array(self.environment.map { .string($0) })))
            }
            if let percent { members.append(JSONMember(key: "percent", value: .number(String(percent)))) }
            if self.fulfiller { members.append(JSONMember(key: "fulfiller", value: .bool(true))) }
            if let signature { members.append(JSONMember(key: "signature", value: .string(signature))) }
            let made = try await access.send(.post, "webhooks", [], members)
            WebhookLine.writeSecret(of: made, json: self.json)
        }
    }
}
