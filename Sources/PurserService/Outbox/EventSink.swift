package import Ledger

/// A receiver of an app's events.
package struct EventSink: Sendable {
    /// The result of delivering events.
    package enum Delivery: Hashable, Sendable {
        /// The events have arrived and need not be delivered again.
        case taken
        /// The events may not have arrived; they are delivered again after this time.
        case later(Span)
    }

    /// The name of the sink, under which the ledger stores what the sink received.
    package let name: SinkName
    /// The app whose events it receives.
    package let app: AppName
    /// Delivers the next events of one event stream, in order; called concurrently for several event streams, but never
    /// for the same one.
    package let deliver: @Sendable ([Event]) async -> Delivery

    /// Creates a sink of this name.
    package init(
        name: SinkName,
        app: AppName,
        deliver: @escaping @Sendable ([Event]) async -> Delivery
    ) {
        self.name = name
        self.app = app
        self.deliver = deliver
    }
}
