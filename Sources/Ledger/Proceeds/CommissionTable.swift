/// Apple's commission by storefront, platform, program, subscriber's year, payment path and date, as far as sources
/// state it.
///
/// Each row names its source and whether Apple itself states the rate there. A rate that no source states is a row of
/// its own with an unknown rate, so that a gap is shown and not covered by the usual rate. When Apple changes a rate,
/// one more row is enough.
package struct CommissionTable: Sendable {
    /// The platform on which a purchase was made.
    package enum Platform: String, Hashable, Sendable, CaseIterable {
        /// iOS and iPadOS.
        case iOS
        /// Every other platform: macOS, tvOS, watchOS, visionOS.
        case other
    }

    /// The program by which the developer pays.
    package enum Program: String, Hashable, Sendable, CaseIterable {
        /// None: the standard terms.
        case standard
        /// The App Store Small Business Program.
        case smallBusiness
        /// The Video Partner Program.
        case videoPartner
        /// The Mini Apps Partner Program.
        case miniApps
    }

    /// The year of the subscriber's paid service.
    package enum Tenure: String, Hashable, Sendable, CaseIterable {
        /// The first year, and everything that is no auto-renewable subscription.
        case firstYear
        /// After a year of paid service.
        case afterOneYear
    }

    /// The path by which the customer paid.
    package enum Path: String, Hashable, Sendable, CaseIterable {
        /// In-App Purchase. Every sale of the ledger is one.
        case inAppPurchase
        /// Another payment method inside of an app from the App Store.
        case otherPayment
        /// A link from an app to a website.
        case webLink
        /// An app that was distributed outside of the App Store.
        case outsideAppStore
    }

    /// The origin of a rate.
    package enum Authority: String, Hashable, Sendable, CaseIterable {
        /// A page of Apple's.
        case apple
        /// The press, quoting Apple.
        case pressQuotingApple
        /// The press.
        case press
        /// No source states the rate.
        case none
    }

    /// The reliability of a rate.
    package enum Status: String, Hashable, Sendable, CaseIterable {
        /// Apple states the rate.
        case confirmed
        /// Only others state the rate, and they agree.
        case unconfirmed
        /// The rate is in dispute.
        case unsettled
        /// No source states the rate.
        case unknown
    }

    /// The circumstances of a purchase that determine its commission.
    package struct Circumstances: Hashable, Sendable {
        /// The storefront, two letters.
        package var country: String
        /// The day in Pacific time.
        package var day: PacificDay
        /// The platform.
        package var platform: Platform
        /// The program by which the developer pays.
        package var program: Program
        /// The year of the subscriber's paid service.
        package var tenure: Tenure
        /// The payment path.
        package var path: Path

        /// Creates circumstances; by default those of an In-App Purchase on iOS by the standard terms.
        package init(
            in country: String,
            on day: PacificDay,
            platform: Platform = .iOS,
            program: Program = .standard,
            tenure: Tenure = .firstYear,
            path: Path = .inAppPurchase
        ) {
            self.country = country
            self.day = day
            self.platform = platform
            self.program = program
            self.tenure = tenure
            self.path = path
        }
    }

    /// The rate of some circumstances from a day on.
    package struct Row: DatedRow, Hashable, Sendable {
        /// The storefronts, two letters each; empty for all storefronts that no other row names.
        package let countries: Set<String>
        /// The platforms.
        package let platforms: Set<Platform>
        /// The programs.
        package let programs: Set<Program>
        /// The years of the subscriber's paid service.
        package let tenures: Set<Tenure>
        /// The payment path.
        package let path: Path
        /// The first day in Pacific time; `nil` for always.
        package let from: PacificDay?
        /// The rate in tenths of a percent of the price without tax; `nil` where no source states it.
        package let perMille: Int64?
        /// The source of the rate, or what is known instead of it.
        package let source: String
        /// The origin of the rate.
        package let authority: Authority
        /// Whether the rate is in dispute.
        package let isDisputed: Bool

        /// Creates a row of these values.
        package init(
            _ countries: Set<String>,
            platforms: Set<Platform> = Set(Platform.allCases),
            programs: Set<Program> = Set(Program.allCases),
            tenures: Set<Tenure> = Set(Tenure.allCases),
            path: Path = .inAppPurchase,
            from day: String? = nil,
            perMille: Int64?,
            source: String,
            authority: Authority,
            isDisputed: Bool = false
        ) {
            self.countries = countries
            self.platforms = platforms
            self.programs = programs
            self.tenures = tenures
            self.path = path
            self.from = day.flatMap { PacificDay(text: $0) }
            self.perMille = perMille
            self.source = source
            self.authority = authority
            self.isDisputed = isDisputed
        }

        /// The reliability of the rate.
        package var status: Status {
            if self.perMille == nil { return .unknown }
            if self.isDisputed { return .unsettled }
            return self.authority == .apple ? .confirmed : .unconfirmed
        }

        /// Returns whether the row is about a purchase, apart from its storefront and day.
        func covers(_ purchase: Circumstances) -> Bool {
            self.path == purchase.path && self.platforms.contains(purchase.platform)
                && self.programs.contains(purchase.program) && self.tenures.contains(purchase.tenure)
        }
    }

    /// The rows.
    package let rows: [Row]

    /// Creates a table of rows.
    package init(rows: [Row]) { self.rows = rows }

    /// Returns the row that applies to a purchase: the latest that names its storefront, or else the latest for all.
    package func row(for purchase: Circumstances) -> Row? {
        let rows = self.rows.filter { $0.covers(purchase) }
        return rows.filter { $0.countries.contains(purchase.country) }.latest(on: purchase.day)
            ?? rows.filter(\.countries.isEmpty).latest(on: purchase.day)
    }

    /// Returns the latest rate for all storefronts, by which an estimate computes where the storefront's is unknown.
    package func usualRate(for purchase: Circumstances) -> Int64? {
        self.rows.filter { $0.covers(purchase) && $0.countries.isEmpty }.latest(on: purchase.day)?.perMille
    }
}
