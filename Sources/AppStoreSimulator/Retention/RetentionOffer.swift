public import AppStore

/// What a customer about to cancel was shown, and why.
public struct RetentionOffer: Hashable, Sendable {
    /// Where the message came from.
    public enum Source: Hashable, Sendable {
        /// The app's server said it.
        case realtime(RealtimeResponseBody)
        /// The default message of the product and locale.
        case defaultMessage
        /// Nothing was shown.
        case nothing
    }

    /// Why the app's server was of no help.
    public enum Failure: Hashable, Sendable {
        /// The app has no realtime address.
        case noRealtimeURL
        /// It did not answer as it must.
        case endpoint(SendAttemptResult)
        /// It named a message that is not there, or not approved.
        case message(String)
        /// It named a product that the customer cannot change to.
        case product(String)
    }

    /// Where the message came from.
    public let source: Source
    /// The identifier of the message that was shown.
    public let messageIdentifier: String?
    /// Why the app's server was of no help, when the message is not its own.
    public let failure: Failure?
}

extension RetentionMessaging {
    /// What a customer is shown after the app's server replied, or was not asked.
    ///
    /// `siblings` are the products the customer could change to. A message of the server's that cannot be shown gives
    /// way to the default of product and locale, and where there is none, to nothing.
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
        // A product or an offer is shown with words only.
        let mayHaveImages = response.message != nil || response.advancedCommerceInfo != nil
        guard (try? self.checkShowable(id, at: now)) != nil,
            mayHaveImages || self.messages[id]?.images.isEmpty ?? true
        else { return .message(id) }
        guard let product = response.alternateProduct?.productId, !siblings.contains(product) else { return nil }
        return .product(product)
    }
}
