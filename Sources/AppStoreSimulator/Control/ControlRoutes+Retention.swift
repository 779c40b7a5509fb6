import AppStore
import Hummingbird

extension ControlRoutes {
    /// The route that shows what a customer sees who is about to cancel.
    var retention: [ControlRoute] {
        [
            ControlRoute(
                scope: .world,
                method: .post,
                path: "transactions/{id}/retention-message",
                summary: "Show the customer of a subscription what the store shows before a cancellation.",
                query: [("locale", "The customer's locale; the default is `en-US`.")]
            ) { request, context, hosted in
                // The app's server may call the store while it answers, so this route does not hold the queue.
                let offer = try await hosted.world.retentionMessage(
                    for: try context.parameters.require("id"),
                    locale: request.uri.queryParameters["locale"].map(String.init) ?? "en-US",
                    sending: self.realtimeSender ?? { _, _ in .failed(.other, milliseconds: 0) }
                )
                return try ControlJSON.response(ControlResponse.RetentionMessage(offer))
            }
        ]
    }
}

extension ControlResponse {
    /// The message that a customer about to cancel was shown.
    struct RetentionMessage: Encodable {
        /// `realtime`, `appStoreConnect`, `default` or `none`.
        let source: String
        let messageIdentifier: String?
        /// The retention offer beside a message of App Store Connect.
        let offerIdentifier: String?
        let showsImage: Bool
        /// The alternate product that the app's server chose.
        let productId: String?
        /// The reason why the response of the app's server was not used: `noRealtimeURL`, `message`, `product`,
        /// `promotionalOffer`, or Apple's name for the result.
        let failure: String?

        init(_ offer: RetentionOffer) {
            var product: String?
            switch offer.source {
            case .realtime(let response):
                self.source = "realtime"
                product = response.alternateProduct?.productId
            case .appStoreConnect: self.source = "appStoreConnect"
            case .defaultMessage: self.source = "default"
            case .nothing: self.source = "none"
            }
            self.messageIdentifier = offer.messageIdentifier
            self.offerIdentifier = offer.offerIdentifier
            self.showsImage = offer.showsImage
            self.productId = product
            self.failure = offer.failure.map {
                switch $0 {
                case .noRealtimeURL: "noRealtimeURL"
                case .endpoint(let result): result.rawValue
                case .message: "message"
                case .product: "product"
                case .promotionalOffer: "promotionalOffer"
                }
            }
        }
    }
}
