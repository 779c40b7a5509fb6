package import AppStore
package import Ledger
import Metrics

/// Counts the requests to Apple's server API: how they ended, how long they took, and how often they were repeated.
package enum AppStoreCallFigures {
    /// Takes note of a request that has ended.
    package static func note(_ experience: AppStoreExperience, of app: AppName) {
        let name = [
            ("app", app.rawValue), ("operation", experience.operation.rawValue),
            ("environment", experience.environment.rawValue),
        ]
        Counter(label: "purser_appstore_calls_total", dimensions: name + [("outcome", experience.outcome)]).increment()
        Timer(label: "purser_appstore_call_seconds", dimensions: name).recordMilliseconds(experience.milliseconds)
        let wire = Timer(label: "purser_appstore_wire_seconds", dimensions: name)
        for length in experience.exchangeMilliseconds { wire.recordMilliseconds(length) }
        Counter(label: "purser_appstore_retries_total", dimensions: name).increment(by: experience.retryCount)
    }
}
