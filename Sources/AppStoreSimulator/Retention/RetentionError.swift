/// The reason why the Retention Messaging API refuses a request; the raw value is Apple's errorCode.
///
/// The first three digits of the code are the HTTP status. The messages are the simulator's.
package enum RetentionError: Int64, Error, Hashable, Sendable, CaseIterable {
    case badRequest = 4_000_000
    case invalidTransactionId = 4_000_006
    case invalidProductId = 4_000_023
    case appTransactionIdNotSupported = 4_000_048
    case invalidImage = 4_000_161
    case headerTooLong = 4_000_162
    case bodyTooLong = 4_000_163
    case invalidLocale = 4_000_164
    case altTextTooLong = 4_000_175
    case familyTransactionNotSupported = 4_000_185
    case notOriginalTransactionId = 4_000_187
    case invalidPerformanceTestRequest = 4_000_211
    case invalidRequestId = 4_000_212
    case existingPerformanceTestRun = 4_000_213
    case badRealtimeURL = 4_000_215
    case badImageSize = 4_000_216
    case tooManyBulletPoints = 4_000_218
    case bulletPointTextTooLong = 4_000_219
    case aboveImageNeedsImage = 4_000_224
    case tooManyImages = 4_030_014
    case tooManyMessages = 4_030_016
    case messageNotApproved = 4_030_017
    case imageNotApproved = 4_030_018
    case imageInUse = 4_030_019
    case noPassingTest = 4_030_026
    case originalTransactionIdNotFound = 4_040_005
    case imageNotFound = 4_040_014
    case messageNotFound = 4_040_015
    case performanceTestNotFound = 4_040_018
    case defaultMessageNotFound = 4_040_020
    case realtimeURLNotFound = 4_040_021
    case imageAlreadyExists = 4_090_000
    case messageAlreadyExists = 4_090_001

    /// The HTTP status.
    package var status: Int { Int(self.rawValue / 10000) }

    /// The message for people.
    package var message: String {
        switch self {
        case .badRequest: "The request is malformed."
        case .invalidTransactionId: "The transaction identifier is invalid."
        case .invalidProductId: "The app has no auto-renewable subscription with this identifier."
        case .appTransactionIdNotSupported: "The identifier of an app transaction is not supported here."
        case .invalidImage: "The image must be a PNG without transparency in the required size."
        case .headerTooLong: "A header has at most 66 characters."
        case .bodyTooLong: "A body has at most 144 characters."
        case .invalidLocale: "The locale is invalid."
        case .altTextTooLong: "The alternative text of an image has at most 150 characters."
        case .familyTransactionNotSupported: "The transaction is shared within a family."
        case .notOriginalTransactionId: "The identifier is not that of an original transaction."
        case .invalidPerformanceTestRequest: "A performance test needs a subscription bought in the sandbox."
        case .invalidRequestId: "The identifier of the performance test is invalid."
        case .existingPerformanceTestRun: "A performance test is running."
        case .badRealtimeURL: "The realtime URL is invalid."
        case .badImageSize: "The image does not have the size that its position requires."
        case .tooManyBulletPoints: "A message has at most 5 bullet points."
        case .bulletPointTextTooLong: "A bullet point has at most 66 characters."
        case .aboveImageNeedsImage: "A header above the image needs an image."
        case .tooManyImages: "The app has reached the maximum number of images."
        case .tooManyMessages: "The app has reached the maximum number of messages."
        case .messageNotApproved: "The message is not approved."
        case .imageNotApproved: "The message's image is not approved."
        case .imageInUse: "A message uses the image."
        case .noPassingTest: "No performance test of this URL has passed."
        case .originalTransactionIdNotFound: "There is no original transaction with this identifier."
        case .imageNotFound: "There is no image with this identifier."
        case .messageNotFound: "There is no message with this identifier."
        case .performanceTestNotFound: "There is no performance test with this identifier."
        case .defaultMessageNotFound: "The product has no default message in this locale."
        case .realtimeURLNotFound: "The app has no realtime URL."
        case .imageAlreadyExists: "An image with this identifier exists already."
        case .messageAlreadyExists: "A message with this identifier exists already."
        }
    }
}
