/// A format in which apps and Apple hand over what was bought; some of them are old and will go.
package enum InputFormat: String, CaseIterable, Hashable, Sendable {
    /// A transaction signed for StoreKit 2, submitted by an app or a shop's server.
    case signedTransaction
    /// An app receipt, submitted.
    case receipt
    /// A transaction receipt from before iOS 7.
    case transactionReceipt
    /// A question to the drop-in for verifyReceipt, with the shared secret: from a server.
    case verifyReceipt
    /// The same without it: from an app itself, or from a server that has only consumables.
    case verifyReceiptWithoutPassword
    /// A notification of version 2.
    case notificationV2
    /// A notification of version 1.
    case notificationV1

    /// Which formats can take each other's place.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// What apps and servers of shops send.
        case purchases
        /// What Apple sends.
        case notifications
    }

    /// Who sends it.
    package var kind: Kind {
        switch self {
        case .notificationV1, .notificationV2: .notifications
        default: .purchases
        }
    }

    /// Whether it is one of those that will go.
    package var isLegacy: Bool {
        switch self {
        case .signedTransaction, .notificationV2: false
        default: true
        }
    }
}

/// How often a format was used on a day, by one version of an app.
package struct LegacyUse: Hashable, Sendable {
    /// The longest name of a version that is kept, in bytes.
    package static let maximumVersionBytes = 64

    /// The app.
    package let app: AppName
    /// The day in UTC.
    package let day: CivilDay
    /// The format.
    package let format: InputFormat
    /// The version of the app, as the format states it; empty where it does not, as no signed transaction does.
    package let version: String
    /// How often.
    package let count: Int64

    /// A use of these values.
    package init(app: AppName, day: CivilDay, format: InputFormat, version: String, count: Int64) {
        self.app = app
        self.day = day
        self.format = format
        self.version = version
        self.count = count
    }
}

/// Keeps how often each format was used, by day: no row for a request.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol LegacyUsageRepository: Sendable {
    /// Adds uses to those that are counted already.
    func count(_ uses: [LegacyUse]) async throws(RepositoryError)

    /// The uses in an app since a day, by day, format and version.
    func legacyUses(of app: AppName, since day: CivilDay) async throws(RepositoryError) -> [LegacyUse]

    /// The first day of which anything is counted in an app; `nil` when nothing ever was.
    func firstLegacyUseDay(of app: AppName) async throws(RepositoryError) -> CivilDay?
}
