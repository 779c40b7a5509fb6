package import AppStore

/// One token for purchases outside of the store.
///
/// Instants are milliseconds since 1970.
package struct ExternalPurchaseTokenFacts: Sendable {
    /// Apple's externalPurchaseId; the Sandbox's begin with `SANDBOX`.
    package let id: String
    /// The app's place in the world.
    package let app: Int
    /// The customer's place in the world.
    package let customer: Int
    /// When it was made.
    package let createdAt: Int64
    /// The kind, of tokens of custom links; those of plain links have none.
    package let type: ExternalPurchaseTokenType?
    /// When it ends, of tokens of custom links.
    package let expiresAt: Int64?
    /// What the latest report about it says.
    package internal(set) var reportedStatus: ExternalPurchaseReportStatus?
    /// When the latest report came.
    package internal(set) var reportedAt: Int64?

    /// Whether anything has been reported about it.
    package var isReported: Bool { self.reportedStatus != nil }

    /// Whether it is active: from when it is made until it expires.
    package func isActive(at instant: Int64) -> Bool {
        instant >= self.createdAt && self.expiresAt.map { instant < $0 } ?? true
    }

    /// What a notification says about it.
    package func payload(app: WorldApp) -> ExternalPurchaseToken {
        ExternalPurchaseToken.with {
            $0.externalPurchaseId = self.id
            $0.tokenCreationDate = Timestamp(milliseconds: self.createdAt)
            $0.appAppleId = app.appAppleId
            $0.bundleId = app.bundleId
            $0.tokenType = self.type
            $0.tokenExpirationDate = self.expiresAt.map { Timestamp(milliseconds: $0) }
        }
    }

    /// What StoreKit hands to the app, or puts into the link: the same as JSON, in base64url.
    package func text(app: WorldApp) -> String {
        String(decoding: Base64URL.encode(self.payload(app: app).json()), as: UTF8.self)
    }
}
