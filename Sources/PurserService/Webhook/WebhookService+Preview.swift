package import Ledger

// What requests about endpoints would do, for people who confirm them; nothing is stored or sent.
extension WebhookService {
    /// Returns the endpoint that a draft describes, or throws why it cannot be created.
    ///
    /// Its id is not that of the endpoint that is created later.
    package func preview(
        _ draft: WebhookDraft,
        _ content: WebhookEndpoint.Content,
        in app: AppName,
        by name: String
    ) async throws(WebhookError) -> (endpoint: WebhookEndpoint, count: Int) {
        let endpoint = try self.endpoint(draft, content, in: app, by: name)
        let count = try await self.asking(app) { view -> Result<Int, WebhookError> in
            let endpoints = try view.webhooks(of: app)
            guard endpoints.count < Self.maximumEndpoints else { return .failure(.tooMany) }
            if let refusal = Self.refusal(of: endpoint, among: endpoints) { return .failure(refusal) }
            return .success(endpoints.count)
        }
        return (endpoint, count)
    }

    /// Returns an endpoint as a draft would change it, or throws why it cannot.
    package func preview(
        _ id: WebhookID,
        _ draft: WebhookDraft,
        in app: AppName
    ) async throws(WebhookError) -> (known: WebhookEndpoint, wanted: WebhookEndpoint) {
        let change = self.change(by: draft)
        return try await self.asking(app) {
            view -> Result<(known: WebhookEndpoint, wanted: WebhookEndpoint), WebhookError> in
            let endpoints = try view.webhooks(of: app)
            guard let known = endpoints.first(where: { $0.id == id }) else { return .failure(.unknown) }
            var wanted = known
            do throws(WebhookError) {
                try change(&wanted)
            } catch {
                return .failure(error)
            }
            if let refusal = Self.refusal(of: wanted, among: endpoints) { return .failure(refusal) }
            return .success((known, wanted))
        }
    }

    /// Returns the number of events that a replay would send, or throws why it cannot.
    package func preview(
        replayOf range: ReplayRange,
        to id: WebhookID,
        in app: AppName
    ) async throws(WebhookError) -> Int64 {
        try await self.asking(app) { view -> Result<Int64, WebhookError> in
            switch try view.eventWebhook(id, of: app) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let endpoint) where endpoint.replay != nil: return .failure(.replayUnderWay)
            case .success: break
            }
            guard let positions = try view.positions(in: range, of: app) else { return .failure(.replayEmpty) }
            return .success(positions.upperBound - positions.lowerBound + 1)
        }
    }

    /// Returns the endpoint that a draft describes.
    func endpoint(
        _ draft: WebhookDraft,
        _ content: WebhookEndpoint.Content,
        in app: AppName,
        by name: String
    ) throws(WebhookError) -> WebhookEndpoint {
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
        return endpoint
    }

    /// Returns the change of an endpoint that a draft describes.
    func change(by draft: WebhookDraft) -> Change {
        { endpoint throws(WebhookError) in
            if let text = draft.address { endpoint.address = try self.address(text) }
            if let signature = draft.signature, signature != endpoint.signature { throw .signatureFixed }
            try draft.fill(&endpoint)
        }
    }
}
