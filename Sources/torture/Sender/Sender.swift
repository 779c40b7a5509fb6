import AsyncHTTPClient
import Foundation
import Ledger
import NIOCore
import NIOHTTP1
import Synchronization

/// Plays Apple and the apps: posts, writes down each acknowledgement, and sends everything else again.
final class Sender: Sendable {
    /// What the server said.
    private struct Answer {
        let status: Int
        let isHeld: Bool
    }

    /// How many requests are on their way at the same time.
    private static let width = 16
    /// How long an answer may take before the request counts as unanswered.
    private static let patience = TimeAmount.seconds(3)

    private let post: Post
    private let journal: AcknowledgementJournal
    private let client: HTTPClient
    private let key: String
    private let believesTooEarly: Bool
    private let address = Mutex<String?>(nil)
    private let stopped = Mutex(false)

    /// A sender of this post; `believesTooEarly` counts what it has sent without waiting for an answer, to show that the
    /// judgement notices.
    init(post: Post, journal: AcknowledgementJournal, client: HTTPClient, key: String, believesTooEarly: Bool) {
        self.post = post
        self.journal = journal
        self.client = client
        self.key = key
        self.believesTooEarly = believesTooEarly
    }

    /// Where the server is now; `nil` while there is none.
    func setAddress(_ url: String?) { self.address.withLock { $0 = url } }

    /// Ends `run` once the requests at hand are answered.
    func stop() { self.stopped.withLock { $0 = true } }

    /// Sends until it is stopped.
    func run(clock: ContinuousClock) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.width { group.addTask { try await self.sendOnAndOn(clock: clock) } }
            try await group.waitForAll()
        }
    }

    private func sendOnAndOn(clock: ContinuousClock) async throws {
        while !self.stopped.withLock({ $0 }) {
            guard let url = self.address.withLock({ $0 }), let message = self.post.take(at: clock.now) else {
                try await clock.sleep(for: .milliseconds(5))
                continue
            }
            let compact = message.compact
            guard let digest = TortureMessage.digest(of: compact) else { continue }
            if self.post.happens(percent: 2) { await self.forge(message, compact, url: url) }
            self.post.sending(message, digest: digest)
            if self.believesTooEarly { try await self.acknowledge(message, isHeld: false) }
            let answer = await self.send(message, message.body(compact), to: url)
            if let answer, (200..<300).contains(answer.status) {
                try await self.acknowledge(message, isHeld: answer.isHeld)
            } else {
                self.post.putOff(message, status: answer?.status, now: clock.now)
            }
        }
    }

    private func acknowledge(_ message: TortureMessage, isHeld: Bool) async throws {
        try await self.journal.write("\(message.number)")
        self.post.acknowledge(message, isHeld: isHeld)
    }

    /// Sends the same with a signature that is not Apple's.
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
