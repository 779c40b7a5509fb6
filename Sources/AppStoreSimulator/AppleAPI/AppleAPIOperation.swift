/// An operation of Apple's server interfaces, with the values in its path.
enum AppleAPIOperation: Hashable, Sendable {
    case getTransactionInfo(String)
    case getTransactionHistory(String, isFirstVersion: Bool)
    case getAllSubscriptionStatuses(String)
    case getAppTransactionInfo(String)
    case finishTransaction(String)
    case setAppAccountToken(String)
    case sendConsumptionInformation(String)
    case sendConsumptionInformationV1(String)
    case lookUpOrderId(String)
    case getRefundHistory(String)
    case getRefundHistoryV1(String)
    case extendRenewalDate(String)
    case extendAllRenewalDates
    case getExtensionStatus(product: String, request: String)
    case getNotificationHistory
    case requestTestNotification
    case getTestNotificationStatus(String)
    case getCustomerGroups(String)
    case getGroupMembers(String)
    case seat(SeatOperation, String)
    case retention(RetentionOperation)
    case sendExternalPurchaseReport
    case getExternalPurchaseReport(String)
    case commerce(CommerceOperation, String)

    /// Creates the operation of a method and a path; returns `nil` when there is none.
    init?(_ request: AppleAPIRequest) {
        let path = request.path
        switch (path.first, path.dropFirst().first) {
        case ("inApps", "v1") where path.count > 2 && path[2] == "messaging":
            guard let operation = RetentionOperation(method: request.method, path: Array(path.dropFirst(3))) else {
                return nil
            }
            self = .retention(operation)
        case ("inApps", "v1"): self.init(first: request.method, Array(path.dropFirst(2)))
        case ("inApps", "v2"): self.init(second: request.method, Array(path.dropFirst(2)))
        case ("groups", "v1"):
            switch (request.method, path.dropFirst(2).first, path.count) {
            case ("GET", "currentGroups", 4): self = .getCustomerGroups(path[3])
            case ("GET", "group", 4): self = .getGroupMembers(path[3])
            case (_, "transactions", 5...):
                guard let operation = SeatOperation(method: request.method, path: Array(path.dropFirst(4))) else {
                    return nil
                }
                self = .seat(operation, path[3])
            default: return nil
            }
        case ("externalPurchase", "v1") where path.dropFirst(2).first == "reports":
            switch (request.method, path.count) {
            case ("PUT", 3): self = .sendExternalPurchaseReport
            case ("GET", 4): self = .getExternalPurchaseReport(path[3])
            default: return nil
            }
        case ("advancedCommerce", "v1") where path.count == 5 && request.method == "POST":
            guard let operation = CommerceOperation(noun: path[2], verb: path[3]) else { return nil }
            self = .commerce(operation, path[4])
        default: return nil
        }
    }

    private init?(first method: String, _ path: [String]) {
        switch (method, path.first, path.count) {
        case ("GET", "transactions", 2): self = .getTransactionInfo(path[1])
        case ("GET", "transactions", 3) where path[1] == "appTransactions": self = .getAppTransactionInfo(path[2])
        case ("POST", "transactions", 3) where path[2] == "finish": self = .finishTransaction(path[1])
        case ("PUT", "transactions", 3) where path[1] == "consumption":
            self = .sendConsumptionInformationV1(path[2])
        case ("PUT", "transactions", 3) where path[2] == "appAccountToken": self = .setAppAccountToken(path[1])
        case ("GET", "history", 2): self = .getTransactionHistory(path[1], isFirstVersion: true)
        case ("GET", "lookup", 2): self = .lookUpOrderId(path[1])
        case ("GET", "refund", 3) where path[1] == "lookup": self = .getRefundHistoryV1(path[2])
        case ("POST", "subscriptions", 3) where path[1] == "extend" && path[2] == "mass": self = .extendAllRenewalDates
        case ("GET", "subscriptions", 5) where path[1] == "extend" && path[2] == "mass":
            self = .getExtensionStatus(product: path[3], request: path[4])
        case ("PUT", "subscriptions", 3) where path[1] == "extend": self = .extendRenewalDate(path[2])
        case ("GET", "subscriptions", 2): self = .getAllSubscriptionStatuses(path[1])
        case ("POST", "notifications", 2) where path[1] == "history": self = .getNotificationHistory
        case ("POST", "notifications", 2) where path[1] == "test": self = .requestTestNotification
        case ("GET", "notifications", 3) where path[1] == "test": self = .getTestNotificationStatus(path[2])
        default: return nil
        }
    }

    private init?(second method: String, _ path: [String]) {
        switch (method, path.first, path.count) {
        case ("GET", "history", 2): self = .getTransactionHistory(path[1], isFirstVersion: false)
        case ("GET", "refund", 3) where path[1] == "lookup": self = .getRefundHistory(path[2])
        case ("PUT", "transactions", 3) where path[1] == "consumption": self = .sendConsumptionInformation(path[2])
        default: return nil
        }
    }

    /// The operation's name in faults and in the journal.
    var name: String {
        switch self {
        case .getTransactionInfo: "getTransactionInfo"
        case .getTransactionHistory: "getTransactionHistory"
        case .getAllSubscriptionStatuses: "getAllSubscriptionStatuses"
        case .getAppTransactionInfo: "getAppTransactionInfo"
        case .finishTransaction: "finishTransaction"
        case .setAppAccountToken: "setAppAccountToken"
        case .sendConsumptionInformation: "sendConsumptionInformation"
        case .sendConsumptionInformationV1: "sendConsumptionInformationV1"
        case .lookUpOrderId: "lookUpOrderId"
        case .getRefundHistory: "getRefundHistory"
        case .getRefundHistoryV1: "getRefundHistoryV1"
        case .extendRenewalDate: "extendRenewalDate"
        case .extendAllRenewalDates: "extendAllRenewalDates"
        case .getExtensionStatus: "getExtensionStatus"
        case .getNotificationHistory: "getNotificationHistory"
        case .requestTestNotification: "requestTestNotification"
        case .getTestNotificationStatus: "getTestNotificationStatus"
        case .getCustomerGroups: "getCustomerGroups"
        case .getGroupMembers: "getGroupMembers"
        case .seat(let operation, _): operation.name
        case .retention(let operation): operation.name
        case .sendExternalPurchaseReport: "sendExternalPurchaseReport"
        case .getExternalPurchaseReport: "getExternalPurchaseReport"
        case .commerce(let operation, _): operation.rawValue
        }
    }

    /// The number of calls a second that production allows to an app; Apple enforces it by the hour.
    var requestsPerSecond: Int {
        switch self {
        case .getTransactionInfo, .getTransactionHistory, .getAllSubscriptionStatuses, .getAppTransactionInfo,
            .finishTransaction, .sendConsumptionInformation, .sendConsumptionInformationV1, .getNotificationHistory:
            50
        case .setAppAccountToken, .extendRenewalDate: 20
        case .lookUpOrderId, .getRefundHistory, .getRefundHistoryV1, .getCustomerGroups, .getGroupMembers, .seat,
            .getExtensionStatus, .sendExternalPurchaseReport, .getExternalPurchaseReport:
            10
        case .commerce(let operation, _): operation.requestsPerSecond
        case .retention(.configureDefault): 10
        case .extendAllRenewalDates, .requestTestNotification, .getTestNotificationStatus, .retention: 1
        }
    }
}

extension RetentionOperation {
    /// The operation's name.
    fileprivate var name: String {
        switch self {
        case .uploadImage: "uploadImage"
        case .deleteImage: "deleteImage"
        case .getImageList: "getImageList"
        case .uploadMessage: "uploadMessage"
        case .deleteMessage: "deleteMessage"
        case .getMessageList: "getMessageList"
        case .configureDefault: "configureDefaultMessage"
        case .deleteDefault: "deleteDefaultMessage"
        case .getDefault: "getDefaultMessage"
        case .configureRealtimeURL: "configureRealtimeUrl"
        case .deleteRealtimeURL: "deleteRealtimeUrl"
        case .getRealtimeURL: "getRealtimeUrl"
        case .initiatePerformanceTest: "initiatePerformanceTest"
        case .getPerformanceTestResult: "getPerformanceTestResults"
        }
    }
}

/// The number of calls of each operation by each app in the current hour of the world's clock.
struct RateCounter: Sendable {
    private struct Key: Hashable {
        let app: Int
        let operation: String
    }

    private static let hour: Int64 = 3_600_000
    private var counts: [Key: Int] = [:]
    private var startedAt = Int64.min

    /// Counts a call; when the limit is exceeded, returns the instant at which calls are allowed again, in milliseconds
    /// since 1970.
    mutating func count(_ operation: AppleAPIOperation, app: Int, percentage: Int, at now: Int64) -> Int64? {
        if now >= self.startedAt.addingReportingOverflow(Self.hour).partialValue || self.startedAt == .min {
            self.startedAt = now - now % Self.hour
            self.counts = [:]
        }
        let key = Key(app: app, operation: operation.name)
        let allowed = operation.requestsPerSecond * 3600 * percentage / 100_000
        let count = self.counts[key, default: 0] + 1
        guard count <= allowed else { return self.startedAt + Self.hour }
        self.counts[key] = count
        return nil
    }
}
