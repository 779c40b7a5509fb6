public import AppStore

/// The message that a customer about to cancel was shown, and its source.
public struct RetentionOffer: Hashable, Sendable {
    /// The source of the message.
    public enum Source: Hashable, Sendable {
        /// The response of the app's server.
        case realtime(RealtimeResponseBody)
        /// The default message of the product and locale.
        case defaultMessage
        /// No message was shown.
        case nothing
    }

    /// The reason why the response of the app's server was not used.
    public enum Failure: Hashable, Sendable {
        /// The app has no realtime URL.
        case noRealtimeURL
        /// The endpoint did not respond correctly.
        case endpoint(SendAttemptResult)
        /// The response named a message that does not exist or is not approved.
        case message(String)
        /// The response named a product to which the customer cannot change.
        case product(String)
    }

    /// The source of the message.
    public let source: Source
    /// The identifier of the message that was shown.
    public let messageIdentifier: String?
    /// The reason why the response of the app's server was not used, if another message was shown.
    public let failure: Failure?
}

extension RetentionMessaging {
    /// Returns the message for a customer after the reply of the app's server, or without one.
    ///
    /// `siblings` are the products to which the customer could change. Instead of a message that cannot be shown, the
    /// result is the default message of product and locale, or none.
    package func offer(
        after reply: RealtimeReply?,
        product: String,
        siblings: Set<String>,
        locale: String,
        at now: Int64
    ) -> RetentionOffer {
        let failure: RetentionOffer.Failure
        if let reply {
            let result = reply.result(withinMilliseconds: self.behavior.responseTimeMilliseconds)
            if result == .success, let response = reply.response, let id = response.messageIdentifier {
                guard let reason = self.objection(to: response, message: id, siblings: siblings, at: now) else {
                    return RetentionOffer(source: .realtime(response), messageIdentifier: id, failure: nil)
                }
                failure = reason
            } else {
                failure = .endpoint(result)
            }
        } else {
            failure = .noRealtimeURL
        }
        let fallback = self.defaults[Target(product: product, locale: locale)].flatMap { id in
            (try? self.checkShowable(id, at: now)).map { id }
        }
        return RetentionOffer(
            source: fallback == nil ? .nothing : .defaultMessage,
            messageIdentifier: fallback,
            failure: failure
        )
    }

    private func objection(
        to response: RealtimeResponseBody,
        message id: String,
        siblings: Set<String>,
        at now: Int64
    ) -> RetentionOffer.Failure? {
        // A product or an offer is shown with text only.
        let mayHaveImages = response.message != nil || response.advancedCommerceInfo != nil
        guard (try? self.checkShowable(id, at: now)) != nil,
            mayHaveImages || self.messages[id]?.images.isEmpty ?? true
        else { return .message(id) }
        guard let product = response.alternateProduct?.productId, !siblings.contains(product) else { return nil }
        return .product(product)
    }
}
