package import Ledger
import Notation

/// What can be done about the webhook endpoints: make, change, test, and put right what does not arrive.
///
/// Whatever changes who receives events, or passes over what was not told, is entered in the audit log with what came
/// of it.
package struct WebhookService: Sendable {
    /// The most endpoints of an app; each is told every event.
    package static let maximumEndpoints = 32
    /// How many random bytes an endpoint's name is made of.
    private static let nameBytes = 9
    /// How many event streams are released in one step.
    static let retryStep = 1000
    /// How long the former secret counts after a rotation, unless something else is said.
    package static let formerLife = Span.hours(24)
    /// The longest time for which it may.
    package static let maximumFormerLife = Span.days(7)

    let repository: any Repository
    let webhookSender: WebhookSender
    let ambient: Ambient
    private let apps: Set<AppName>
    private let addresses: AddressGuard
    private let secrets: WebhookSecrets
    let audit: AuditLog

    /// A service for these apps; the ambient's time is real time, whatever clock the ledger and its `audit` follow.
    package init(
        repository: any Repository,
        apps: Set<AppName>,
        addresses: AddressGuard,
        secrets: WebhookSecrets,
        webhookSender: WebhookSender,
        ambient: Ambient,
        audit: AuditLog? = nil
    ) {
        self.repository = repository
        self.apps = apps
        self.addresses = addresses
        self.secrets = secrets
        self.webhookSender = webhookSender
        self.ambient = ambient
        self.audit = audit ?? AuditLog(repository: repository, ambient: ambient)
    }

    // MARK: Endpoints

    /// The endpoints of an app, oldest first.
    package func list(_ app: AppName) async throws(WebhookError) -> [WebhookEndpoint] {
        try self.check(app)
        return try await self.storing { () throws(RepositoryError) in try await self.repository.webhooks(of: app) }
    }

    /// One endpoint and how it has been doing.
    package func report(_ id: WebhookID, in app: AppName) async throws(WebhookError) -> WebhookReport {
        let endpoint = try await self.endpoint(id, in: app)
        return try await self.storing { () throws(RepositoryError) in
            WebhookReport(
                endpoint: endpoint,
                health: try await self.repository.health(of: id, app: app),
                waiting: try await self.repository.waitingCounts(of: endpoint.sink, app: app)
            )
        }
    }

    /// Makes an endpoint, and returns it with the secret that is shown once; a relay has none.
    package func make(
        _ draft: WebhookDraft,
        _ content: WebhookEndpoint.Content,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> WebhookWithSecret {
        try self.check(app)
        var endpoint = WebhookEndpoint(
            id: self.newName(),
            app: app,
            content: content,
            address: try self.address(draft.address ?? ""),
            title: "",
            createdAt: self.ambient.now(),
            createdBy: name
        )
        endpoint.title = draft.title ?? Self.title(of: endpoint.address)
        try draft.fill(&endpoint)
        if content == .events { endpoint.keyFingerprint = try await self.fingerprintForMore() }
        let secret = try self.secret(of: endpoint)
        let details = ["host": Self.host(of: endpoint.address)]
        let record = Self.record(of: .webhookCreate, on: endpoint.id, in: app, details, by: name, reason: reason)
        let made = WebhookWithSecret(endpoint: endpoint, secret: secret)
        let refusal = try await self.storing { () throws(RepositoryError) in
            try await self.audit.enter(record) { (refusal: WebhookError?) in
                refusal.map { AuditOutcome.refused(code: $0.code) } ?? .done
            } by: { () throws(RepositoryError) in
                try await IdempotentWork.deciding { (refusal: WebhookError?) in
                    refusal == nil ? made : nil
                } by: { () throws(RepositoryError) in
                    try await self.repository.changeWebhooks(of: app) { endpoints -> WebhookError? in
                        guard endpoints.count < Self.maximumEndpoints else { return .tooMany }
                        if let refusal = Self.refusal(of: made.endpoint, among: endpoints) { return refusal }
                        endpoints.append(made.endpoint)
                        return nil
                    }
                }
            }
        }
        if let refusal { throw refusal }
        return made
    }

    /// Changes an endpoint by what a draft says, and returns it as it is then; what it says already is nothing done.
    package func change(
        _ id: WebhookID,
        _ draft: WebhookDraft,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> ActionResult<WebhookEndpoint> {
        let known = try await self.endpoint(id, in: app)
        var wanted = known
        let address = try draft.address.map { text throws(WebhookError) in try self.address(text) }
        if let address { wanted.address = address }
        if let signature = draft.signature, signature != wanted.signature { throw .signatureFixed }
        let wasPublished = wanted.state == .active
        try draft.fill(&wanted)
        let details = ["host": Self.host(of: wanted.address), "state": wanted.state.rawValue]
        let record = Self.record(of: .webhookUpdate, on: id, in: app, details, by: name, reason: reason)
        if wanted == known {
            _ = try await self.storing { () throws(RepositoryError) in try await self.audit.add(record, .nothing) }
            return ActionResult(known, nothing: .webhookSame)
        }
        // The time that it was not told must not count as time in which it failed.
        if !wasPublished, wanted.state == .active { _ = try await self.retryAll(wanted, withSuspended: false) }
        return ActionResult(
            try await self.change(id, in: app, entering: record) { endpoint throws(WebhookError) in
                if let address { endpoint.address = address }
                try draft.fill(&endpoint)
            }
        )
    }

    /// Removes an endpoint with what it has not received.
    package func remove(
        _ id: WebhookID,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) {
        let endpoint = try await self.endpoint(id, in: app)
        let details = ["host": Self.host(of: endpoint.address)]
        let record = Self.record(of: .webhookDelete, on: id, in: app, details, by: name, reason: reason)
        // In steps, because what a dead endpoint was not told may be as much as there is.
        let begun = try await self.storing { () throws(RepositoryError) in try await self.audit.add(record, .begun) }
        _ = try await self.change(id, in: app, entering: nil) { endpoint throws(WebhookError) in
            endpoint.state = .paused
        } deciding: { _ in
            nil
        }
        try await self.storing { () throws(RepositoryError) in
            var step = Self.retryStep
            while step == Self.retryStep {
                step = try await self.repository.forgetPending(of: endpoint.sink, app: app, limit: Self.retryStep)
            }
        }
        try await self.storing { () throws(RepositoryError) in
            try await self.audit.enter(record.ending(begun)) { () throws(RepositoryError) in
                try await IdempotentWork.deciding { _ in
                    id
                } by: { () throws(RepositoryError) in
                    try await self.repository.changeWebhooks(of: app) { endpoints in
                        endpoints.removeAll { $0.id == id }
                    }
                }
            }
        }
    }

    /// Gives an endpoint a new secret, which is shown once; the former counts for a while beside it.
    ///
    /// With no time for the former it counts no longer at once, as after a leak. It counts no longer either where the
    /// key that it came from is gone; the new one then comes from the key that is there, or from one that is made.
    package func rotate(
        _ id: WebhookID,
        formerFor life: Span = Self.formerLife,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> WebhookWithSecret {
        let known = try await self.eventEndpoint(id, in: app)
        let record = Self.record(of: .webhookRotate, on: id, in: app, by: name, reason: reason)
        let counting = try self.keyed { () throws(WebhookSecretsError) in try self.secrets.fingerprint() }
        if let until = known.formerUntil, until > self.ambient.now(), life > Span(milliseconds: 0),
            known.keyFingerprint ?? counting == counting
        {
            let refusal = WebhookError.rotationUnderWay(until: until)
            _ = try await self.storing { () throws(RepositoryError) in
                try await self.audit.add(record, .refused(code: refusal.code))
            }
            throw refusal
        }
        let now = self.ambient.now()
        let former = try self.keyed { () throws(WebhookSecretsError) in try self.secrets.fingerprint() }
        let present = try self.keyed { () throws(WebhookSecretsError) in try self.secrets.establishedFingerprint() }
        let endpoint = try await self.change(id, in: app, entering: record) { endpoint throws(WebhookError) in
            let hasFormer = former != nil && (endpoint.keyFingerprint ?? present) == present
            endpoint.generation += 1
            endpoint.formerUntil =
                hasFormer && life > Span(milliseconds: 0) ? now + min(life, Self.maximumFormerLife) : nil
            endpoint.keyFingerprint = present
        } deciding: { rotated in
            (try? self.secret(of: rotated)).map { WebhookWithSecret(endpoint: rotated, secret: $0) }
        }
        guard let secret = try self.secret(of: endpoint) else { throw .relayCannot }
        return WebhookWithSecret(endpoint: endpoint, secret: secret)
    }

    // MARK: What the other files share

    /// An endpoint, which must be there.
    func endpoint(_ id: WebhookID, in app: AppName) async throws(WebhookError) -> WebhookEndpoint {
        guard let endpoint = try await self.list(app).first(where: { $0.id == id }) else { throw .unknown }
        return endpoint
    }

    /// An endpoint, which must be there and be told of events: what is asked is nothing that a relay can do.
    func eventEndpoint(_ id: WebhookID, in app: AppName) async throws(WebhookError) -> WebhookEndpoint {
        let endpoint = try await self.endpoint(id, in: app)
        guard endpoint.content == .events else { throw .relayCannot }
        return endpoint
    }

    /// Changes one endpoint, which must be there, with nobody in between, and enters the action if there is a record of
    /// it; `result` is what that means for the caller, to be answered also where the request is repeated, and `nil`
    /// where something else is still to come.
    func change(
        _ id: WebhookID,
        in app: AppName,
        entering record: AuditRecord?,
        _ change: @escaping @Sendable (inout WebhookEndpoint) throws(WebhookError) -> Void,
        deciding result: @escaping @Sendable (WebhookEndpoint) -> (any Sendable)? = { ActionResult($0) }
    ) async throws(WebhookError) -> WebhookEndpoint {
        let decision: @Sendable (Result<WebhookEndpoint, WebhookError>) -> (any Sendable)? = { changed in
            (try? changed.get()).flatMap(result)
        }
        let changed = try await self.storing { () throws(RepositoryError) in
            try await self.audit.enter(record) { (changed: Result<WebhookEndpoint, WebhookError>) in
                switch changed {
                case .success: .done
                case .failure(let refusal): .refused(code: refusal.code)
                }
            } by: { () throws(RepositoryError) in
                try await IdempotentWork.deciding(decision) { () throws(RepositoryError) in
                    try await self.repository.changeWebhooks(of: app) { endpoints in
                        Self.change(id, among: &endpoints, change)
                    }
                }
            }
        }
        return try changed.get()
    }

    private static func change(
        _ id: WebhookID,
        among endpoints: inout [WebhookEndpoint],
        _ change: (inout WebhookEndpoint) throws(WebhookError) -> Void
    ) -> Result<WebhookEndpoint, WebhookError> {
        guard let place = endpoints.firstIndex(where: { $0.id == id }) else { return .failure(.unknown) }
        var changed = endpoints[place]
        do throws(WebhookError) {
            try change(&changed)
        } catch {
            return .failure(error)
        }
        if let refusal = Self.refusal(of: changed, among: endpoints) { return .failure(refusal) }
        endpoints[place] = changed
        return .success(changed)
    }

    /// What the audit log says of what is done about an endpoint; the details name the app too.
    ///
    /// What is about one customer is remembered as an action on him and does not name him, so that it is anonymous once
    /// he is erased.
    static func record(
        of action: AuditAction,
        on id: WebhookID,
        in app: AppName,
        _ details: [String: String] = [:],
        about stream: EventStream? = nil,
        by name: String,
        reason: String?
    ) -> AuditRecord {
        var details = details
        details["app"] = app.rawValue
        var about: AuditDraft.About?
        if let stream, case .customer(let customer) = stream.subject {
            about = AuditDraft.About([customer], of: stream.app)
        }
        return AuditRecord(by: name, action, on: id.rawValue, reason: reason, details: details, about: about)
    }

    /// Makes all event streams of an endpoint due at once that have failed, and returns how many; its failures are
    /// forgiven.
    func retryAll(_ endpoint: WebhookEndpoint, withSuspended: Bool) async throws(WebhookError) -> Int {
        try await self.storing { () throws(RepositoryError) in
            var count = 0
            while true {
                let step = try await self.repository.retryStreams(
                    of: endpoint.sink,
                    app: endpoint.app,
                    withSuspended: withSuspended,
                    limit: Self.retryStep
                )
                count += step
                if step < Self.retryStep { return count }
            }
        }
    }

    /// Does something in the repository.
    func storing<Answer>(
        _ work: () async throws(RepositoryError) -> Answer
    ) async throws(WebhookError) -> Answer {
        do throws(RepositoryError) {
            return try await work()
        } catch {
            throw .storage(error)
        }
    }

    /// Refuses an app that is not served.
    func check(_ app: AppName) throws(WebhookError) {
        guard self.apps.contains(app) else { throw .appUnknown(app) }
    }

    private func secret(of endpoint: WebhookEndpoint) throws(WebhookError) -> String? {
        guard endpoint.content == .events else { return nil }
        return try self.keyed { () throws(WebhookSecretsError) in
            try self.secrets.revealed(
                endpoint: endpoint.id,
                generation: endpoint.generation,
                kind: endpoint.signature
            )
        }
    }

    /// What names the key for one endpoint more.
    ///
    /// A key is made for the first one only: where there are others, theirs is lost, and a new one would hide that.
    private func fingerprintForMore() async throws(WebhookError) -> String {
        if let known = try self.keyed({ () throws(WebhookSecretsError) in try self.secrets.fingerprint() }) {
            return known
        }
        for app in self.apps where try await self.list(app).contains(where: { $0.content == .events }) {
            throw .secrets(self.secrets.missing)
        }
        return try self.keyed { () throws(WebhookSecretsError) in try self.secrets.establishedFingerprint() }
    }

    private func keyed<Answer>(
        _ work: () throws(WebhookSecretsError) -> Answer
    ) throws(WebhookError) -> Answer {
        do throws(WebhookSecretsError) {
            return try work()
        } catch {
            throw .secrets(error)
        }
    }

    /// The normal form of an address that somebody entered.
    private func address(_ text: String) throws(WebhookError) -> String {
        do throws(OutboundURLError) {
            let url = try OutboundURL(text)
            try url.check(by: self.addresses)
            return url.description
        } catch {
            throw .address(error)
        }
    }

    private func newName() -> WebhookID {
        WebhookID("we_" + Hexadecimal.text(self.ambient.randomBytes(Self.nameBytes)))
    }

    /// What an endpoint is called if nothing else is said.
    private static func title(of address: String) -> String {
        String(Self.host(of: address).prefix(WebhookDraft.maximumTitle))
    }

    /// Host and port of an address: the rest may hold a secret, which would stay in the audit log.
    private static func host(of address: String) -> String {
        String(address.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" && $0 != "?" })
    }

    private static func refusal(of endpoint: WebhookEndpoint, among all: [WebhookEndpoint]) -> WebhookError? {
        guard endpoint.isFulfiller, let other = all.first(where: { $0.isFulfiller && $0.id != endpoint.id }) else {
            return nil
        }
        return .fulfillerTaken(other.id)
    }
}
