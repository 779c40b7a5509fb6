/// The name of one address that is told of events, made when it is entered.
package typealias WebhookID = Identifier<WebhookNamespace>

/// What the names of webhook endpoints name.
package enum WebhookNamespace {}
