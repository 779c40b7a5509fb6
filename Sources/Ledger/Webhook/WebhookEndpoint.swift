/// A webhook endpoint of the shop, with its settings.
package struct WebhookEndpoint: Hashable, Sendable {
    /// The content that is sent to an endpoint.
    package enum Content: Hashable, Sendable, CaseIterable {
        /// Purser's own events, signed.
        case events
        /// Apple's notifications, unchanged.
        case relay
    }

    /// Whether events are sent to an endpoint now.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// Events are sent.
        case active
        /// An operator has paused it; events wait in the meantime.
        case paused
        /// It has answered that it is gone (410); events wait in the meantime.
        case gone
    }

    /// Its name.
    package let id: WebhookID
    /// The app.
    package let app: AppName
    /// The content that is sent to it.
    package let content: Content
    /// Its URL.
    package var address: String
    /// The title for operators.
    package var title: String
    /// The filter on that content.
    package var filter: WebhookFilter
    /// Whether it is the fulfiller of the app's orders; an app has at most one.
    package var isFulfiller: Bool
    /// The kind of the signature.
    package var signature: WebhookSignatureKind
    /// The generation of the current secret, from 1.
    package var generation: Int
    /// The instant until which the previous secret is valid too.
    package var formerUntil: Instant?
    /// The fingerprint of the key from which its secrets are derived; `nil` as long as it has not used one, as for a
    /// relay.
    package var keyFingerprint: String?
    /// Whether events are sent to it now.
    package var state: State
    /// The replay in preparation.
    package var replay: WebhookReplay?
    /// The instant at which it was created.
    package let createdAt: Instant
    /// The operator who created it.
    package let createdBy: String

    /// Creates an endpoint of these values.
    package init(
        id: WebhookID,
        app: AppName,
        content: Content,
        address: String,
        title: String,
        filter: WebhookFilter = WebhookFilter(),
        isFulfiller: Bool = false,
        signature: WebhookSignatureKind = .hmac,
        generation: Int = 1,
        formerUntil: Instant? = nil,
        keyFingerprint: String? = nil,
        state: State = .active,
        replay: WebhookReplay? = nil,
        createdAt: Instant,
        createdBy: String
    ) {
        self.id = id
        self.app = app
        self.content = content
        self.address = address
        self.title = title
        self.filter = filter
        self.isFulfiller = isFulfiller
        self.signature = signature
        self.generation = generation
        self.formerUntil = formerUntil
        self.keyFingerprint = keyFingerprint
        self.state = state
        self.replay = replay
        self.createdAt = createdAt
        self.createdBy = createdBy
    }

    /// The name of its sink in the ledger.
    package var sink: SinkName { SinkName(self.id.rawValue) }

    /// Returns the generations of the secrets that are valid at an instant, newest first.
    package func generations(at now: Instant) -> [Int] {
        guard let formerUntil, formerUntil > now, self.generation > 1 else { return [self.generation] }
        return [self.generation, self.generation - 1]
    }
}

/// The id of one webhook endpoint, assigned when it is created.
package typealias WebhookID = Identifier<WebhookNamespace>

/// The namespace of the ids of webhook endpoints.
package enum WebhookNamespace {}

/// The kind of signature of deliveries (Standard Webhooks 1.0.0, "Signature scheme").
package enum WebhookSignatureKind: String, Hashable, Sendable, CaseIterable {
    /// HMAC-SHA256 with a shared secret, `v1`.
    case hmac
    /// Ed25519 with a key whose public half the receiver has, `v1a`.
    case ed25519
}

/// A filter on an app's events, or on Apple's notifications.
package struct WebhookFilter: Hashable, Sendable {
    /// The name patterns; empty for all names.
    ///
    /// `subscription.renewed` is that event, `subscription.*` all events of that noun. For Apple's notifications
    /// `EXPIRED` is that type with every subtype, and `EXPIRED.VOLUNTARY` is that one.
    package let patterns: [String]
    /// The environments; empty for all.
    package let environments: Set<StoreEnvironment>
    /// The percentage of chains; a chain is always in or always out.
    package let percent: Int

    /// Creates a filter of these values.
    package init(patterns: [String] = [], environments: Set<StoreEnvironment> = [], percent: Int = 100) {
        self.patterns = patterns
        self.environments = environments
        self.percent = percent
    }

    /// Returns whether the filter admits an event of this name.
    package func admits(_ name: String, in environment: StoreEnvironment) -> Bool {
        self.admits(environment) && self.admits(name)
    }

    /// Returns whether the patterns admit a name.
    func admits(_ name: String) -> Bool {
        self.patterns.isEmpty || self.patterns.contains { Self.matches($0, name) }
    }

    /// Returns whether the filter admits an environment.
    func admits(_ environment: StoreEnvironment) -> Bool {
        self.environments.isEmpty || self.environments.contains(environment)
    }

    /// Returns whether the percentage admits a chain.
    package func admits(chain: String) -> Bool {
        guard self.percent < 100 else { return true }
        // FNV-1a: uniform enough for a percentage, and the same on every machine.
        let hash = chain.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return hash % 100 < UInt64(max(0, self.percent))
    }

    /// Returns whether a pattern matches a name.
    package static func matches(_ pattern: String, _ name: String) -> Bool {
        if pattern == name { return true }
        let noun = pattern.hasSuffix(".*") ? String(pattern.dropLast(2)) : pattern
        return name.utf8.starts(with: "\(noun).".utf8)
    }
}
