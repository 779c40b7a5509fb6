/// An operation of Apple's server interfaces.
///
/// The library `AppStoreSimulator` uses the same names.
///
/// The operations belong to the App Store Server API up to 1.23, the Retention Messaging API 1.5, the Advanced Commerce
/// API 1.2, and the External Purchase Server API.
public enum AppStoreOperation: String, CaseIterable, Hashable, Sendable {
    case getTransactionInfo
    case getTransactionHistory
    case getTransactionHistoryV1
    case getAllSubscriptionStatuses
    case getAppTransactionInfo
    case finishTransaction
    case setAppAccountToken
    case sendConsumptionInformation
    case sendConsumptionInformationV1
    case lookUpOrderId
    case getRefundHistory
    case getRefundHistoryV1
    case extendRenewalDate
    case extendAllRenewalDates
    case getExtensionStatus
    case getNotificationHistory
    case requestTestNotification
    case getTestNotificationStatus
    case getCustomerGroups
    case getGroupMembers
    case claimSeat
    case unclaimSeat
    case associateSeat
    case getSeatInfo

    case uploadImage
    case deleteImage
    case getImageList
    case uploadMessage
    case deleteMessage
    case getMessageList
    case configureDefaultMessage
    case deleteDefaultMessage
    case getDefaultMessage
    case configureRealtimeUrl
    case deleteRealtimeUrl
    case getRealtimeUrl
    case initiatePerformanceTest
    case getPerformanceTestResults

    case cancelSubscription
    case changeSubscriptionMetadata
    case changeSubscriptionPrice
    case migrateSubscription
    case requestTransactionRefund
    case revokeSubscription

    case sendExternalPurchaseReport
    case getExternalPurchaseReport
}

extension AppStoreOperation {
    /// The number of requests that Apple allows an app per second in Production; Apple enforces the limit by the hour.
    ///
    /// In the Sandbox, the limit is a tenth of this number. Apple documents no limit for the status of a mass
    /// extension, the customer groups, seats, version 1 of the refund history, and external purchases. For these, the value is
    /// the smallest limit that Apple documents for another operation of the same interface, except test operations.
    public var requestsPerSecond: Int {
        switch self {
        case .getTransactionInfo, .getTransactionHistory, .getTransactionHistoryV1, .getAllSubscriptionStatuses,
            .getAppTransactionInfo, .finishTransaction, .sendConsumptionInformation, .sendConsumptionInformationV1,
            .getNotificationHistory, .changeSubscriptionMetadata, .changeSubscriptionPrice, .migrateSubscription:
            50
        case .setAppAccountToken, .extendRenewalDate: 20
        case .lookUpOrderId, .getRefundHistory, .getRefundHistoryV1, .getExtensionStatus, .getCustomerGroups,
            .getGroupMembers, .claimSeat, .unclaimSeat, .associateSeat, .getSeatInfo, .configureDefaultMessage,
            .sendExternalPurchaseReport, .getExternalPurchaseReport:
            10
        case .cancelSubscription, .requestTransactionRefund, .revokeSubscription: 5
        case .extendAllRenewalDates, .requestTestNotification, .getTestNotificationStatus, .uploadImage, .deleteImage,
            .getImageList, .uploadMessage, .deleteMessage, .getMessageList, .deleteDefaultMessage, .getDefaultMessage,
            .configureRealtimeUrl, .deleteRealtimeUrl, .getRealtimeUrl, .initiatePerformanceTest,
            .getPerformanceTestResults:
            1
        }
    }

    /// Whether the client may send the operation again when it is unknown whether the first attempt arrived.
    ///
    /// Operations that only read, that set a value, or that carry an identifier by which Apple recognizes a repetition
    /// are safe. Not safe are a test notification and a performance test, which a repetition would start a second time,
    /// and a report of external purchases, which Apple would refuse as a duplicate.
    public var isSafeToRepeat: Bool {
        switch self {
        case .requestTestNotification, .initiatePerformanceTest, .sendExternalPurchaseReport: false
        default: true
        }
    }

    /// Apple's error numbers that, after an attempt with an unknown result, show that it succeeded: the object exists
    /// already or is already deleted.
    var numbersOfSuccessAfterUnknown: Set<Int64> {
        switch self {
        case .uploadImage: [4_090_000]
        case .uploadMessage: [4_090_001]
        case .deleteImage: [4_040_014]
        case .deleteMessage: [4_040_015]
        case .deleteDefaultMessage: [4_040_020]
        case .deleteRealtimeUrl: [4_040_021]
        default: []
        }
    }

    /// Returns whether Apple offers the operation in an environment: Look Up Order ID exists in Production only, the
    /// operations for customer groups, seats, and performance tests in the Sandbox only.
    public func isAvailable(in environment: AppStoreEnvironment) -> Bool {
        switch self {
        case .lookUpOrderId: environment == .production
        case .getCustomerGroups, .getGroupMembers, .claimSeat, .unclaimSeat, .associateSeat, .getSeatInfo,
            .initiatePerformanceTest, .getPerformanceTestResults:
            environment == .sandbox
        default: environment == .production || environment == .sandbox
        }
    }
}
