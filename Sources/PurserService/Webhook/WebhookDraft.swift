package import Ledger

/// An endpoint that somebody wants to have, or what he wants to be different about one.
package struct WebhookDraft: Hashable, Sendable {
    /// The longest title in bytes.
    package static let maximumTitle = 100
    /// The most names in a filter.
    package static let maximumPatterns = 100

    /// The URL.
    package var address: String?
    /// What it is called.
    package var title: String?
    /// The names of what it is sent; none for all.
    package var patterns: [String]?
    /// The environments; none for all.
    package var environments: Set<StoreEnvironment>?
    /// How many of a hundred chains, for a relay.
    package var percent: Int?
    /// Whether it fulfills orders.
    package var isFulfiller: Bool?
    /// How what it is sent is signed.
    package var signature: WebhookSignatureKind?
    /// Whether it is told, or paused.
    package var isPaused: Bool?

    /// A draft that says nothing yet.
    package init() {}

    /// Puts what it says into an endpoint, or tells why that cannot be.
    func fill(_ endpoint: inout WebhookEndpoint) throws(WebhookError) {
        if let title {
            let isTitle =
                !title.isEmpty && title.utf8.count <= Self.maximumTitle
                && !title.unicodeScalars.contains { $0.properties.generalCategory == .control }
            guard isTitle else { throw .titleInvalid }
            endpoint.title = title
        }
        let isRelay = endpoint.content == .relay
        if let percent, percent != 100 { guard isRelay else { throw .shareOfEvents } }
        if isRelay, self.isFulfiller == true || self.signature != nil { throw .relayCannot }
        if let patterns {
            guard patterns.count <= Self.maximumPatterns else { throw .filterTooLong }
            for pattern in patterns where !Self.names(pattern, isRelay: isRelay) { throw .filterUnknown(pattern) }
        }
        endpoint.filter = WebhookFilter(
            patterns: self.patterns ?? endpoint.filter.patterns,
            environments: self.environments ?? endpoint.filter.environments,
            percent: self.percent ?? endpoint.filter.percent
        )
        if let isFulfiller { endpoint.isFulfiller = isFulfiller }
        if let signature { endpoint.signature = signature }
        if let isPaused { endpoint.state = isPaused ? .paused : .active }
    }

    /// Whether a pattern names one of our events.
    package static func namesEvent(_ pattern: String) -> Bool {
        EventName.allCases.contains { name in
            pattern == name.rawValue || pattern.hasSuffix(".*") && WebhookFilter.matches(pattern, name.rawValue)
        }
    }

    /// Whether a pattern names anything: one of our events, or something that may be a notification type of Apple's,
    /// whose list grows without us.
    private static func names(_ pattern: String, isRelay: Bool) -> Bool {
        guard isRelay else { return Self.namesEvent(pattern) }
        let parts = pattern.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), pattern.utf8.count <= 100 else { return false }
        return parts.allSatisfy { part in
            !part.isEmpty
                && part.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
        }
    }
}
