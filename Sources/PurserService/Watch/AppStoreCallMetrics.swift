package import AppStore
package import Ledger
import Metrics

/// Records metrics of requests to the App Store Server API: outcomes, durations and retries.
package enum AppStoreCallMetrics {
    /// Records a request that has ended.
    package static func note(_ requestMetrics: AppStoreRequestMetrics, of app: AppName) {
        let name = [
            ("app", app.rawValue), ("operation", requestMetrics.operation.rawValue),
            ("environment", requestMetrics.environment.rawValue),
        ]
        Counter(label: "purser_appstore_calls_total", dimensions: name + [("outcome", requestMetrics.outcome)])
            .increment()
        Timer(label: "purser_appstore_call_seconds", dimensions: name).recordMilliseconds(requestMetrics.milliseconds)
        let wire = Timer(label: "purser_appstore_wire_seconds", dimensions: name)
        for length in requestMetrics.exchangeMilliseconds { wire.recordMilliseconds(length) }
        Counter(label: "purser_appstore_retries_total", dimensions: name).increment(by: requestMetrics.retryCount)
    }
}
