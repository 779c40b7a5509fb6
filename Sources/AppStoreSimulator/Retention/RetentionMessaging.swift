import AppStore
import Foundation

/// The store's retention messaging data of one app: images, messages, defaults, the realtime URL and its tests.
///
/// It is a pure value without input or output. All identifiers are UUIDs and are compared in lower case. Instants are
/// milliseconds since 1970.
package struct RetentionMessaging: Sendable {
    /// An image.
    struct Image: Sendable {
        /// The use of the image.
        let size: ImageSize
        /// The instant of the upload.
        let uploadedAt: Int64
        /// The review state that a test set.
        var decision: ImageState?
    }

    /// A message.
    struct Message: Sendable {
        /// The content.
        let content: UploadMessageRequestBody
        /// The instant of the upload.
        let uploadedAt: Int64
        /// The review state that a test set.
        var decision: MessageState?

        /// The images of the message.
        var images: [String] {
            let indices =
                [self.content.image?.imageIdentifier] + (self.content.bulletPoints ?? []).map(\.imageIdentifier)
            return indices.compactMap { $0?.lowercased() }
        }
    }

    /// The product and the locale of a default message.
    struct Target: Hashable, Sendable {
        /// The product.
        let product: String
        /// The locale, in lower case.
        let locale: String

        /// Creates a target.
        init(product: String, locale: String) {
            self.product = product
            self.locale = locale.lowercased()
        }
    }

    /// The store's behavior.
    package var behavior: RetentionBehavior
    /// The URL that the store asks for messages.
    package internal(set) var realtimeURL: String?
    /// The images by identifier.
    var images: [String: Image] = [:]
    /// The identifiers of images, in the order of upload.
    var imageOrder: [String] = []
    /// The messages by identifier.
    var messages: [String: Message] = [:]
    /// The identifiers of messages, in the order of upload.
    var messageOrder: [String] = []
    /// The messages that are shown when the app's server has none.
    var defaults: [Target: String] = [:]
    /// The performance tests by identifier.
    var tests: [String: RetentionTest] = [:]
    /// The URLs with a passed test.
    var passedURLs: Set<String> = []
    /// The generator of identifiers of requests and tests.
    var identifiers: SeededGenerator

    /// Creates the data of an app without uploads.
    package init(behavior: RetentionBehavior, seed: UInt64) {
        self.behavior = behavior
        self.identifiers = SeededGenerator(seed: seed, purpose: "retention")
    }

    /// Returns an identifier in its stored form; throws `badRequest` for an invalid one.
    static func identifier(_ text: String?) throws(RetentionError) -> String {
        guard let text, UUID(uuidString: text) != nil else { throw .badRequest }
        return text.lowercased()
    }

    /// Decodes the body of a request.
    static func read<Body: WireObject>(_ type: Body.Type, _ body: [UInt8]) throws(RetentionError) -> Body {
        do throws(JSONError) {
            return try Body(json: body)
        } catch {
            throw .badRequest
        }
    }

    /// Returns whether an upload without a decision is approved by now.
    func isReviewed(uploadedAt: Int64, at now: Int64) -> Bool {
        switch self.behavior.review {
        case .atOnce: true
        case .after(let milliseconds): now - uploadedAt >= milliseconds
        case .byHand: false
        }
    }
}

/// The behavior of a simulated store for retention messages, where Apple's behavior is a number, a choice, or
/// undocumented.
public struct RetentionBehavior: Hashable, Sendable {
    /// The review of images and messages.
    public enum Review: Hashable, Sendable {
        /// Images and messages are approved immediately.
        case atOnce
        /// Images and messages are approved after this time on the world's clock.
        case after(milliseconds: Int64)
        /// Images and messages are pending until a test decides.
        case byHand
    }

    /// The review of images and messages; Apple states that all are pending at first, but not what its sandbox does.
    public var review: Review
    /// The maximum number of images of an app, as Apple documents.
    public var imageLimit = 2000
    /// The maximum number of messages of an app; Apple states that there is a limit, and other sources state its value.
    public var messageLimit = 2000
    /// Whether a realtime URL may be plain `http`, so that a server on this machine can be asked; Apple requires HTTPS.
    public var acceptsPlainURLs = true
    /// Whether performance tests are available: Apple has them in the sandbox only.
    public var offersPerformanceTests: Bool
    /// Whether a realtime URL needs a passed performance test: Apple requires it in production only.
    public var requiresPassedTest: Bool
    /// The number of requests of a performance test.
    public var testRequestCount = 100
    /// The maximum number of concurrent requests.
    public var testConcurrency = 10
    /// The stated duration of a performance test, in milliseconds.
    public var testDurationMilliseconds: Int64 = 60_000
    /// The maximum response time, in milliseconds: about 700 in Apple's sandbox.
    public var responseTimeMilliseconds: Int64 = 700
    /// The required percentage of successful responses.
    public var requiredSuccessPercentage: Int32 = 95

    /// Creates the behavior of an environment: messages are approved immediately in the sandbox, and after a day in
    /// production.
    public init(environment: WorldEnvironment) {
        let isProduction = environment == .production
        self.review = isProduction ? .after(milliseconds: 86_400_000) : .atOnce
        self.offersPerformanceTests = !isProduction
        self.requiresPassedTest = isProduction
    }
}
