import AppStore
import Foundation

/// What the store keeps of one app's retention messages: images, messages, defaults, the realtime address and its
/// tests.
///
/// A pure value: requests and the world's instant go in, answers come out. All identifiers are UUIDs and are compared
/// in lower case. Instants are milliseconds since 1970.
package struct RetentionMessaging: Sendable {
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
            let indices =
                [self.content.image?.imageIdentifier] + (self.content.bulletPoints ?? []).map(\.imageIdentifier)
            return indices.compactMap { $0?.lowercased() }
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
    package var behavior: RetentionBehavior
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

    /// The service of an app that has uploaded nothing.
    package init(behavior: RetentionBehavior, seed: UInt64) {
        self.behavior = behavior
        self.identifiers = SeededGenerator(seed: seed, purpose: "retention")
    }

    /// An identifier as it is kept, or `badRequest`.
    static func identifier(_ text: String?) throws(RetentionError) -> String {
        guard let text, UUID(uuidString: text) != nil else { throw .badRequest }
        return text.lowercased()
    }

    /// Reads the body of a request.
    static func read<Body: WireObject>(_ type: Body.Type, _ body: [UInt8]) throws(RetentionError) -> Body {
        do throws(JSONError) {
            return try Body(json: body)
        } catch {
            throw .badRequest
        }
    }

    /// Whether what came at an instant is approved by now where nobody decided.
    func isReviewed(uploadedAt: Int64, at now: Int64) -> Bool {
        switch self.behavior.review {
        case .atOnce: true
        case .after(let milliseconds): now - uploadedAt >= milliseconds
        case .byHand: false
        }
    }
}

/// How a simulated store treats retention messages where Apple's behavior is a number, a choice, or not documented.
public struct RetentionBehavior: Hashable, Sendable {
    /// How images and messages are reviewed.
    public enum Review: Hashable, Sendable {
        /// Approved as soon as they are there.
        case atOnce
        /// Pending for so many milliseconds of the world's clock, then approved.
        case after(milliseconds: Int64)
        /// Pending until whoever plays the story decides.
        case byHand
    }

    /// How images and messages are reviewed; Apple says that all are pending at first, and not what its sandbox does.
    public var review: Review
    /// How many images an app may have, as Apple says.
    public var imageLimit = 2000
    /// How many messages an app may have; Apple says that there is a limit, others say which.
    public var messageLimit = 2000
    /// Whether a realtime address may be plain `http`, so that a server on this machine can be asked; Apple's may not.
    public var acceptsPlainURLs = true
    /// Whether performance tests can be run: Apple has them in the sandbox only.
    public var offersPerformanceTests: Bool
    /// Whether a realtime address needs a passed performance test: Apple asks for it in production only.
    public var requiresPassedTest: Bool
    /// How many requests a performance test sends.
    public var testRequestCount = 100
    /// How many of them may wait for an answer at once.
    public var testConcurrency = 10
    /// What a performance test says it takes, in milliseconds.
    public var testDurationMilliseconds: Int64 = 60_000
    /// How long an answer may take, in milliseconds: about 700 in Apple's sandbox.
    public var responseTimeMilliseconds: Int64 = 700
    /// How many answers of a hundred must be good.
    public var requiredSuccessPercentage: Int32 = 95

    /// The behavior in an environment: testers' messages are approved at once, real ones after a day.
    public init(environment: WorldEnvironment) {
        let isProduction = environment == .production
        self.review = isProduction ? .after(milliseconds: 86_400_000) : .atOnce
        self.offersPerformanceTests = !isProduction
        self.requiresPassedTest = isProduction
    }
}
