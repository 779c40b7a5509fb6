import AppStore

extension RetentionTest {
    /// Sends every request of the test, so many at once as it says, and tells how each went, in any order.
    func run(
        signer: StoreSigner,
        sending sender: @escaping RealtimeSender,
        telling tell: @escaping @Sendable (SendAttemptResult, _ milliseconds: Int64) -> Void
    ) async {
        let limit = self.config.responseTimeThreshold ?? .max
        let target = self.target
        await withTaskGroup(of: Void.self) { group in
            for (place, request) in self.requests.enumerated() {
                if place >= self.config.maxConcurrentRequests ?? 1 { await group.next() }
                group.addTask {
                    let reply = await sender(target, request.body(signer: signer))
                    tell(reply.result(withinMilliseconds: limit), reply.milliseconds)
                }
            }
        }
    }
}

extension RealtimeRequestPayload {
    /// The body that is posted: `{"signedPayload": "..."}`.
    func body(signer: StoreSigner) -> [UInt8] {
        RealtimeRequestBody.with { $0.signedPayload = SignedData(signer.sign(self.json())) }.json()
    }
}
