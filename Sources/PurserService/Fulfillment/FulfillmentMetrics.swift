import Ledger
import Metrics

/// The metrics of fulfillment.
struct FulfillmentMetrics: Sendable {
    /// Records how long a fulfillment took that was confirmed now; `takesProduction` is whether the app accepts
    /// Production purchases, which limits the value of Sandbox purchases.
    func noteConfirmed(_ fulfillment: Fulfillment, takesProduction: Bool) {
        if fulfillment.environment == .sandbox, takesProduction { Self.noteSandbox(fulfillment) }
        guard let delay = fulfillment.delay else { return }
        Timer(
            label: "purser_fulfillment_delay_seconds",
            dimensions: [("app", fulfillment.app.rawValue), ("environment", fulfillment.environment.rawValue)]
        ).recordMilliseconds(delay.milliseconds)
    }

    /// Counts a purchase for which the Sandbox policy gives nothing.
    func noteSandboxRefused(_ fulfillment: Fulfillment) {
        Counter(label: "purser_sandbox_refused_total", dimensions: [("app", fulfillment.app.rawValue)]).increment()
    }

    private static func noteSandbox(_ fulfillment: Fulfillment) {
        let app = [("app", fulfillment.app.rawValue)]
        Counter(label: "purser_sandbox_fulfilled_total", dimensions: app).increment()
        var coins: Int64 = 0
        for count in (fulfillment.goods.allCoins ?? [:]).values {
            let (sum, overflows) = coins.addingReportingOverflow(Int64(count))
            coins = overflows ? .max : sum
        }
        if coins > 0 { Counter(label: "purser_sandbox_coins_total", dimensions: app).increment(by: coins) }
    }

    /// Counts an attempt by its outcome.
    func noteAttempt(_ call: FulfillmentCall, at fulfillment: Fulfillment, hasArrived: Bool) {
        Counter(
            label: "purser_fulfillment_attempts_total",
            dimensions: [
                ("app", fulfillment.app.rawValue), ("environment", fulfillment.environment.rawValue),
                ("call", call.kind.rawValue), ("outcome", hasArrived ? "confirmed" : "failed"),
            ]
        ).increment()
    }

    /// Records the age of the oldest purchase that is paid and not fulfilled; `nil` if there is none.
    func noteOldest(_ purchasedAt: Instant?, of app: AppName, at now: Instant) {
        let age = purchasedAt.map { max(0, (now - $0).milliseconds / 1000) } ?? 0
        Gauge(label: "purser_fulfillment_oldest_open_seconds", dimensions: [("app", app.rawValue)]).record(age)
    }

    /// Records how many fulfillments and revocations of goods are suspended and need an operator.
    func noteSuspended(_ count: Int, of app: AppName) {
        Gauge(label: "purser_suspended_fulfillments", dimensions: [("app", app.rawValue)]).record(count)
    }
}
