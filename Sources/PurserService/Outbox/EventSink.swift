package import Ledger

/// Somebody who receives events of an app's events.
package struct EventSink: Sendable {
    /// What became of events that were handed over.
    package enum Delivery: Hashable, Sendable {
        /// They have arrived and need not come again.
        case taken
        /// They may not have arrived; they come again after so long.
        case later(Span)
    }

    /// Its name, under which the ledger remembers what it was sent.
    package let name: SinkName
    /// The app whose events it receives.
    package let app: AppName
    /// Takes the next events of one event stream, in order; called for several event streams at once, and never twice
    /// at once for one.
    package let deliver: @Sendable ([Event]) async -> Delivery

    /// A sink of this name.
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
