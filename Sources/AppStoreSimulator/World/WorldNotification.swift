public import AppStore

/// One notification that the store sends to an app's server.
///
/// It stores the state that it describes and signs its payload on first use, so that unread notifications cost little.
public struct WorldNotification: Sendable {
    /// Its index among all notifications of its world, from 0.
    public let index: Int
    /// Its type.
    public let type: NotificationType
    /// Its subtype.
    public let subtype: NotificationSubtype?
    /// The instant of signing on the world's clock.
    public let signedAt: Timestamp
    /// The customer that it concerns, if it concerns one.
    public let customer: WorldCustomer?
    /// The app whose server receives it.
    public let app: WorldApp
    /// The identifier of the transaction.
    public let transactionId: String?
    /// Whether a customer caused the notification, rather than the store.
    public let isByCustomer: Bool
    let content: Content
    /// The corruption that a fault applies at delivery.
    var alteration: Alteration?
    /// The body that is posted instead, to an app whose server receives version 1.
    var oldBody: [UInt8]?
    let seed: UInt64
    let signer: StoreSigner

    /// An intentional corruption of a delivery.
    enum Alteration: Hashable, Sendable {
        /// A defect of the signed data.
        case defect(SigningDefect)
        /// The payload names the other environment.
        case otherEnvironment
    }

    /// The content of its payload.
    enum Content: Sendable {
        case transaction(TransactionPayload, RenewalInfoPayload?, SubscriptionStatus?, ConsumptionRequestReason?)
        case app
        case massExtension(NotificationSummary)
        case copy(AppTransactionPayload)
        case externalPurchase(ExternalPurchaseToken)
        case unclaimedSeats(originalTransactionId: String, [String])
    }

    /// The notificationUUID, the same for every attempt to deliver it.
    public var uuid: String {
        var generator = SeededGenerator(seed: self.seed &+ UInt64(self.index), purpose: "notification")
        return generator.uuid()
    }

    /// `TYPE/SUBTYPE`, or `TYPE/-` without one.
    public var name: String { Self.name(self.type, self.subtype) }

    /// `TYPE/SUBTYPE`, or `TYPE/-` without one.
    static func name(_ type: NotificationType, _ subtype: NotificationSubtype?) -> String {
        "\(type.rawValue)/\(subtype?.rawValue ?? "-")"
    }

    /// Apple's status of the subscription, for a subscription.
    public var status: SubscriptionStatus? {
        guard case .transaction(_, _, let status, _) = self.content else { return nil }
        return status
    }

    /// The payload of the signed transaction.
    public var transactionPayload: TransactionPayload? {
        guard case .transaction(let payload, _, _, _) = self.content else { return nil }
        return payload
    }

    /// The payload of the signed renewal info, for a subscription.
    public var renewalInfoPayload: RenewalInfoPayload? {
        guard case .transaction(_, let payload, _, _) = self.content else { return nil }
        return payload
    }

    /// The payload of the signed notification.
    public var payload: NotificationPayload {
        var payload = NotificationPayload()
        payload.notificationType = self.type
        payload.subtype = self.subtype
        payload.notificationUUID = self.uuid
        payload.version = "2.0"
        payload.signedDate = self.signedAt
        switch self.content {
        case .transaction(let transaction, let renewal, let status, let reason):
            var data = self.data
            data.signedTransactionInfo = SignedData(self.signer.sign(transaction.json()))
            data.signedRenewalInfo = renewal.map { SignedData(self.signer.sign($0.json())) }
            data.status = status
            data.consumptionRequestReason = reason
            payload.data = data
        case .app: payload.data = self.data
        case .massExtension(let summary): payload.summary = summary
        case .copy(let transaction):
            payload.appData = .with {
                $0.appAppleId = self.appAppleId
                $0.bundleId = self.app.bundleId
                $0.environment = AppStoreEnvironment(rawValue: self.app.environment.rawValue)
                $0.signedAppTransactionInfo = SignedData(self.signer.sign(transaction.json()))
            }
        case .externalPurchase(let token): payload.externalPurchaseToken = token
        case .unclaimedSeats(let originalTransactionId, let claims):
            payload.unclaimInfo = .with {
                $0.appAppleId = self.appAppleId
                $0.bundleId = self.app.bundleId
                $0.environment = AppStoreEnvironment(rawValue: self.environment.rawValue)
                $0.originalTransactionId = originalTransactionId
                $0.unclaimSeatIds = claims
            }
        }
        return payload
    }

    /// The signed notification.
    public var signedPayload: [UInt8] {
        guard case .defect(let defect)? = self.alteration else { return self.signer.sign(self.payload.json()) }
        return self.signer.sign(self.payload.json(), defect: defect)
    }

    /// The body that is posted to the app's server.
    public var body: [UInt8] {
        if let oldBody { return oldBody }
        return Array("{\"signedPayload\":\"".utf8) + self.signedPayload + Array("\"}".utf8)
    }

    private var appAppleId: Int64? { self.app.behavior.namesAppleIdentifier ? self.app.appAppleId : nil }

    private var environment: WorldEnvironment {
        guard self.alteration == .otherEnvironment else { return self.app.environment }
        return self.app.environment == .production ? .sandbox : .production
    }

    private var data: NotificationData {
        var data = NotificationData()
        data.appAppleId = self.appAppleId
        data.bundleId = self.app.bundleId
        data.bundleVersion = self.app.bundleVersion
        data.environment = AppStoreEnvironment(rawValue: self.environment.rawValue)
        return data
    }
}
