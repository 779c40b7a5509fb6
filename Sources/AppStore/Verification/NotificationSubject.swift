/// Which app and environment a notification says it is about, from whichever of its four objects it has.
struct NotificationSubject {
    /// The bundle id.
    let bundleID: String?
    /// The App Store's number of the app.
    let appAppleID: Int64?
    /// The environment.
    ///
    /// An external purchase token states none; its id begins with SANDBOX in the sandbox.
    let environment: AppStoreEnvironment?
    /// Whether something of the notification could not be read, so that what is absent here proves nothing.
    let isPartial: Bool

    /// The subject, from the first of `data`, `summary`, `externalPurchaseToken` and `appData` that is there.
    init(_ reading: SignedReading<NotificationPayload>) {
        let payload = reading.payload
        self.isPartial = reading.formError != nil
        if let data = payload.data {
            self.bundleID = data.bundleId
            self.appAppleID = data.appAppleId
            self.environment = data.environment
        } else if let summary = payload.summary {
            self.bundleID = summary.bundleId
            self.appAppleID = summary.appAppleId
            self.environment = summary.environment
        } else if let token = payload.externalPurchaseToken {
            self.bundleID = token.bundleId
            self.appAppleID = token.appAppleId
            if reading.hides(token.externalPurchaseId) {
                self.environment = nil
            } else {
                let isSandbox = token.externalPurchaseId?.utf8.starts(with: "SANDBOX".utf8) ?? false
                self.environment = isSandbox ? .sandbox : .production
            }
        } else {
            self.bundleID = payload.appData?.bundleId
            self.appAppleID = payload.appData?.appAppleId
            self.environment = payload.appData?.environment
        }
    }
}
