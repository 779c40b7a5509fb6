package import Ledger
import Notation

/// Creates, changes, tests and removes webhook endpoints, and repairs their deliveries.
///
/// Every action that changes the recipients of events, or skips unpublished events, is entered in the audit log with
/// its result.
package struct WebhookService: Sendable {
    /// The maximum number of endpoints of an app; each receives every event.
    package static let maximumEndpoints = 32
    /// The number of random bytes in an endpoint's id.
    private static let nameBytes = 9
    /// The number of event streams that are retried in one step.
    static let retryStep = 1000
    /// The default time for which the previous secret is valid after a rotation.
    package static let formerLife = Span.hours(24)
    /// The maximum time for which it is valid.
    package static let maximumFormerLife = Span.days(7)

    let repository: any Repository
    let webhookSender: WebhookSender
    let ambient: Ambient
    private let apps: Set<AppName>
    private let addresses: AddressGuard
    private let secrets: WebhookSecrets
    let audit: AuditLog

    /// Creates a service for these apps; `ambient` provides real time, whatever clock the ledger and its `audit`
    /// follow.
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

    /// Returns the endpoints of an app, oldest first.
    package func list(_ app: AppName) async throws(WebhookError) -> [WebhookEndpoint] {
        try await self.asking(app) { view in .success(try view.webhooks(of: app)) }
    }

    /// Returns an endpoint with its health.
    package func report(_ id: WebhookID, in app: AppName) async throws(WebhookError) -> WebhookReport {
        try await self.asking(app) { view in
            guard let endpoint = try view.webhook(id, of: app) else { return .failure(.unknown) }
            return .success(try view.report(on: endpoint))
        }
    }

    /// Returns the endpoints of an app with their health, oldest first.
    package func reports(_ app: AppName) async throws(WebhookError) -> [WebhookReport] {
        try await self.asking(app) { view in
            .success(try view.webhooks(of: app).map { try view.report(on: $0) })
        }
    }

    /// Creates an endpoint, and returns it with its secret, which is shown once; a relay has none.
    package func make(
        _ draft: WebhookDraft,
        _ content: WebhookEndpoint.Content,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> WebhookWithSecret {
        var endpoint = try self.endpoint(draft, content, in: app, by: name)
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
                    try await self.repository.write { unit in
                        try unit.changeWebhooks(of: app) { endpoints -> WebhookError? in
                            guard endpoints.count < Self.maximumEndpoints else { return .tooMany }
                            if let refusal = Self.refusal(of: made.endpoint, among: endpoints) { return refusal }
                            endpoints.append(made.endpoint)
                            return nil
                        }
                    }
                }
            }
        }
        if let refusal { throw refusal }
        return made
    }

    /// Changes an endpoint by a draft, and returns it; values that are already set change nothing.
    package func change(
        _ id: WebhookID,
        _ draft: WebhookDraft,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> ActionResult<WebhookEndpoint> {
        let fill = self.change(by: draft)
        // The pause must not count as time in which the endpoint failed.
        if draft.isPaused == false {
            let known = try await self.endpoint(id, in: app)
            var wanted = known
            try fill(&wanted)
            if known.state != .active { _ = try await self.retryAll(wanted, withSuspended: false) }
        }
        return try await self.changing(app) { unit in
            guard let known = try unit.webhook(id, of: app) else { return .failure(.unknown) }
            var wanted = known
            do throws(WebhookError) {
                try fill(&wanted)
            } catch {
                return .failure(error)
            }
            let details = ["host": Self.host(of: wanted.address), "state": wanted.state.rawValue]
            let record = Self.record(of: .webhookUpdate, on: id, in: app, details, by: name, reason: reason)
            guard wanted != known else {
                try self.audit.add(record, .nothing, to: unit)
                return .success(ActionResult(known, nothing: .webhookSame))
            }
            return try self.change(id, of: app, in: unit, entering: record, fill).map { ActionResult($0) }
        }
    }

    /// Removes an endpoint with its unpublished events.
    package func remove(
        _ id: WebhookID,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) {
        // The removal has steps, because the backlog of a dead endpoint may be large.
        let (endpoint, ended) = try await self.starting(app) {
            unit -> Result<(WebhookEndpoint, AuditRecord), WebhookError> in
            guard let endpoint = try unit.webhook(id, of: app) else { return .failure(.unknown) }
            let details = ["host": Self.host(of: endpoint.address)]
            let record = Self.record(of: .webhookDelete, on: id, in: app, details, by: name, reason: reason)
            let begun = try self.audit.add(record, .begun, to: unit)
            return try self.change(id, of: app, in: unit, entering: nil) { endpoint throws(WebhookError) in
                endpoint.state = .paused
            }
            .map { _ in (endpoint, record.ending(begun)) }
        }
        try await self.storing { () throws(RepositoryError) in
            var step = Self.retryStep
            while step == Self.retryStep {
                step = try await self.repository.write { unit in
                    try unit.forgetPending(of: endpoint.sink, app: app, limit: Self.retryStep)
                }
            }
        }
        try await self.storing { () throws(RepositoryError) in
            try await self.audit.enter(ended) { () throws(RepositoryError) in
                try await IdempotentWork.deciding { _ in
                    id
                } by: { () throws(RepositoryError) in
                    try await self.repository.write { unit in
                        try unit.changeWebhooks(of: app) { endpoints in
                            endpoints.removeAll { $0.id == id }
                        }
                    }
                }
            }
        }
    }

    /// Gives an endpoint a new secret, which is shown once; the previous one stays valid for a time.
    ///
    /// With a time of 0 the previous secret becomes invalid at once, as after a leak. It also becomes invalid where the
    /// key from which it was derived is missing; the new secret is then derived from the existing key, or from a new
    /// one.
    package func rotate(
        _ id: WebhookID,
        formerFor life: Span = Self.formerLife,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> WebhookWithSecret {
        let known = try await self.eventEndpoint(id, in: app)
        let record = Self.record(of: .webhookRotate, on: id, in: app, by: name, reason: reason)
        let now = self.ambient.now()
        let counting = try self.keyed { () throws(WebhookSecretsError) in try self.secrets.fingerprint() }
        let refusal: @Sendable (WebhookEndpoint) -> WebhookError? = { endpoint in
            guard let until = endpoint.formerUntil, until > now, life > Span(milliseconds: 0),
                endpoint.keyFingerprint ?? counting == counting
            else { return nil }
            return .rotationUnderWay(until: until)
        }
        if let refusal = refusal(known) {
            _ = try await self.storing { () throws(RepositoryError) in
                try await self.audit.add(record, .refused(code: refusal.code))
            }
            throw refusal
        }
        // The key may be created now, which a transaction must not do.
        let present = try self.keyed { () throws(WebhookSecretsError) in try self.secrets.establishedFingerprint() }
        let endpoint = try await self.changing(app) { unit in
            try self.change(id, of: app, in: unit, entering: record) { endpoint throws(WebhookError) in
                if let refusal = refusal(endpoint) { throw refusal }
                let hasFormer = counting != nil && (endpoint.keyFingerprint ?? present) == present
                endpoint.generation += 1
                endpoint.formerUntil =
                    hasFormer && life > Span(milliseconds: 0) ? now + min(life, Self.maximumFormerLife) : nil
                endpoint.keyFingerprint = present
            }
        } deciding: { rotated in
            (try? self.secret(of: rotated)).map { WebhookWithSecret(endpoint: rotated, secret: $0) }
        }
        guard let secret = try self.secret(of: endpoint) else { throw .relayCannot }
        return WebhookWithSecret(endpoint: endpoint, secret: secret)
    }

    // MARK: Shared

    /// Returns an endpoint, or throws where there is none.
    func endpoint(_ id: WebhookID, in app: AppName) async throws(WebhookError) -> WebhookEndpoint {
        try await self.asking(app) { view in
            try view.webhook(id, of: app).map { .success($0) } ?? .failure(.unknown)
        }
    }

    /// Returns an endpoint that receives events, or throws where there is none or it is a relay, which does not support
    /// the request.
    func eventEndpoint(_ id: WebhookID, in app: AppName) async throws(WebhookError) -> WebhookEndpoint {
        try await self.asking(app) { view in try view.eventWebhook(id, of: app) }
    }

    /// Reads the ledger about an app, and throws why there is no answer.
    func asking<Answer: Sendable>(
        _ app: AppName,
        name: StaticString = #function,
        _ question: @escaping @Sendable (any ReadView) throws -> Result<Answer, WebhookError>
    ) async throws(WebhookError) -> Answer {
        try self.check(app)
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.read(name: name, question)
        }.get()
    }

    /// Runs one unit of work about an app, which is the first of several steps, and throws why it changed nothing.
    private func starting<Changed: Sendable>(
        _ app: AppName,
        name: StaticString = #function,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Result<Changed, WebhookError>
    ) async throws(WebhookError) -> Changed {
        try self.check(app)
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.write(name: name, work)
        }.get()
    }

    /// Runs one unit of work about an app whose success is the answer to the request, and throws why it changed
    /// nothing.
    ///
    /// `result` is the answer for the caller, which a repeated request gets too; `nil` where there is none.
    func changing<Changed: Sendable>(
        _ app: AppName,
        name: StaticString = #function,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Result<Changed, WebhookError>,
        deciding result: @escaping @Sendable (Changed) -> (any Sendable)? = { $0 }
    ) async throws(WebhookError) -> Changed {
        try self.check(app)
        let decision: @Sendable (Result<Changed, WebhookError>) -> (any Sendable)? = { changed in
            (try? changed.get()).flatMap(result)
        }
        return try await self.storing { () throws(RepositoryError) in
            try await IdempotentWork.deciding(decision) { () throws(RepositoryError) in
                try await self.repository.write(name: name, work)
            }
        }.get()
    }

    /// A change of an endpoint, or the reason why it is not possible.
    typealias Change = @Sendable (inout WebhookEndpoint) throws(WebhookError) -> Void

    /// Changes an existing endpoint in a unit of work, and enters the action with its result where a record is given.
    func change(
        _ id: WebhookID,
        of app: AppName,
        in unit: any UnitOfWork,
        entering record: AuditRecord?,
        _ change: Change
    ) throws -> Result<WebhookEndpoint, WebhookError> {
        let changed = try unit.changeWebhooks(of: app) { endpoints in Self.change(id, among: &endpoints, change) }
        if let record {
            let outcome: AuditOutcome =
                switch changed {
                case .success: .done
                case .failure(let refusal): .refused(code: refusal.code)
                }
            try self.audit.add(record, outcome, to: unit)
        }
        return changed
    }

    private static func change(
        _ id: WebhookID,
        among endpoints: inout [WebhookEndpoint],
        _ change: Change
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

    /// Returns the audit record of an action on an endpoint; the details name the app too.
    ///
    /// An action about one customer is stored as an action on that customer without their name, so that it is anonymous
    /// once they are erased.
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

    /// Makes all failed event streams of an endpoint due at once, resets its failures, and returns their number.
    func retryAll(_ endpoint: WebhookEndpoint, withSuspended: Bool) async throws(WebhookError) -> Int {
        try await self.storing { () throws(RepositoryError) in
            var count = 0
            while true {
                let step = try await self.repository.write { unit in
                    try unit.retryStreams(
                        of: endpoint.sink,
                        app: endpoint.app,
                        withSuspended: withSuspended,
                        limit: Self.retryStep
                    )
                }
                count += step
                if step < Self.retryStep { return count }
            }
        }
    }

    /// Calls the repository and throws its errors as errors of this service.
    func storing<Answer>(
        _ work: () async throws(RepositoryError) -> Answer
    ) async throws(WebhookError) -> Answer {
        do throws(RepositoryError) {
            return try await work()
        } catch {
            throw .storage(error)
        }
    }

    /// Throws where the app is not served.
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

    /// Returns the fingerprint of the key for one more endpoint.
    ///
    /// A key is created only for the first endpoint: where there are others, their key was lost, and a new one would
    /// hide that.
    private func fingerprintForMore() async throws(WebhookError) -> String {
        if let known = try self.keyed({ () throws(WebhookSecretsError) in try self.secrets.fingerprint() }) {
            return known
        }
        let isFirst = try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in
                try self.apps.allSatisfy { try view.webhooks(of: $0).allSatisfy { $0.content != .events } }
            }
        }
        guard isFirst else { throw .secrets(self.secrets.missing) }
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

    /// Returns the normal form of an address in a request.
    func address(_ text: String) throws(WebhookError) -> String {
        do throws(OutboundURLError) {
            let url = try OutboundURL(text)
            try url.check(by: self.addresses)
            return url.description
        } catch {
            throw .address(error)
        }
    }

    func newName() -> WebhookID {
        WebhookID("we_" + Hexadecimal.text(self.ambient.randomBytes(Self.nameBytes)))
    }

    /// Returns the default title of an endpoint.
    static func title(of address: String) -> String {
        String(Self.host(of: address).prefix(WebhookDraft.maximumTitle))
    }

    /// Returns the host and port of an address: the rest may contain a secret, which must not be in the audit log.
    private static func host(of address: String) -> String {
        String(address.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" && $0 != "?" })
    }

    static func refusal(of endpoint: WebhookEndpoint, among all: [WebhookEndpoint]) -> WebhookError? {
        guard endpoint.isFulfiller, let other = all.first(where: { $0.isFulfiller && $0.id != endpoint.id }) else {
            return nil
        }
        return .fulfillerTaken(other.id)
    }
}

extension ReadView {
    /// Returns an endpoint with its health.
    fileprivate func report(on endpoint: WebhookEndpoint) throws -> WebhookReport {
        let (app, sink) = (endpoint.app, endpoint.sink)
        return WebhookReport(
            endpoint: endpoint,
            health: try self.health(of: endpoint.id, app: app),
            waiting: try self.waitingCounts(of: sink, app: app),
            oldestWaitingAt: try self.oldestUnsentEvent(for: sink, of: app, limit: WebhookService.retryStep)
        )
    }

    /// Returns an endpoint of an app.
    func webhook(_ id: WebhookID, of app: AppName) throws -> WebhookEndpoint? {
        try self.webhooks(of: app).first { $0.id == id }
    }

    /// Returns an endpoint of an app that receives events, or why there is none: it may be a relay, which does not
    /// support the request.
    func eventWebhook(_ id: WebhookID, of app: AppName) throws -> Result<WebhookEndpoint, WebhookError> {
        guard let endpoint = try self.webhook(id, of: app) else { return .failure(.unknown) }
        return endpoint.content == .events ? .success(endpoint) : .failure(.relayCannot)
    }
}
