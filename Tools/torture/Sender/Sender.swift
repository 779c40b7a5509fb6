import AsyncHTTPClient
import Foundation
import Ledger
import NIOCore
import NIOHTTP1
import Synchronization

/// Acts as Apple and the apps: posts messages, logs each acknowledgment, and sends all others again.
final class Sender: Sendable {
    /// An answer of the server.
    private struct Answer {
        let status: Int
        let isHeld: Bool
    }

    /// The timeout of a request.
    private static let patience = TimeAmount.seconds(3)
    /// How many requests go to another server before the one that failed is tried again.
    private static let requestsAway = 10

    private let post: SendQueue
    private let journal: AcknowledgmentJournal
    private let client: HTTPClient
    private let key: String
    private let believesTooEarly: Bool
    private let width: Int
    private let pace: Duration
    private let onAcknowledgment: @Sendable (_ server: String) -> Void
    private let addresses = Mutex<[String]>([])
    private let stopped = Mutex(false)

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - post: The messages.
    ///   - journal: The journal of acknowledgments.
    ///   - client: The HTTP client.
    ///   - key: The prefix of the apps' keys.
    ///   - believesTooEarly: Whether messages count before they are answered, to show that the judgment notices.
    ///   - width: The number of concurrent requests.
    ///   - pace: The pause of each before the next.
    ///   - onAcknowledgment: Called with the server that acknowledged a message, after the journal is written.
    init(
        post: SendQueue,
        journal: AcknowledgmentJournal,
        client: HTTPClient,
        key: String,
        believesTooEarly: Bool,
        width: Int = 16,
        pace: Duration = .zero,
        onAcknowledgment: @escaping @Sendable (_ server: String) -> Void = { _ in }
    ) {
        self.post = post
        self.journal = journal
        self.client = client
        self.key = key
        self.believesTooEarly = believesTooEarly
        self.width = width
        self.pace = pace
        self.onAcknowledgment = onAcknowledgment
    }

    /// Sets the URL of the server; `nil` while there is none.
    func setAddress(_ url: String?) { self.setAddresses(url.map { [$0] } ?? []) }

    /// Sets the URLs of the servers; a request that gets no answer from one, or a 503, goes to the next.
    func setAddresses(_ urls: [String]) { self.addresses.withLock { $0 = urls } }

    /// Ends `run` once the current requests are answered.
    func stop() { self.stopped.withLock { $0 = true } }

    /// Sends until it is stopped.
    func run(clock: ContinuousClock) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for place in 0..<self.width { group.addTask { try await self.sendOnAndOn(from: place, clock: clock) } }
            try await group.waitForAll()
        }
    }

    private func sendOnAndOn(from place: Int, clock: ContinuousClock) async throws {
        var away = 0
        while !self.stopped.withLock({ $0 }) {
            let turn = away > 0 ? place + 1 : place
            let url = self.addresses.withLock { $0.isEmpty ? nil : $0[turn % $0.count] }
            guard let url, let message = self.post.take(at: clock.now) else {
                try await clock.sleep(for: .milliseconds(5))
                continue
            }
            let compact = message.compact
            guard let digest = TortureMessage.digest(of: compact) else { continue }
            if self.post.happens(percent: 2) { await self.forge(message, compact, url: url) }
            self.post.sending(message, digest: digest)
            if self.believesTooEarly { try await self.acknowledge(message, isHeld: false) }
            let answer = await self.send(message, message.body(compact), to: url)
            away = max(0, away - 1)
            if let answer, (200..<300).contains(answer.status) {
                try await self.acknowledge(message, isHeld: answer.isHeld)
                self.onAcknowledgment(url)
            } else {
                self.post.putOff(message, status: answer?.status, now: clock.now)
                if answer == nil || answer?.status == 503 { away = away > 0 ? 0 : Self.requestsAway }
            }
            if self.pace > .zero { try await clock.sleep(for: self.pace) }
        }
    }

    private func acknowledge(_ message: TortureMessage, isHeld: Bool) async throws {
        try await self.journal.write("\(message.number)")
        self.post.acknowledge(message, isHeld: isHeld)
    }

    /// Sends a message with a signature that is not Apple's.
    private func forge(_ message: TortureMessage, _ compact: [UInt8], url: String) async {
        var forged = compact
        let place = forged.count - 20
        forged[place] = forged[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        let answer = await self.send(message, message.body(forged), to: url)
        self.post.answered(forgery: message, status: answer?.status)
    }

    private func send(_ message: TortureMessage, _ body: [UInt8], to url: String) async -> Answer? {
        var request = HTTPClientRequest(url: url + message.path)
        request.method = .POST
        request.body = .bytes(ByteBuffer(bytes: body))
        request.headers.add(name: "content-type", value: "application/json")
        if case .purchase = message.kind {
            request.headers.add(name: "authorization", value: "Bearer \(self.key)-\(message.app)")
        }
        do {
            let response = try await self.client.execute(request, timeout: Self.patience)
            let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
            return Answer(status: Int(response.status.code), isHeld: text.contains(#""outcome":"held""#))
        } catch {
            return nil
        }
    }
}
