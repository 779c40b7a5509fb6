import AppStore
import ArgumentParser
import AsyncHTTPClient
import Crypto
import Foundation
import Ledger
import NIOCore
import NIOHTTP1
import PurserService

/// `purser listen`: forwards events to a program on this machine, without a public address.
struct Listen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Forward events to a program on this machine, without a public address.",
        discussion: """
            Example:
              purser listen --forward-to http://localhost:3000/purchases
              purser listen --server https://purchases.example.com --key-file key.txt --forward-to \
            http://localhost:3000/in

            The command posts each event as a webhook, signed with a secret that it shows at the start. If the program
            does not accept an event, the command posts it again after a while, and later events wait. Without --server
            the events are those of the configured server. Ctrl-C ends it; it stores no position, and begins with new
            events.

            Exit status: 0 ended, 64 wrong usage, 69 the server is not running or cannot be reached, 75 try again, 77
            the key is not accepted, or another user's server, 78 the configuration is wrong.
            """
    )

    /// The message if events are followed and no server is running.
    static let absence = "No server is running, so there are no events. To start it: purser serve"

    /// The timeout of the program's response.
    private static let patience = TimeAmount.seconds(30)
    /// The pause before an event is posted again.
    private static let pause = Duration.seconds(2)
    /// The interval between requests when there are no new events.
    private static let interval = Duration.milliseconds(300)

    @OptionGroup var options: AppOptions

    @Option(help: "The URL at which the program accepts webhooks.")
    var forwardTo: String

    @Option(help: "The server's address, if it is not on this machine.")
    var server: String?

    @Option(help: "A file with a secret key of that server with the scope read.")
    var keyFile: String?

    @Option(help: "Only events with this name, or of a noun: 'subscription.*'. May be repeated.")
    var type: [String] = []

    func validate() throws {
        try WebAddress.require(self.forwardTo, option: "--forward-to", example: "http://localhost:3000/purchases")
        if let server { try WebAddress.require(server, option: "--server", example: "https://purchases.example.com") }
        guard (self.server == nil) == (self.keyFile == nil) else {
            throw ValidationError("--server and --key-file must be used together.")
        }
    }

    func run() async throws {
        let secret = SymmetricKey(size: .bits256)
        if let server, let keyFile {
            try await self.follow(RemoteEvents(server: server, keyFile: keyFile), secret)
        } else {
            try await self.options.with(absence: Self.absence) { api in
                try await self.follow(api, secret)
            }
        }
    }

    private func follow(_ source: some EventSource, _ secret: SymmetricKey) async throws {
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: AppStoreTransport.configuration)
        do {
            var cursor = try await source.page([("from", "newest")])["cursor"]?.text
            // This message means that all events from now on are forwarded.
            let shown = unsafe secret.withUnsafeBytes { bytes in unsafe Data(bytes) }.base64EncodedString()
            StandardStream.error.write(line: "Events are forwarded to \(self.forwardTo), signed with whsec_\(shown)")
            let filter = self.type.map { ("type", Optional($0)) }
            while !Task.isCancelled {
                let page = try await source.page([("cursor", cursor)] + filter)
                for event in page["events"]?.elements ?? [] { try await self.post(event, secret, client) }
                cursor = page["cursor"]?.text ?? cursor
                if page["next"] == nil { try await ContinuousClock().sleep(for: Self.interval) }
            }
        } catch {
            try? await client.shutdown()
            throw error
        }
        try await client.shutdown()
    }

    /// Posts an event until the program accepts it.
    private func post(_ event: JSONValue, _ secret: SymmetricKey, _ client: HTTPClient) async throws {
        let body = event.json()
        let id = event["id"]?.text ?? ""
        while !Task.isCancelled {
            let seconds = String(Ambient.live.now().milliseconds / 1000)
            let code = HMAC<SHA256>.authenticationCode(for: Array("\(id).\(seconds).".utf8) + body, using: secret)
            var request = HTTPClientRequest(url: self.forwardTo)
            request.method = .POST
            request.headers.add(name: "content-type", value: "application/json")
            request.headers.add(name: "webhook-id", value: id)
            request.headers.add(name: "webhook-timestamp", value: seconds)
            request.headers.add(name: "webhook-signature", value: "v1,\(Data(code).base64EncodedString())")
            request.body = .bytes(body)
            let status = try? await client.execute(request, timeout: Self.patience).status
            let outcome = status.map { "\($0.code)" } ?? "no response"
            StandardStream.output.write(line: "\(outcome)  \(EventLine.text(event, json: false))")
            if let status, (200..<300).contains(status.code) { return }
            try await ContinuousClock().sleep(for: Self.pause)
        }
    }
}

/// A source of events: the server on this machine, or another one through its API.
protocol EventSource: Sendable {
    /// Returns a page of events, as `GET /v1/events` does.
    func page(_ parameters: [(String, String?)]) async throws -> JSONValue
}
