/// An address of the shop's that is told, and how.
package struct WebhookEndpoint: Hashable, Sendable {
    /// What it is sent.
    package enum Content: Hashable, Sendable, CaseIterable {
        /// Purser's own events, signed.
        case events
        /// Apple's notifications, untouched.
        case relay
    }

    /// Whether events are sent to it now.
    package enum State: String, Hashable, Sendable, CaseIterable {
        /// It is.
        case active
        /// Somebody has paused it; what happens meanwhile waits.
        case paused
        /// It has answered that it is gone (410); what happens meanwhile waits.
        case gone
    }

    /// Its name.
    package let id: WebhookID
    /// The app.
    package let app: AppName
    /// What it is sent.
    package let content: Content
    /// Its URL.
    package var address: String
    /// What people call it.
    package var title: String
    /// What of that it is told.
    package var filter: WebhookFilter
    /// Whether it is the one that fulfills orders; one of an app at most.
    package var isFulfiller: Bool
    /// How what it is sent is signed.
    package var signature: WebhookSignatureKind
    /// Which of its secrets counts, from 1.
    package var generation: Int
    /// Until when the secret before that counts too.
    package var formerUntil: Instant?
    /// What names the key that its secrets came from; `nil` as long as it has had no use for one, as with a relay.
    package var keyFingerprint: String?
    /// Whether events are sent to it now.
    package var state: State
    /// What it is to be sent again, while that is being arranged.
    package var replay: WebhookReplay?
    /// When it was made.
    package let createdAt: Instant
    /// Who made it.
    package let createdBy: String

    /// An endpoint of these parts.
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

    /// The name under which the ledger remembers what it was sent.
    package var sink: SinkName { SinkName(self.id.rawValue) }

    /// The secrets that count at an instant, newest first.
    package func generations(at now: Instant) -> [Int] {
        guard let formerUntil, formerUntil > now, self.generation > 1 else { return [self.generation] }
        return [self.generation, self.generation - 1]
    }
}

/// The name of one webhook endpoint of events, made when it is entered.
package typealias WebhookID = Identifier<WebhookNamespace>

/// What the names of webhook endpoints name.
package enum WebhookNamespace {}

/// How what is sent to an endpoint is signed (Standard Webhooks 1.0.0, "Signature scheme").
package enum WebhookSignatureKind: String, Hashable, Sendable, CaseIterable {
    /// HMAC-SHA256 with a secret that both sides know, `v1`.
    case hmac
    /// Ed25519 with a key whose public half the receiver knows, `v1a`.
    case ed25519
}

/// Which of an app's events, or of Apple's notifications, an endpoint is told of.
package struct WebhookFilter: Hashable, Sendable {
    /// The names; none for all.
    ///
    /// `subscription.renewed` is that one, `subscription.*` everything of that noun. Of Apple's notifications `EXPIRED`
    /// is that type with every subtype, and `EXPIRED.VOLUNTARY` that one.
    package let patterns: [String]
    /// The environments; none for all.
    package let environments: Set<StoreEnvironment>
    /// How many of a hundred chains; a chain is always in or always out.
    package let percent: Int

    /// A filter of these parts.
    package init(patterns: [String] = [], environments: Set<StoreEnvironment> = [], percent: Int = 100) {
        self.patterns = patterns
        self.environments = environments
        self.percent = percent
    }

    /// Whether something of this name is let through.
    package func admits(_ name: String, in environment: StoreEnvironment) -> Bool {
        guard self.environments.isEmpty || self.environments.contains(environment) else { return false }
        return self.patterns.isEmpty || self.patterns.contains { Self.matches($0, name) }
    }

    /// Whether what concerns a chain is let through, as far as the share goes.
    package func admits(chain: String) -> Bool {
        guard self.percent < 100 else { return true }
        // FNV-1a: even enough for a share, and the same on every machine.
        let hash = chain.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return hash % 100 < UInt64(max(0, self.percent))
    }

    /// Whether a pattern names something.
    package static func matches(_ pattern: String, _ name: String) -> Bool {
        if pattern == name { return true }
        let noun = pattern.hasSuffix(".*") ? String(pattern.dropLast(2)) : pattern
        return name.utf8.starts(with: "\(noun).".utf8)
    }
}
