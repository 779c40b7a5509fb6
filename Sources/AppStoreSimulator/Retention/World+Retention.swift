import AppStore

extension World {
    /// Returns the message for a customer who is about to cancel a subscription.
    ///
    /// The store sends a signed request to the app's realtime URL. If the response cannot be used, the result is the
    /// message of App Store Connect with the best retention offer, or the default message of the product and locale, or
    /// none. The method does not cancel anything.
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
        return self.look { state in
            let choices = state.retentionChoices(originalTransactionId, after: answer)
            return state.retentionMessaging(app: app).offer(
                after: answer,
                choices ?? RetentionChoices(product: request.productId ?? ""),
                locale: locale,
                at: state.now
            )
        }
    }

    /// Sets the behavior of retention messages for an app.
    public func setRetentionBehavior(_ behavior: RetentionBehavior, of bundleId: String? = nil) throws(WorldError) {
        try self.change { state throws(WorldError) in
            let app = try state.index(ofApp: bundleId)
            var messaging = state.retentionMessaging(app: app)
            messaging.behavior = behavior
            state.retentionMessagingByApp[app] = messaging
        }
    }

    /// Returns the behavior of retention messages for an app.
    public func retentionBehavior(of bundleId: String? = nil) throws(WorldError) -> RetentionBehavior {
        try self.change { state throws(WorldError) in
            state.retentionMessaging(app: try state.index(ofApp: bundleId)).behavior
        }
    }

    /// Responds to an operation of the Retention Messaging API.
    ///
    /// `imageSize` is the query parameter of that name. When the response starts a performance test, the caller must
    /// run it.
    package func answer(
        _ operation: RetentionOperation,
        imageSize: String? = nil,
        body: [UInt8] = [],
        app: Int
    ) -> RetentionResponse {
        self.update { $0.answer(operation, imageSize: imageSize, body: body, app: app) }
    }

    /// Sends the requests of a started performance test, and returns when all have completed.
    package func runPerformanceTest(_ identifier: String, app: Int, sending sender: @escaping RealtimeSender) async {
        guard let test = self.look({ $0.retentionMessaging(app: app).test(identifier) }) else { return }
        await test.run(signer: self.signer, sending: sender) { result, milliseconds in
            self.update { state in
                state.retentionMessagingByApp[app]?.record(result, milliseconds: milliseconds, inTest: identifier)
            }
        }
    }
}
