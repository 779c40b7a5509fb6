public import AppStore

/// The message that a customer about to cancel was shown, and its source.
public struct RetentionOffer: Hashable, Sendable {
    /// The source of the message.
    public enum Source: Hashable, Sendable {
        /// The response of the app's server.
        case realtime(RealtimeResponseBody)
        /// The message that the developer has set up in App Store Connect for the subscription.
        case appStoreConnect
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
        /// The response named a product, or a billing plan of it, to which the customer cannot change.
        case product(String)
        /// The signature of the response does not permit the promotional offer to this customer.
        case promotionalOffer
    }

    /// The source of the message.
    public let source: Source
    /// The identifier of the message that was shown.
    public let messageIdentifier: String?
    /// The identifier of the retention offer that was shown with a message of App Store Connect.
    public let offerIdentifier: String?
    /// Whether the message was shown with its image.
    public let showsImage: Bool
    /// The reason why the response of the app's server was not used, if another message was shown.
    public let failure: Failure?
}

extension RetentionMessaging {
    /// Returns the message for a customer after the reply of the app's server, or without one.
    ///
    /// A valid response comes first. Without one the result is the message of App Store Connect, with the best retention
    /// offer for which the customer is eligible; without that the default message of product and locale; or none.
    package func offer(
        after reply: RealtimeReply?,
        _ choices: RetentionChoices,
        locale: String,
        at now: Int64
    ) -> RetentionOffer {
        let failure: RetentionOffer.Failure
        if let reply {
            let result = reply.result(withinMilliseconds: self.behavior.responseTimeMilliseconds)
            if result == .success, let response = reply.response, let id = response.messageIdentifier {
                guard let reason = self.objection(to: response, message: id, choices, at: now) else {
                    return self.offer(.realtime(response), message: id, choices, failure: nil)
                }
                failure = reason
            } else {
                failure = .endpoint(result)
            }
        } else {
            failure = .noRealtimeURL
        }
        if let message = choices.message {
            return self.offer(.appStoreConnect, message: message.id, choices, failure: failure)
        }
        let fallback = self.defaults[Target(product: choices.product, locale: locale)].flatMap { id in
            (try? self.checkShowable(id, at: now)).map { id }
        }
        return self.offer(fallback == nil ? .nothing : .defaultMessage, message: fallback, choices, failure: failure)
    }

    /// Returns the result for a message that can be shown; one of App Store Connect has the retention offer.
    private func offer(
        _ source: RetentionOffer.Source,
        message id: String?,
        _ choices: RetentionChoices,
        failure: RetentionOffer.Failure?
    ) -> RetentionOffer {
        let message = choices.message?.id == id ? choices.message : nil
        let offer = message == nil ? nil : choices.offer
        let hasImage = message?.hasImage ?? id.flatMap { self.messages[$0]?.content.image != nil } ?? false
        return RetentionOffer(
            source: source,
            messageIdentifier: id,
            offerIdentifier: offer,
            showsImage: hasImage && offer == nil,
            failure: failure
        )
    }

    private func objection(
        to response: RealtimeResponseBody,
        message id: String,
        _ choices: RetentionChoices,
        at now: Int64
    ) -> RetentionOffer.Failure? {
        if response.message != nil, choices.message?.id == id { return nil }
        // A product or an offer is shown with text only.
        let mayHaveImages = response.message != nil || response.advancedCommerceInfo != nil
        guard (try? self.checkShowable(id, at: now)) != nil,
            mayHaveImages || self.messages[id]?.images.isEmpty ?? true
        else { return .message(id) }
        if response.promotionalOffer != nil, !choices.permitsPromotionalOffer { return .promotionalOffer }
        guard let alternate = response.alternateProduct, let product = alternate.productId else { return nil }
        return choices.allows(product, plan: alternate.billingPlanType) ? nil : .product(product)
    }
}
