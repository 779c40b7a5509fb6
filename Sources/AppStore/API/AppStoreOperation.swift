/// One operation of Apple's server interfaces, under the name that the simulator's faults and journal use too.
///
/// App Store Server API to 1.22, Retention Messaging API 1.5, Advanced Commerce API 1.2, External Purchase Server API.
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
    /// How often an app may call it in Production, each second; Apple enforces it by the hour.
    ///
    /// In the Sandbox it is a tenth. Apple names no figure for the status of an extension, the groups, V1 of the refund
    /// history and external purchases: the smallest documented figure of their interface that is no test's is taken.
    public var requestsPerSecond: Int {
        switch self {
        case .getTransactionInfo, .getTransactionHistory, .getTransactionHistoryV1, .getAllSubscriptionStatuses,
            .getAppTransactionInfo, .finishTransaction, .sendConsumptionInformation, .sendConsumptionInformationV1,
            .getNotificationHistory, .changeSubscriptionMetadata, .changeSubscriptionPrice, .migrateSubscription:
            50
        case .setAppAccountToken, .extendRenewalDate: 20
        case .lookUpOrderId, .getRefundHistory, .getRefundHistoryV1, .getExtensionStatus, .getCustomerGroups,
            .getGroupMembers, .configureDefaultMessage, .sendExternalPurchaseReport, .getExternalPurchaseReport:
            10
        case .cancelSubscription, .requestTransactionRefund, .revokeSubscription: 5
        case .extendAllRenewalDates, .requestTestNotification, .getTestNotificationStatus, .uploadImage, .deleteImage,
            .getImageList, .uploadMessage, .deleteMessage, .getMessageList, .deleteDefaultMessage, .getDefaultMessage,
            .configureRealtimeUrl, .deleteRealtimeUrl, .getRealtimeUrl, .initiatePerformanceTest,
            .getPerformanceTestResults:
            1
        }
    }

    /// Whether it may be sent again when nobody knows whether the first one arrived.
    ///
    /// What only reads may; so may what says "this is how it shall be", and what carries an identifier by which Apple
    /// knows a repetition. A second test notification or performance test would be another one, and a second report
    /// about the same external purchases would be refused as a duplicate.
    public var isSafeToRepeat: Bool {
        switch self {
        case .requestTestNotification, .initiatePerformanceTest, .sendExternalPurchaseReport: false
        default: true
        }
    }

    /// Apple's answers that, after a first attempt of unknown end, say that it did arrive: the thing is there already,
    /// or is gone already.
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

    /// Whether Apple has it in an environment: orders are looked up in Production only, groups and performance tests
    /// are for the Sandbox.
    public func isAvailable(in environment: AppStoreEnvironment) -> Bool {
        switch self {
        case .lookUpOrderId: environment == .production
        case .getCustomerGroups, .getGroupMembers, .initiatePerformanceTest, .getPerformanceTestResults:
            environment == .sandbox
        default: environment == .production || environment == .sandbox
        }
    }
}
