import Hummingbird

/// Where a shop says which addresses are told, and looks after what they are told.
struct WebhookRoutes {
    /// Answers.
    let exchange: WebhookExchange

    /// Adds the routes under `/v1/webhooks`.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/webhooks") { try await self.exchange.list(WebhookCall($0, $1)) }
        group.post("/v1/webhooks") { try await self.exchange.make(WebhookCall($0, $1)) }
        group.get("/v1/webhooks/:webhook") { try await self.exchange.show(WebhookCall($0, $1)) }
        group.patch("/v1/webhooks/:webhook") { try await self.exchange.change(WebhookCall($0, $1)) }
        group.delete("/v1/webhooks/:webhook") { try await self.exchange.remove(WebhookCall($0, $1)) }
        group.post("/v1/webhooks/:webhook/rotate") { try await self.exchange.rotate(WebhookCall($0, $1)) }
        group.post("/v1/webhooks/:webhook/test") { try await self.exchange.test(WebhookCall($0, $1)) }
        group.get("/v1/webhooks/:webhook/deliveries") { try await self.exchange.deliveries(WebhookCall($0, $1)) }
        group.post("/v1/webhooks/:webhook/release") { try await self.exchange.release(WebhookCall($0, $1)) }
        group.post("/v1/webhooks/:webhook/skip") { try await self.exchange.skip(WebhookCall($0, $1)) }
        group.post("/v1/webhooks/:webhook/replay") { try await self.exchange.replay(WebhookCall($0, $1)) }
        group.delete("/v1/webhooks/:webhook/replay") { try await self.exchange.cancelReplay(WebhookCall($0, $1)) }
    }
}
