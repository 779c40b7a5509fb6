/// The app and environment that a notification states, from whichever of its objects it contains.
struct NotificationSubject {
    /// The bundle identifier.
    let bundleID: String?
    /// The app's identifier in the App Store.
    let appAppleID: Int64?
    /// The environment.
    ///
    /// An external purchase token states none; its identifier begins with SANDBOX in the Sandbox.
    let environment: AppStoreEnvironment?
    /// Whether part of the notification could not be read, so that an absent value proves nothing.
    let isPartial: Bool

    /// Creates the subject from the first of `data`, `summary`, `externalPurchaseToken`, `appData`, and `unclaimInfo`
    /// that is present.
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
        } else if let download = payload.appData {
            self.bundleID = download.bundleId
            self.appAppleID = download.appAppleId
            self.environment = download.environment
        } else {
            self.bundleID = payload.unclaimInfo?.bundleId
            self.appAppleID = payload.unclaimInfo?.appAppleId
            self.environment = payload.unclaimInfo?.environment
        }
    }
}
