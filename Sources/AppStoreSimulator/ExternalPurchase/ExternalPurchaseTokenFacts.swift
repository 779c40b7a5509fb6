package import AppStore

/// One external purchase token.
///
/// Instants are milliseconds since 1970.
package struct ExternalPurchaseTokenFacts: Sendable {
    /// Apple's externalPurchaseId; those of the sandbox begin with `SANDBOX`.
    package let id: String
    /// The app's index.
    package let app: Int
    /// The customer's index.
    package let customer: Int
    /// The instant of creation.
    package let createdAt: Int64
    /// The type of a custom link's token; `nil` for a plain link.
    package let type: ExternalPurchaseTokenType?
    /// The end of a custom link's token.
    package let expiresAt: Int64?
    /// The status in the latest report.
    package internal(set) var reportedStatus: ExternalPurchaseReportStatus?
    /// The instant of the latest report.
    package internal(set) var reportedAt: Int64?

    /// Whether a report exists.
    package var isReported: Bool { self.reportedStatus != nil }

    /// Returns whether the token is active: from its creation until it expires.
    package func isActive(at instant: Int64) -> Bool {
        instant >= self.createdAt && self.expiresAt.map { instant < $0 } ?? true
    }

    /// Returns the token in the form of a notification.
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

    /// Returns the token in the form that StoreKit gives to the app, or adds to the link: the same JSON, in base64url.
    package func text(app: WorldApp) -> String {
        String(decoding: Base64URL.encode(self.payload(app: app).json()), as: UTF8.self)
    }
}
