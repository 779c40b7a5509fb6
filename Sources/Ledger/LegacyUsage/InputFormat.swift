/// A format in which apps and Apple submit purchases; some formats are legacy.
package enum InputFormat: String, CaseIterable, Hashable, Sendable {
    /// A transaction signed for StoreKit 2, submitted by an app or a shop's server.
    case signedTransaction
    /// An app receipt, submitted by an app or a shop's server.
    case receipt
    /// A transaction receipt from before iOS 7.
    case transactionReceipt
    /// A request to the replacement of verifyReceipt, with the shared secret: from a server.
    case verifyReceipt
    /// A request to it without the shared secret: from an app, or from a server that sells only consumables.
    case verifyReceiptWithoutPassword
    /// A notification of version 2.
    case notificationV2
    /// A notification of version 1.
    case notificationV1

    /// The groups of formats that can replace each other.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Formats that apps and servers of shops send.
        case purchases
        /// Formats that Apple sends.
        case notifications
    }

    /// The group of the format.
    package var kind: Kind {
        switch self {
        case .notificationV1, .notificationV2: .notifications
        default: .purchases
        }
    }

    /// Whether the format is legacy.
    package var isLegacy: Bool {
        switch self {
        case .signedTransaction, .notificationV2: false
        default: true
        }
    }
}

/// The number of uses of a format on a day, by one version of an app.
package struct LegacyUse: Hashable, Sendable {
    /// The maximum length of a stored version, in bytes.
    package static let maximumVersionBytes = 64

    /// The app.
    package let app: AppName
    /// The day in UTC.
    package let day: CivilDay
    /// The format.
    package let format: InputFormat
    /// The version of the app, as the format states it; empty for formats without one, such as signed transactions.
    package let version: String
    /// The number of uses.
    package let count: Int64

    /// Creates a use with these values.
    package init(app: AppName, day: CivilDay, format: InputFormat, version: String, count: Int64) {
        self.app = app
        self.day = day
        self.format = format
        self.version = version
        self.count = count
    }
}

/// Reads the number of uses of each format by day.
package protocol LegacyUsageReads {
    /// Returns the uses in an app since a day, ordered by day, format and version.
    func legacyUses(of app: AppName, since day: CivilDay) throws -> [LegacyUse]

    /// Returns the first day with a use in an app; `nil` when there is none.
    func firstLegacyUseDay(of app: AppName) throws -> CivilDay?
}

/// Counts the uses of each format by day, without a row for each request.
package protocol LegacyUsageWrites {
    /// Adds uses to the stored counts.
    func count(_ uses: [LegacyUse]) throws
}

/// Saves the number of uses of each format by day.
package protocol LegacyUsageStorage {
    /// Adds a use to the stored count.
    func add(_ use: LegacyUse) throws
}

extension LedgerStorage {
    /// Adds uses to the stored counts, in a fixed order, so that nodes that count at the same time cannot deadlock.
    package func count(_ uses: [LegacyUse]) throws {
        let ordered = uses.sorted { left, right in
            (left.app.rawValue, left.day, left.format.rawValue, left.version)
                < (right.app.rawValue, right.day, right.format.rawValue, right.version)
        }
        for use in ordered where use.count > 0 { try self.add(use) }
    }
}
