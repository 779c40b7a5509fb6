/// A number by which Apple's server interfaces say what is wrong with a request.
///
/// The first three of its seven digits are the HTTP status. Numbers that this version does not know stay numbers.
public struct AppleErrorNumber: RawRepresentable, Hashable, Sendable {
    /// Whether the same request may succeed later.
    public enum Retry: String, Hashable, Sendable {
        /// No: the request has to change.
        case never
        /// After a while: Apple documents a wait, or nothing better can be done.
        case later
        /// Yes: Apple calls it retryable.
        case yes
    }

    /// Apple's number.
    public let rawValue: Int64

    /// A number, known or not.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// The HTTP status it comes with.
    public var status: Int { Int(self.rawValue / 10_000) }

    /// Apple's name for it, without the ending `Error`; nil for a number that this version does not know.
    public var name: String? { Self.names[self.rawValue]?.name }

    /// What it means, in a few words; nil for a number that this version does not know.
    public var meaning: String? {
        guard let entry = Self.names[self.rawValue] else { return nil }
        return entry.meaning.isEmpty ? Self.words(of: entry.name) : entry.meaning
    }

    /// Whether the same request may succeed later; an unknown number may when its status is 5xx or 429.
    public var retry: Retry {
        switch self.rawValue {
        case 4_040_002, 4_040_004, 4_040_006, 5_000_001: .yes
        case 4_040_008, 5_000_000: .later
        default: self.status == 429 || self.status >= 500 ? .later : .never
        }
    }

    /// Every number this version knows, in order.
    public static var allKnown: [AppleErrorNumber] {
        Self.names.keys.sorted().map(AppleErrorNumber.init)
    }

    private static let names: [Int64: Entry] = {
        var names: [Int64: Entry] = [:]
        // A number that two interfaces have keeps the name it has in the first.
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

    /// A name in camel case as words.
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
    /// The production database or the Sandbox knows no transaction of this id.
    public static let transactionIdNotFound = AppleErrorNumber(rawValue: 4_040_010)
    /// The production database or the Sandbox knows no original transaction of this id.
    public static let originalTransactionIdNotFound = AppleErrorNumber(rawValue: 4_040_005)
    /// The pagination token has expired: begin at the first page again.
    public static let paginationTokenExpired = AppleErrorNumber(rawValue: 4_000_017)
    /// The pagination token is not one of this question.
    public static let invalidPaginationToken = AppleErrorNumber(rawValue: 4_000_014)
    /// The start of a history lies before what Apple keeps.
    public static let startDateTooFarInPast = AppleErrorNumber(rawValue: 4_000_012)
    /// The start of a history does not lie before its end, or lies in the future.
    public static let startDateAfterEndDate = AppleErrorNumber(rawValue: 4_000_013)
    /// The revision is not one of this question.
    public static let invalidRequestRevision = AppleErrorNumber(rawValue: 4_000_005)
    /// The test notification is not known, or its result is not there yet.
    public static let testNotificationNotFound = AppleErrorNumber(rawValue: 4_040_008)
    /// App Store Connect has no address for notifications in this environment.
    public static let serverNotificationUrlNotFound = AppleErrorNumber(rawValue: 4_040_007)
    /// Too many requests within the hour.
    public static let rateLimitExceeded = AppleErrorNumber(rawValue: 4_290_000)
}

/// Three of Apple's errors whose numbers are not published; they are known by their names in the message.
///
/// All of Send Consumption Information, App Store Server API 1.19.
public enum UnnumberedAppleError: String, CaseIterable, Hashable, Sendable {
    /// The consumed share is outside what Apple accepts.
    case consumptionPercentageOutOfRange = "ConsumptionPercentageOutOfRange"
    /// Nothing was delivered, and the consumed share is not zero.
    case undeliveredConsumptionPercentageNonZero = "UndeliveredConsumptionPercentageNonZero"
    /// Purchases made through the Advanced Commerce API are answered for with the first version.
    case advancedCommerceTransactionNotSupported = "AdvancedCommerceTransactionNotSupported"

    /// Finds one in Apple's message, whatever its spelling of spaces and capitals.
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
