import Ledger
import Metrics

/// How long what is paid for takes to be fulfilled.
struct FulfillmentMetrics: Sendable {
    /// Takes note of what was fulfilled just now; `takesProduction` says whether the app takes purchases of Production,
    /// so that what was bought in the Sandbox is worth something.
    func noteConfirmed(_ fulfillment: Fulfillment, takesProduction: Bool) {
        if fulfillment.environment == .sandbox, takesProduction { Self.noteSandbox(fulfillment) }
        guard let delay = fulfillment.delay else { return }
        Timer(
            label: "purser_fulfillment_delay_seconds",
            dimensions: [("app", fulfillment.app.rawValue), ("environment", fulfillment.environment.rawValue)]
        ).recordMilliseconds(delay.milliseconds)
    }

    /// Takes note of a purchase for which the Sandbox policy gives nothing.
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

    /// Takes note of how an attempt to have something done ended.
    func noteAttempt(_ call: FulfillmentCall, at fulfillment: Fulfillment, hasArrived: Bool) {
        Counter(
            label: "purser_fulfillment_attempts_total",
            dimensions: [
                ("app", fulfillment.app.rawValue), ("environment", fulfillment.environment.rawValue),
                ("call", call.kind.rawValue), ("outcome", hasArrived ? "confirmed" : "failed"),
            ]
        ).increment()
    }

    /// Takes note of how old the oldest purchase is that is paid and not fulfilled; `nil` where there is none.
    func noteOldest(_ purchasedAt: Instant?, of app: AppName, at now: Instant) {
        let age = purchasedAt.map { max(0, (now - $0).milliseconds / 1000) } ?? 0
        Gauge(label: "purser_fulfillment_oldest_open_seconds", dimensions: [("app", app.rawValue)]).record(age)
    }

    /// Records how many fulfillments and revocations of goods are suspended and wait for a person.
    func noteSuspended(_ count: Int, of app: AppName) {
        Gauge(label: "purser_suspended_fulfillments", dimensions: [("app", app.rawValue)]).record(count)
    }
}
