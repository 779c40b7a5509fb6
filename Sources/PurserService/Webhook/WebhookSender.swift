package import Ledger
import Tracing

/// Signs messages and sends them to endpoints.
package struct WebhookSender: Sendable {
    /// The time limit of one attempt, including the answer.
    package static let timeout: Duration = .seconds(15)
    /// The `User-Agent` of requests.
    private static let agent = "Purser"

    private struct Headers: Injector {
        func inject(_ value: String, forKey key: String, into headers: inout [(String, String)]) {
            headers.append((key, value))
        }
    }

    private let sender: OutboundSender
    private let secrets: WebhookSecrets
    private let now: @Sendable () -> Instant

    /// Creates a sender; `now` returns real time, because receivers compare it with theirs.
    package init(sender: OutboundSender, secrets: WebhookSecrets, now: @escaping @Sendable () -> Instant) {
        self.sender = sender
        self.secrets = secrets
        self.now = now
    }

    /// The fingerprint of the signing key; `nil` while there is none or it cannot be read.
    var keyFingerprint: String? { (try? self.secrets.fingerprint()) ?? nil }

    /// Makes one attempt.
    package func send(_ message: WebhookMessage, to endpoint: WebhookEndpoint) async -> WebhookOutcome {
        await self.ask(message, endpoint, upTo: 0, within: Self.timeout).outcome
    }

    /// Makes one attempt and returns the answer too; without the body where it is longer than `limit` bytes.
    package func ask(
        _ message: WebhookMessage,
        _ endpoint: WebhookEndpoint,
        upTo limit: Int,
        within timeout: Duration
    ) async -> (outcome: WebhookOutcome, body: [UInt8]?) {
        let origin = RequestOrigins.Origin.current ?? message.cause.flatMap { RequestOrigins.shared.origin(of: $0) }
        let span = startSpan("webhook attempt", context: origin?.context ?? .current ?? .topLevel, ofKind: .client)
        defer { span.end() }
        var headers = [("content-type", "application/json"), ("user-agent", Self.agent)]
        if let origin { headers.append((RequestIdentifier.header, origin.name.description)) }
        InstrumentationSystem.instrument.inject(span.context, into: &headers, using: Headers())
        let result = await RequestIdentifier.$current.withValue(origin?.name) { [headers] in
            await self.attempt(message, endpoint, headers, upTo: limit, within: timeout)
        }
        if span.isRecording {
            span.updateAttributes { attributes in
                attributes["purser.app"] = endpoint.app.rawValue
                attributes["purser.webhook"] = endpoint.id.rawValue
                attributes["purser.outcome"] = result.outcome.word
                if let status = result.outcome.status { attributes["http.response.status_code"] = status }
            }
            if result.outcome != .arrived { span.setStatus(SpanStatus(code: .error)) }
        }
        return result
    }

    /// Signs and makes one attempt with these headers.
    private func attempt(
        _ message: WebhookMessage,
        _ endpoint: WebhookEndpoint,
        _ given: [(String, String)],
        upTo limit: Int,
        within timeout: Duration
    ) async -> (outcome: WebhookOutcome, body: [UInt8]?) {
        var headers = given
        if let id = message.id {
            do throws(WebhookSecretsError) {
                try self.secrets.check(endpoint.keyFingerprint)
                headers += try self.secrets.headers(
                    id: id.rawValue,
                    at: self.now(),
                    body: message.body,
                    endpoint: endpoint.id,
                    generations: endpoint.generations(at: self.now()),
                    kind: endpoint.signature
                )
            } catch {
                return (.unable(code: error.code), nil)
            }
        }
        let url: OutboundURL
        do throws(OutboundURLError) {
            url = try OutboundURL(endpoint.address)
        } catch {
            return (.failed(DeliveryFailure(code: error.code, at: self.now()), retryAfter: nil), nil)
        }
        do throws(OutboundFailure) {
            let (answer, body) = try await self.sender.ask(
                message.body,
                headers: headers,
                to: url,
                for: endpoint.id.rawValue,
                upTo: limit,
                timeout: timeout
            )
            return (Self.outcome(of: answer.status, retryAfter: answer.retryAfter, at: self.now()), body)
        } catch {
            return (.failed(DeliveryFailure(code: error.code.rawValue, at: self.now()), retryAfter: nil), nil)
        }
    }

    /// Returns the result of an answer: 2xx is success, 410 is permanent, and all others, including redirects, are
    /// retried.
    static func outcome(of status: Int, retryAfter: Duration?, at now: Instant) -> WebhookOutcome {
        switch status {
        case 200..<300: return .arrived
        case 410: return .gone(DeliveryFailure(code: "status", status: status, at: now))
        default: return .failed(DeliveryFailure(code: "status", status: status, at: now), retryAfter: retryAfter)
        }
    }
}
