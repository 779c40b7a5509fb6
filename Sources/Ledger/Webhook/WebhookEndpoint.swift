/// An address of the shop's that is told, and how.
package struct WebhookEndpoint: Hashable, Sendable {
    /// What it is told.
    package enum Content: Hashable, Sendable, CaseIterable {
        /// Purser's own events, signed.
        case events
        /// Apple's notifications, untouched.
        case relay
    }

    /// Whether it is told now.
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
    /// What it is told.
    package let content: Content
    /// Its URL.
    package var address: String
    /// What people call it.
    package var title: String
    /// What of that it is told.
    package var filter: WebhookFilter
    /// Whether it is the one that fulfils orders; one of an app at most.
    package var isFulfiller: Bool
    /// How what it is told is signed.
    package var signature: WebhookSignatureKind
    /// Which of its secrets counts, from 1.
    package var generation: Int
    /// Until when the secret before that counts too.
    package var formerUntil: Instant?
    /// What names the key that its secrets came from; `nil` as long as it has had no use for one, as with a relay.
    package var keyFingerprint: String?
    /// Whether it is told now.
    package var state: State
    /// What it is to be told once more, while that is being arranged.
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

    /// The name under which the books remember what it was told.
    package var sink: SinkName { SinkName(self.id.rawValue) }

    /// The secrets that count at an instant, newest first.
    package func generations(at now: Instant) -> [Int] {
        guard let formerUntil, formerUntil > now, self.generation > 1 else { return [self.generation] }
        return [self.generation, self.generation - 1]
    }
}
