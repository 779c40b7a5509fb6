/// A sink, a receiver of events, as the repository stores it.
package struct NumberedSink: Sendable {
    /// What a sink receives.
    package enum Content: Sendable {
        /// Every event.
        case everything
        /// The events with these names in the environments of a filter.
        case events(WebhookFilter, names: Set<EventName>)
        /// Those of Apple's notifications that the filter accepts.
        case relay(WebhookFilter)
    }

    /// The sink's number.
    package let number: Int64
    /// The sink's name.
    package let name: SinkName
    /// What the sink receives.
    package let content: Content

    /// Creates a sink that receives every event.
    package init(number: Int64, name: SinkName) {
        self.number = number
        self.name = name
        self.content = .everything
    }

    /// Creates the sink of a webhook endpoint.
    package init(number: Int64, name: SinkName, _ content: WebhookEndpoint.Content, filter: WebhookFilter) {
        self.number = number
        self.name = name
        self.content =
            switch content {
            case .events: .events(filter, names: Set(EventName.allCases.filter { filter.admits($0.rawValue) }))
            case .relay: .relay(filter)
            }
    }

    /// Whether the sink receives every event.
    package var receivesEverything: Bool {
        if case .everything = self.content { true } else { false }
    }

    /// Returns whether the sink receives events of this name.
    func receives(_ name: EventName, in environment: StoreEnvironment) -> Bool {
        switch self.content {
        case .everything: true
        case .events(let filter, let names): names.contains(name) && filter.admits(environment)
        case .relay: false
        }
    }

    /// Returns whether one of Apple's notifications is forwarded to the sink.
    func receives(_ notification: NotificationEvidence, chain: String, in environment: StoreEnvironment) -> Bool {
        guard case .relay(let filter) = self.content else { return false }
        return filter.admits(notification.name, in: environment) && filter.admits(chain: chain)
    }
}
