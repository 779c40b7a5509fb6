import AppStore
import Foundation

/// What the store keeps of one app's retention messages: images, messages, defaults, the realtime address and its tests.
///
/// A pure value: requests and the world's instant go in, answers come out. All identifiers are UUIDs and are compared
/// in lower case. Instants are milliseconds since 1970.
package struct RetentionDesk: Sendable {
    /// An image.
    struct Image: Sendable {
        /// What it is for.
        let size: ImageSize
        /// When it came.
        let uploadedAt: Int64
        /// What was decided by hand.
        var decision: ImageState?
    }

    /// A message.
    struct Message: Sendable {
        /// What it says.
        let content: UploadMessageRequestBody
        /// When it came.
        let uploadedAt: Int64
        /// What was decided by hand.
        var decision: MessageState?

        /// The images it shows.
        var images: [String] {
            let places =
                [self.content.image?.imageIdentifier] + (self.content.bulletPoints ?? []).map(\.imageIdentifier)
            return places.compactMap { $0?.lowercased() }
        }
    }

    /// What a default message is for.
    struct Target: Hashable, Sendable {
        /// The product.
        let product: String
        /// The locale, in lower case.
        let locale: String

        /// The message for a product and a locale.
        init(product: String, locale: String) {
            self.product = product
            self.locale = locale.lowercased()
        }
    }

    /// How the store behaves.
    package var conduct: RetentionConduct
    /// The address that is asked for messages.
    package internal(set) var realtimeURL: String?
    /// The images by identifier.
    var images: [String: Image] = [:]
    /// The identifiers of images, in the order they came.
    var imageOrder: [String] = []
    /// The messages by identifier.
    var messages: [String: Message] = [:]
    /// The identifiers of messages, in the order they came.
    var messageOrder: [String] = []
    /// The messages shown when the app's server has none.
    var defaults: [Target: String] = [:]
    /// The performance tests by identifier.
    var tests: [String: RetentionTest] = [:]
    /// The addresses of which a test has passed.
    var passedURLs: Set<String> = []
    /// Makes the identifiers of requests and tests.
    var identifiers: SeededGenerator

    /// The desk of an app that has uploaded nothing.
    package init(conduct: RetentionConduct, seed: UInt64) {
        self.conduct = conduct
        self.identifiers = SeededGenerator(seed: seed, purpose: "retention")
    }

    /// An identifier as it is kept, or `badRequest`.
    static func identifier(_ text: String?) throws(RetentionFault) -> String {
        guard let text, UUID(uuidString: text) != nil else { throw .badRequest }
        return text.lowercased()
    }

    /// Reads the body of a request.
    static func read<Body: WireObject>(_ type: Body.Type, _ body: [UInt8]) throws(RetentionFault) -> Body {
        do throws(JSONError) {
            return try Body(json: body)
        } catch {
            throw .badRequest
        }
    }

    /// Whether what came at an instant is approved by now where nobody decided.
    func isReviewed(uploadedAt: Int64, at now: Int64) -> Bool {
        switch self.conduct.review {
        case .atOnce: true
        case .after(let milliseconds): now - uploadedAt >= milliseconds
        case .byHand: false
        }
    }
}
