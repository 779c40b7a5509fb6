public import AppStore

/// A notification of a simulated store: version 2, signed when its payload is asked for.
///
/// It holds the states at the instant it was made, and signing them is reproducible: however often and however late the
/// payload is asked for, its bytes are the same.
public struct WorldNotification: Sendable {
    /// The notification's UUID, the same in every attempt to deliver it.
    public let uuid: String
    /// The type.
    public let type: NotificationType
    /// The subtype, of types that have one.
    public let subtype: NotificationSubtype?
    /// When it and what it carries are signed.
    public let signedAt: Timestamp
    /// Whom it is about.
    public let customer: WorldCustomer
    /// The app it is for.
    public let app: WorldApp
    /// The state of the transaction.
    let transaction: TransactionFacts
    /// The state of the subscription.
    let subscription: SubscriptionFacts?
    /// Signs.
    let signer: StoreSigner

    /// The type and subtype as `TYPE/SUBTYPE`, or `TYPE/-`.
    public var name: String {
        "\(self.type.rawValue)/\(self.subtype?.rawValue ?? "-")"
    }

    /// The status of the subscription, if it is about one.
    public var status: SubscriptionStatus? { self.subscription?.status }

    /// What it says about the transaction.
    public var transactionPayload: TransactionPayload {
        self.transaction.payload(app: self.app, signedAt: self.signedAt.milliseconds)
    }

    /// What it says about the next renewal, of an auto-renewable subscription.
    public var renewalInfoPayload: RenewalInfoPayload? {
        self.subscription?.payload(app: self.app, signedAt: self.signedAt.milliseconds)
    }

    /// What it says, with what it carries already signed.
    public var payload: NotificationPayload {
        var data = NotificationData()
        data.appAppleId = self.app.conduct.namesAppleIdentifier ? self.app.appAppleId : nil
        data.bundleId = self.app.bundleId
        data.bundleVersion = self.app.bundleVersion
        data.environment = AppStoreEnvironment(rawValue: self.app.environment.rawValue)
        data.signedTransactionInfo = SignedData(self.signer.sign(self.transactionPayload.json()))
        data.signedRenewalInfo = self.renewalInfoPayload.map { SignedData(self.signer.sign($0.json())) }
        data.status = self.status
        var payload = NotificationPayload()
        payload.notificationType = self.type
        payload.subtype = self.subtype
        payload.notificationUUID = self.uuid
        payload.data = data
        payload.version = "2.0"
        payload.signedDate = self.signedAt
        return payload
    }

    /// The compact JWS of the payload.
    public var signedPayload: [UInt8] {
        self.signer.sign(self.payload.json())
    }

    /// The body that is posted: `{"signedPayload": "..."}`.
    public var body: [UInt8] {
        Array("{\"signedPayload\":\"".utf8) + self.signedPayload + Array("\"}".utf8)
    }
}
