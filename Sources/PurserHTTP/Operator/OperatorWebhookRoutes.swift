import Hummingbird

/// The operator's commands about events and who is told of them; the app is named in the query.
struct OperatorWebhookRoutes {
    /// Answers about endpoints.
    let exchange: WebhookExchange
    /// Answers about events.
    let events: EventRoutes

    /// Adds the routes under `/operator/v1/webhooks` and `/operator/v1/events`.
    func add(to router: Router<OperatorContext>) {
        router.get("/operator/v1/events") { request, _ in
            try await self.events.page(request, app: OperatorContext.app(in: request))
        }
        router.post("/operator/v1/events/:event/resend") { request, context in
            try await self.exchange.resend(EventRoutes.id(in: context), WebhookCall(request, context))
        }
        router.get("/operator/v1/webhooks") { try await self.exchange.list(WebhookCall($0, $1)) }
        router.post("/operator/v1/webhooks") { try await self.exchange.make(WebhookCall($0, $1)) }
        router.get("/operator/v1/webhooks/:webhook") { try await self.exchange.show(WebhookCall($0, $1)) }
        router.patch("/operator/v1/webhooks/:webhook") { try await self.exchange.change(WebhookCall($0, $1)) }
        router.delete("/operator/v1/webhooks/:webhook") { try await self.exchange.remove(WebhookCall($0, $1)) }
        router.post("/operator/v1/webhooks/:webhook/rotate") { try await self.exchange.rotate(WebhookCall($0, $1)) }
        router.post("/operator/v1/webhooks/:webhook/test") { try await self.exchange.test(WebhookCall($0, $1)) }
        router.get("/operator/v1/webhooks/:webhook/deliveries") {
            try await self.exchange.deliveries(WebhookCall($0, $1))
        }
        router.post("/operator/v1/webhooks/:webhook/release") { try await self.exchange.release(WebhookCall($0, $1)) }
        router.post("/operator/v1/webhooks/:webhook/skip") { try await self.exchange.skip(WebhookCall($0, $1)) }
        router.post("/operator/v1/webhooks/:webhook/replay") { try await self.exchange.replay(WebhookCall($0, $1)) }
        router.delete("/operator/v1/webhooks/:webhook/replay") {
            try await self.exchange.cancelReplay(WebhookCall($0, $1))
        }
    }
}
