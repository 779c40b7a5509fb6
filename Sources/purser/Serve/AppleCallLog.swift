import AppStore
import Ledger
import Logging
import Tracing

/// The log line and the trace span of a completed request to Apple.
struct AppleCallLog {
    /// The operation.
    let operation: String
    /// `ok`, a status, or the code of the error.
    let outcome: String
    /// Whether the outcome is a success.
    let isGood: Bool
    /// The duration in milliseconds.
    let milliseconds: Int64
    /// The app, environment and host, if known.
    let place: [String: String]

    /// Creates the log of a request to Apple's server API.
    init(_ requestMetrics: AppStoreRequestMetrics, of app: AppName) {
        self.operation = requestMetrics.operation.rawValue
        self.outcome = requestMetrics.outcome
        self.isGood = requestMetrics.outcome == "ok"
        self.milliseconds = requestMetrics.milliseconds
        self.place = ["app": app.rawValue, "environment": requestMetrics.environment.rawValue]
    }

    private init(operation: String, outcome: String, isGood: Bool, since start: ContinuousClock.Instant) {
        self.operation = operation
        self.outcome = outcome
        self.isGood = isGood
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        self.milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        self.place = [:]
    }

    /// Returns the same transport with logging of each request.
    static func noting(_ operation: String, _ transport: AppStoreTransport, _ logger: Logger) -> AppStoreTransport {
        AppStoreTransport { call, timeout throws(AppStoreTransportError) in
            let start = ContinuousClock.now
            do throws(AppStoreTransportError) {
                let reply = try await transport.exchange(call, timeout)
                let isGood = (200..<300).contains(reply.status)
                Self(operation: operation, outcome: "\(reply.status)", isGood: isGood, since: start).write(to: logger)
                return reply
            } catch {
                Self(operation: operation, outcome: "\(error)", isGood: false, since: start).write(to: logger)
                throw error
            }
        }
    }

    /// Writes a line at `debug`, and creates a span.
    func write(to logger: Logger) {
        logger.debug(
            "Apple was asked.",
            metadata: [
                "operation": "\(self.operation)", "outcome": "\(self.outcome)", "milliseconds": "\(self.milliseconds)",
            ].merging(self.place.mapValues { "\($0)" }) { own, _ in own }
        )
        let now = DefaultTracerClock.now.nanosecondsSinceEpoch
        let start = now - min(now, UInt64(max(0, self.milliseconds)) * 1_000_000)
        let span = startSpan(
            "apple \(self.operation)",
            ofKind: .client,
            at: DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: start)
        )
        if span.isRecording {
            span.updateAttributes { attributes in
                attributes["purser.outcome"] = self.outcome
                for (name, value) in self.place { attributes["purser.\(name)"] = value }
            }
            if !self.isGood { span.setStatus(SpanStatus(code: .error)) }
        }
        span.end()
    }
}
