import AppStore

extension WorldState {
    /// Answers an operation of the Retention Messaging API for an app; a refusal changes nothing.
    mutating func answer(
        _ operation: RetentionOperation,
        imageSize: String?,
        body: [UInt8],
        app: Int
    ) -> RetentionAnswer {
        do throws(RetentionFault) {
            return try self.perform(operation, imageSize: imageSize, body: body, app: app)
        } catch {
            return RetentionAnswer(error)
        }
    }

    private mutating func perform(
        _ operation: RetentionOperation,
        imageSize: String?,
        body: [UInt8],
        app: Int
    ) throws(RetentionFault) -> RetentionAnswer {
        let now = self.now
        let desk = self.retentionDesk(app: app)
        switch operation {
        case .getImageList: return RetentionAnswer(body: desk.imageList(at: now).json())
        case .getMessageList: return RetentionAnswer(body: desk.messageList(at: now).json())
        case .getDefault(let product, let locale):
            return RetentionAnswer(body: try desk.defaultMessage(product: product, locale: locale).json())
        case .getRealtimeURL: return RetentionAnswer(body: try desk.realtimeURLAnswer().json())
        case .getPerformanceTestResult(let id): return RetentionAnswer(body: try desk.testResult(id).json())
        case .initiatePerformanceTest:
            let subject = try self.retentionSubject(try RetentionDesk.testTransaction(body), app: app)
            let started = try self.changeRetention(app: app) { desk throws(RetentionFault) in
                try desk.planTest(for: subject, at: now)
            }
            return RetentionAnswer(body: started.json(), startedTest: started.requestId)
        default:
            let isSubscription = self.isSubscription(operation.product ?? "", app: app)
            try self.changeRetention(app: app) { desk throws(RetentionFault) in
                try desk.perform(operation, imageSize: imageSize, body: body, isSubscription: isSubscription, at: now)
            }
            return RetentionAnswer()
        }
    }
}

extension RetentionDesk {
    /// Does what changes the desk and has no answer but success.
    fileprivate mutating func perform(
        _ operation: RetentionOperation,
        imageSize: String?,
        body: [UInt8],
        isSubscription: Bool,
        at now: Int64
    ) throws(RetentionFault) {
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

extension RetentionOperation {
    /// The product that the path names.
    fileprivate var product: String? {
        guard case .configureDefault(let product, _) = self else { return nil }
        return product
    }
}
