import AppStore
import Ledger
import Metrics

/// The metrics of orders and refusals.
struct OrderMetrics: Sendable {
    /// Counts the changes of orders in events; the caller ensures that each event is counted once.
    func note(_ events: [PositionedEvent], of app: AppName) {
        for event in events.map(\.event) {
            guard let outcome = Self.outcome(event.name), let environment = event.environment else { continue }
            Counter(
                label: "purser_orders_total",
                dimensions: [
                    ("app", app.rawValue), ("environment", environment.rawValue), ("outcome", outcome),
                ]
            ).increment()
            guard event.name == .orderPaid, let createdAt = Self.createdAt(in: event) else { continue }
            Timer(
                label: "purser_order_paid_seconds",
                dimensions: [("app", app.rawValue), ("environment", environment.rawValue)]
            ).recordMilliseconds(max(0, (event.occurredAt - createdAt).milliseconds))
        }
    }

    /// Counts an order that was not created, by the code of the refusal.
    func noteRefusal(_ error: OrderError, _ environment: StoreEnvironment, in app: AppName) {
        Counter(
            label: "purser_order_refusals_total",
            dimensions: [("app", app.rawValue), ("environment", environment.rawValue), ("code", error.code)]
        ).increment()
    }

    private static func outcome(_ name: EventName) -> String? {
        switch name {
        case .orderCreated: "created"
        case .orderPaid: "paid"
        case .orderFulfilled: "fulfilled"
        case .orderExpired: "expired"
        case .orderCanceled: "canceled"
        default: nil
        }
    }

    private static func createdAt(in event: Event) -> Instant? {
        guard let text = (try? JSONValue(json: event.body))?["order"]?["createdAt"]?.text else { return nil }
        return Instant(rfc3339: text)
    }
}
