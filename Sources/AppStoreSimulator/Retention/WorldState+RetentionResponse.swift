import AppStore

/// An operation of the Retention Messaging API, with the values in its path.
package enum RetentionOperation: Hashable, Sendable {
    case uploadImage(String)
    case deleteImage(String)
    case getImageList
    case uploadMessage(String)
    case deleteMessage(String)
    case getMessageList
    case configureDefault(product: String, locale: String)
    case deleteDefault(product: String, locale: String)
    case getDefault(product: String, locale: String)
    case configureRealtimeURL
    case deleteRealtimeURL
    case getRealtimeURL
    case initiatePerformanceTest
    case getPerformanceTestResult(String)

    /// Creates the operation of a request; returns `nil` when there is none.
    ///
    /// `path` has the decoded segments after `/inApps/v1/messaging/`.
    package init?(method: String, path: [String]) {
        switch (method, path.first, path.count) {
        case ("GET", "image", 2) where path[1] == "list": self = .getImageList
        case ("PUT", "image", 2): self = .uploadImage(path[1])
        case ("DELETE", "image", 2): self = .deleteImage(path[1])
        case ("GET", "message", 2) where path[1] == "list": self = .getMessageList
        case ("PUT", "message", 2): self = .uploadMessage(path[1])
        case ("DELETE", "message", 2): self = .deleteMessage(path[1])
        case ("PUT", "default", 3): self = .configureDefault(product: path[1], locale: path[2])
        case ("DELETE", "default", 3): self = .deleteDefault(product: path[1], locale: path[2])
        case ("GET", "default", 3): self = .getDefault(product: path[1], locale: path[2])
        case ("PUT", "realtime", 2) where path[1] == "url": self = .configureRealtimeURL
        case ("DELETE", "realtime", 2) where path[1] == "url": self = .deleteRealtimeURL
        case ("GET", "realtime", 2) where path[1] == "url": self = .getRealtimeURL
        case ("POST", "performanceTest", 1): self = .initiatePerformanceTest
        case ("GET", "performanceTest", 3) where path[1] == "result": self = .getPerformanceTestResult(path[2])
        default: return nil
        }
    }

    /// The product in the path.
    fileprivate var product: String? {
        guard case .configureDefault(let product, _) = self else { return nil }
        return product
    }
}

/// A response of the Retention Messaging API.
package struct RetentionResponse: Hashable, Sendable {
    /// The HTTP status.
    package let status: Int
    /// The JSON body; empty for none.
    package let body: [UInt8]
    /// The identifier of a performance test that this response starts; the caller must run it with
    /// ``World/runPerformanceTest(_:app:sending:)``.
    package let startedTest: String?

    /// Creates a successful response.
    init(body: [UInt8] = [], startedTest: String? = nil) {
        self.status = 200
        self.body = body
        self.startedTest = startedTest
    }

    /// Creates an error response.
    init(_ fault: RetentionError) {
        self.status = fault.status
        self.body = APIErrorResponse.with {
            $0.errorCode = fault.rawValue
            $0.errorMessage = fault.message
        }.json()
        self.startedTest = nil
    }
}

extension WorldState {
    /// Responds to an operation of the Retention Messaging API for an app; an error changes nothing.
    mutating func answer(
        _ operation: RetentionOperation,
        imageSize: String?,
        body: [UInt8],
        app: Int
    ) -> RetentionResponse {
        do throws(RetentionError) {
            return try self.perform(operation, imageSize: imageSize, body: body, app: app)
        } catch {
            return RetentionResponse(error)
        }
    }

    private mutating func perform(
        _ operation: RetentionOperation,
        imageSize: String?,
        body: [UInt8],
        app: Int
    ) throws(RetentionError) -> RetentionResponse {
        let now = self.now
        let messaging = self.retentionMessaging(app: app)
        switch operation {
        case .getImageList: return RetentionResponse(body: messaging.imageList(at: now).json())
        case .getMessageList: return RetentionResponse(body: messaging.messageList(at: now).json())
        case .getDefault(let product, let locale):
            return RetentionResponse(body: try messaging.defaultMessage(product: product, locale: locale).json())
        case .getRealtimeURL: return RetentionResponse(body: try messaging.realtimeURLAnswer().json())
        case .getPerformanceTestResult(let id): return RetentionResponse(body: try messaging.testResult(id).json())
        case .initiatePerformanceTest:
            let subject = try self.retentionSubject(try RetentionMessaging.testTransaction(body), app: app)
            let started = try self.changeRetention(app: app) { messaging throws(RetentionError) in
                try messaging.planTest(for: subject, at: now)
            }
            return RetentionResponse(body: started.json(), startedTest: started.requestId)
        default:
            let isSubscription = self.isSubscription(operation.product ?? "", app: app)
            try self.changeRetention(app: app) { messaging throws(RetentionError) in
                try messaging.perform(
                    operation,
                    imageSize: imageSize,
                    body: body,
                    isSubscription: isSubscription,
                    at: now
                )
            }
            return RetentionResponse()
        }
    }
}

extension RetentionMessaging {
    /// Performs an operation that changes the data and returns only success.
    fileprivate mutating func perform(
        _ operation: RetentionOperation,
        imageSize: String?,
        body: [UInt8],
        isSubscription: Bool,
        at now: Int64
    ) throws(RetentionError) {
        switch operation {
        case .uploadImage(let id): try self.uploadImage(body, as: id, size: imageSize, at: now)
        case .deleteImage(let id): try self.deleteImage(id)
        case .uploadMessage(let id): try self.uploadMessage(body, as: id, at: now)
        case .deleteMessage(let id): try self.deleteMessage(id)
        case .configureDefault(let product, let locale):
            try self.configureDefault(
                body,
                product: product,
                locale: locale,
                isSubscription: isSubscription,
                at: now
            )
        case .deleteDefault(let product, let locale): try self.deleteDefault(product: product, locale: locale)
        case .configureRealtimeURL: try self.configureRealtimeURL(body)
        case .deleteRealtimeURL: try self.deleteRealtimeURL()
        case .getImageList, .getMessageList, .getDefault, .getRealtimeURL, .getPerformanceTestResult,
            .initiatePerformanceTest:
            break
        }
    }
}
