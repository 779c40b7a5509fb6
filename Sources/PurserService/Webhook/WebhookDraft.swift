package import Ledger

/// The settings of a new endpoint, or the changes of an existing one.
package struct WebhookDraft: Hashable, Sendable {
    /// The maximum length of a title in bytes.
    package static let maximumTitle = 100
    /// The maximum number of names in a filter.
    package static let maximumPatterns = 100

    /// The URL.
    package var address: String?
    /// The title.
    package var title: String?
    /// The names of the events that it receives; empty for all.
    package var patterns: [String]?
    /// The environments; empty for all.
    package var environments: Set<StoreEnvironment>?
    /// The percentage of chains that a relay receives.
    package var percent: Int?
    /// Whether the endpoint is the fulfiller.
    package var isFulfiller: Bool?
    /// The kind of signature.
    package var signature: WebhookSignatureKind?
    /// Whether the endpoint is paused.
    package var isPaused: Bool?

    /// Creates an empty draft.
    package init() {}

    /// Applies the draft to an endpoint, or throws the reason why it cannot.
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

    /// Returns whether a pattern matches an event of this project.
    package static func namesEvent(_ pattern: String) -> Bool {
        EventName.allCases.contains { name in
            pattern == name.rawValue || pattern.hasSuffix(".*") && WebhookFilter.matches(pattern, name.rawValue)
        }
    }

    /// Returns whether a pattern matches an event of this project, or may match a notification type of Apple's, whose
    /// list can grow.
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
