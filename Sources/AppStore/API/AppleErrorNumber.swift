/// An error number of Apple's server interfaces.
///
/// The first three of its seven digits are the HTTP status. A number that this version does not know keeps its value.
public struct AppleErrorNumber: RawRepresentable, Hashable, Sendable {
    /// Whether and when the same request may succeed.
    public enum Retry: String, Hashable, Sendable {
        /// Never: the request has to change.
        case never
        /// After a while: Apple documents a wait, or waiting is the only remedy.
        case later
        /// At once: Apple calls the error retryable.
        case yes
    }

    /// The number as Apple writes it.
    public let rawValue: Int64

    /// Creates an error number, whether or not this version knows it.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The HTTP status, the first three digits.
    public var status: Int { Int(self.rawValue / 10_000) }

    /// Apple's name for it, without the ending `Error`; `nil` for a number that this version does not know.
    public var name: String? { Self.names[self.rawValue]?.name }

    /// A short explanation; `nil` for a number that this version does not know.
    public var meaning: String? {
        guard let entry = Self.names[self.rawValue] else { return nil }
        return entry.meaning.isEmpty ? Self.words(of: entry.name) : entry.meaning
    }

    /// Whether and when the same request may succeed.
    ///
    /// An unknown number is retryable if its status is 5xx or 429.
    public var retry: Retry {
        switch self.rawValue {
        case 4_040_002, 4_040_004, 4_040_006, 5_000_001: .yes
        case 4_040_008, 5_000_000: .later
        default: self.status == 429 || self.status >= 500 ? .later : .never
        }
    }

    /// All numbers that this version knows, in ascending order.
    public static var allKnown: [AppleErrorNumber] {
        Self.names.keys.sorted().map(AppleErrorNumber.init)
    }

    private static let names: [Int64: Entry] = {
        var names: [Int64: Entry] = [:]
        // A number that two interfaces share keeps the name of the first.
        for (number, name, meaning) in Self.appStoreServerAPI + Self.retentionMessagingAPI {
            names[number] = names[number] ?? Entry(name: name, meaning: meaning)
        }
        for (number, name) in Self.advancedCommerceAPI {
            names[number] = names[number] ?? Entry(name: name, meaning: "")
        }
        return names
    }()

    private struct Entry {
        let name: String
        let meaning: String
    }

    /// Returns the words of a camel-case name, separated by spaces.
    private static func words(of name: String) -> String {
        var words = ""
        var isInWord = true
        for letter in name {
            if letter.isUppercase, !isInWord, !words.isEmpty { words.append(" ") }
            isInWord = letter.isUppercase
            words.append(contentsOf: letter.lowercased())
        }
        return words
    }
}

extension AppleErrorNumber {
    /// The environment has no transaction with this identifier.
    public static let transactionIdNotFound = AppleErrorNumber(rawValue: 4_040_010)
    /// The environment has no original transaction with this identifier.
    public static let originalTransactionIdNotFound = AppleErrorNumber(rawValue: 4_040_005)
    /// The pagination token has expired; begin at the first page again.
    public static let paginationTokenExpired = AppleErrorNumber(rawValue: 4_000_017)
    /// The pagination token does not belong to this request.
    public static let invalidPaginationToken = AppleErrorNumber(rawValue: 4_000_014)
    /// The start of the history is earlier than what Apple keeps.
    public static let startDateTooFarInPast = AppleErrorNumber(rawValue: 4_000_012)
    /// The start of the history is not before its end or is in the future.
    public static let startDateAfterEndDate = AppleErrorNumber(rawValue: 4_000_013)
    /// The revision does not belong to this request.
    public static let invalidRequestRevision = AppleErrorNumber(rawValue: 4_000_005)
    /// The test notification is unknown, or its result is not available yet.
    public static let testNotificationNotFound = AppleErrorNumber(rawValue: 4_040_008)
    /// App Store Connect has no URL for notifications in this environment.
    public static let serverNotificationUrlNotFound = AppleErrorNumber(rawValue: 4_040_007)
    /// The app has sent too many requests within the hour.
    public static let rateLimitExceeded = AppleErrorNumber(rawValue: 4_290_000)
}

/// Three errors whose numbers Apple does not publish; the library recognizes them by their names in the message.
///
/// All belong to Send Consumption Information, App Store Server API 1.19.
public enum UnnumberedAppleError: String, CaseIterable, Hashable, Sendable {
    /// The consumption percentage is outside the range that Apple accepts.
    case consumptionPercentageOutOfRange = "ConsumptionPercentageOutOfRange"
    /// The purchase was not delivered, and the consumption percentage is not zero.
    case undeliveredConsumptionPercentageNonZero = "UndeliveredConsumptionPercentageNonZero"
    /// A purchase made through the Advanced Commerce API, which only version 1 of the operation accepts.
    case advancedCommerceTransactionNotSupported = "AdvancedCommerceTransactionNotSupported"

    /// Creates the error that Apple's message names, ignoring spaces and case; `nil` if it names none.
    init?(message: String) {
        let letters = String(message.lowercased().unicodeScalars.filter { ("a"..."z").contains($0) })
        if letters.contains("consumptionpercentage") {
            if letters.contains("outofrange") {
                self = .consumptionPercentageOutOfRange
                return
            }
            if letters.contains("nonzero") || letters.contains("mustbezero") || letters.contains("undelivered") {
                self = .undeliveredConsumptionPercentageNonZero
                return
            }
        }
        guard letters.contains("advancedcommerce"), letters.contains("notsupported") else { return nil }
        self = .advancedCommerceTransactionNotSupported
    }
}
