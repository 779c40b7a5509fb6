import AppStore

extension World {
    /// What a customer is shown who is about to cancel a subscription.
    ///
    /// The app's server is asked with a signed request at the address it has configured; where it is of no help, the
    /// default message of the product and locale is shown, and where there is none, nothing. Nothing is canceled.
    public func retentionMessage(
        for originalTransactionId: String,
        locale: String,
        sending sender: RealtimeSender
    ) async throws(WorldError) -> RetentionOffer {
        let (app, request, address) = try self.change { state throws(WorldError) in
            let app = state.transactions[try state.index(ofTransaction: originalTransactionId)].app
            guard let subject = try? state.retentionSubject(originalTransactionId, app: Int(app)) else {
                throw .unknownTransaction(originalTransactionId)
            }
            var messaging = state.retentionMessaging(app: Int(app))
            let request = messaging.request(for: subject, locale: locale, at: state.now)
            state.retentionMessagingByApp[Int(app)] = messaging
            return (Int(app), request, messaging.realtimeURL)
        }
        var reply: RealtimeReply?
        if let address { reply = await sender(address, request.body(signer: self.signer)) }
        let answer = reply
        let product = request.productId ?? ""
        return self.look { state in
            state.retentionMessaging(app: app).offer(
                after: answer,
                product: product,
                siblings: state.siblings(of: product, app: app),
                locale: locale,
                at: state.now
            )
        }
    }

    /// Changes how the store treats an app's retention messages.
    public func setRetentionBehavior(_ behavior: RetentionBehavior, of bundleId: String? = nil) throws(WorldError) {
        try self.change { state throws(WorldError) in
            let app = try state.index(ofApp: bundleId)
            var messaging = state.retentionMessaging(app: app)
            messaging.behavior = behavior
            state.retentionMessagingByApp[app] = messaging
        }
    }

    /// How the store treats an app's retention messages.
    public func retentionBehavior(of bundleId: String? = nil) throws(WorldError) -> RetentionBehavior {
        try self.change { state throws(WorldError) in
            state.retentionMessaging(app: try state.index(ofApp: bundleId)).behavior
        }
    }

    /// Answers an operation of the Retention Messaging API.
    ///
    /// `imageSize` is the query's parameter of that name. When the answer says that a performance test begins, whoever
    /// answers runs it.
    package func answer(
        _ operation: RetentionOperation,
        imageSize: String? = nil,
        body: [UInt8] = [],
        app: Int
    ) -> RetentionResponse {
        self.update { $0.answer(operation, imageSize: imageSize, body: body, app: app) }
    }

    /// Sends the requests of a performance test that was started, and returns when all are answered.
    package func runPerformanceTest(_ identifier: String, app: Int, sending sender: @escaping RealtimeSender) async {
        guard let test = self.look({ $0.retentionMessaging(app: app).test(identifier) }) else { return }
        await test.run(signer: self.signer, sending: sender) { result, milliseconds in
            self.update { state in
                state.retentionMessagingByApp[app]?.record(result, milliseconds: milliseconds, inTest: identifier)
            }
        }
    }
}
