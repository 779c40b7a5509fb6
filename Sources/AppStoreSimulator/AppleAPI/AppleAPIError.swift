/// An error of Apple's server interfaces, with Apple's code.
///
/// The first three digits of the code are the HTTP status. The codes of two of Apple's errors are unknown; the
/// simulator sends them as GeneralBadRequest with their names. Those of the errors about seats are the simulator's own.
struct AppleAPIError: Error, Hashable {
    /// Apple's error code.
    let code: Int64
    /// Apple's name of the error, as a sentence.
    let message: String

    /// The HTTP status.
    var status: Int { Int(self.code / 10_000) }

    private init(_ code: Int64, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Returns an error with a code that a test requests.
    static func named(_ code: Int64) -> AppleAPIError { AppleAPIError(code, "Requested by a fault.") }

    static let badRequest = AppleAPIError(4_000_000, "Bad request.")
    static let percentageOutOfRange = AppleAPIError(4_000_000, "Consumption percentage is out of range.")
    static let commerceTransaction = AppleAPIError(4_000_000, "Advanced commerce transaction is not supported.")
    static let undeliveredPercentage = AppleAPIError(
        4_000_000,
        "Consumption percentage must be zero when nothing was delivered."
    )
    static let limit = AppleAPIError(4_000_004, "Invalid limit.")
    static let revision = AppleAPIError(4_000_005, "Invalid request revision.")
    static let transactionId = AppleAPIError(4_000_006, "Invalid transaction id.")
    static let originalTransactionId = AppleAPIError(4_000_008, "Invalid original transaction id.")
    static let extendByDays = AppleAPIError(4_000_009, "Invalid extend by days value.")
    static let extendReasonCode = AppleAPIError(4_000_010, "Invalid extend reason code.")
    static let requestIdentifier = AppleAPIError(4_000_011, "Invalid request identifier.")
    static let startDateTooFarInPast = AppleAPIError(4_000_012, "Start date is too far in the past.")
    static let startDateAfterEndDate = AppleAPIError(4_000_013, "Start date is not before the end date.")
    static let paginationToken = AppleAPIError(4_000_014, "Invalid pagination token.")
    static let startDate = AppleAPIError(4_000_015, "Invalid start date.")
    static let endDate = AppleAPIError(4_000_016, "Invalid end date.")
    static let paginationTokenExpired = AppleAPIError(4_000_017, "Pagination token expired.")
    static let notificationType = AppleAPIError(4_000_018, "Invalid notification type or subtype.")
    static let multipleFilters = AppleAPIError(4_000_019, "Transaction id and notification type exclude each other.")
    static let testNotificationToken = AppleAPIError(4_000_020, "Invalid test notification token.")
    static let sort = AppleAPIError(4_000_021, "Invalid sort.")
    static let productType = AppleAPIError(4_000_022, "Invalid product type.")
    static let productId = AppleAPIError(4_000_023, "Invalid product id.")
    static let groupIdentifier = AppleAPIError(4_000_024, "Invalid subscription group identifier.")
    static let excludeRevoked = AppleAPIError(4_000_025, "Invalid exclude revoked.")
    static let ownershipType = AppleAPIError(4_000_026, "Invalid in-app ownership type.")
    static let emptyStorefronts = AppleAPIError(4_000_027, "Storefront country codes are empty.")
    static let storefront = AppleAPIError(4_000_028, "Invalid storefront country code.")
    static let revoked = AppleAPIError(4_000_030, "Invalid revoked.")
    static let statusFilter = AppleAPIError(4_000_031, "Invalid status.")
    static let accountTenure = AppleAPIError(4_000_032, "Invalid account tenure.")
    static let appAccountToken = AppleAPIError(4_000_033, "Invalid app account token.")
    static let consumptionStatus = AppleAPIError(4_000_034, "Invalid consumption status.")
    static let customerConsented = AppleAPIError(4_000_035, "Customer consent must be true.")
    static let deliveryStatus = AppleAPIError(4_000_036, "Invalid delivery status.")
    static let dollarsPurchased = AppleAPIError(4_000_037, "Invalid lifetime dollars purchased.")
    static let dollarsRefunded = AppleAPIError(4_000_038, "Invalid lifetime dollars refunded.")
    static let platform = AppleAPIError(4_000_039, "Invalid platform.")
    static let playTime = AppleAPIError(4_000_040, "Invalid play time.")
    static let sampleContent = AppleAPIError(4_000_041, "Invalid sample content provided.")
    static let userStatus = AppleAPIError(4_000_042, "Invalid user status.")
    static let refundPreference = AppleAPIError(4_000_044, "Invalid refund preference.")
    static let transactionType = AppleAPIError(4_000_047, "Transaction type is not supported.")
    static let appTransactionId = AppleAPIError(4_000_048, "App transaction id is not supported here.")
    static let appAccountTokenUUID = AppleAPIError(4_000_183, "App account token is not a UUID.")
    static let familyTransaction = AppleAPIError(4_000_185, "Family transaction is not supported.")
    static let notOriginal = AppleAPIError(4_000_187, "Transaction id is not an original transaction id.")
    static let percentageOfSubscription = AppleAPIError(
        4_000_209,
        "Consumption percentage is not for auto-renewable subscriptions."
    )
    static let groupId = AppleAPIError(4_000_225, "Invalid group id.")
    static let originalNotFound = AppleAPIError(4_040_005, "Original transaction id not found.")
    static let notificationURLNotFound = AppleAPIError(4_040_007, "Server notification URL not found.")
    static let testNotificationNotFound = AppleAPIError(4_040_008, "Test notification not found.")
    static let statusRequestNotFound = AppleAPIError(4_040_009, "Status request not found.")
    static let transactionNotFound = AppleAPIError(4_040_010, "Transaction id not found.")
    static let groupNotFound = AppleAPIError(4_040_022, "Group not found.")
    static let rateLimit = AppleAPIError(4_290_000, "Rate limit exceeded.")
    static let internalError = AppleAPIError(5_000_000, "An unknown error occurred.")

    // Apple has not published the numbers of these four errors: they are the simulator's own.

    static let notDeveloperManagedGroup = AppleAPIError(4_009_001, "Transaction is not of a developer-managed group.")
    static let noAvailableSeats = AppleAPIError(4_009_002, "No seats are available.")
    static let seatClaimIdNotFound = AppleAPIError(4_049_001, "Seat claim id not found.")
    static let appTransactionIdNotFound = AppleAPIError(4_049_002, "App transaction id not found.")

    /// Returns the error of an Advanced Commerce request.
    static func commerce(_ fault: CommerceError) -> AppleAPIError {
        AppleAPIError(fault.rawValue, fault.sentence)
    }

    /// Returns the error for a renewal date that cannot be extended.
    static func extensionRefused(_ code: Int64) -> AppleAPIError {
        switch code {
        case 4_030_005: AppleAPIError(code, "Subscription has reached the maximum number of extensions.")
        case 4_030_007: AppleAPIError(code, "A family member's subscription cannot be extended.")
        default: AppleAPIError(code, "Subscription is not eligible for an extension.")
        }
    }
}
