/// The prices of one product over time, in every storefront for which a price is known.
///
/// A catalog price applies from the instant at which its catalog version was applied. A price fetched from Apple takes
/// precedence from its own beginning on, permanently: a later catalog does not replace it.
package struct PriceHistory: Hashable, Sendable {
    /// The prices of the product in one version of the catalog.
    package struct CatalogPrices: Hashable, Sendable {
        /// The number of the version.
        package let version: Int64
        /// The instant at which the version was applied.
        package let appliedAt: Instant
        /// The operator who applied it.
        package let appliedBy: String
        /// The prices in the version; `nil` where it has none for the product.
        package let prices: PriceSchedule?

        /// Creates the prices of a version.
        package init(version: Int64, appliedAt: Instant, appliedBy: String, prices: PriceSchedule?) {
            self.version = version
            self.appliedAt = appliedAt
            self.appliedBy = appliedBy
            self.prices = prices
        }
    }

    /// The source from which a price is known.
    package enum Source: Hashable, Sendable {
        /// A version of the catalog, by its number.
        case catalog(version: Int64)
        /// App Store Connect, or a file from Apple.
        case apple(FetchedPrice.Source)
    }

    /// The price that applies in a storefront from an instant on.
    package struct Entry: Hashable, Sendable {
        /// The instant from which the price applies; ``PriceHistory/always`` where the price has no known beginning.
        package let from: Instant
        /// The price; `nil` where no price is known from this instant on.
        package let price: Money?
        /// The reason why the price applies; `nil` without a price.
        package let origin: PriceSchedule.Origin?
        /// The source from which the price is known.
        package let source: Source
        /// The operator who applied the catalog, or fetched or imported the price.
        package let by: String
    }

    /// One change of a price.
    package struct Change: Hashable, Sendable {
        /// The storefront.
        package let storefront: String
        /// The previous price; `nil` where none was known.
        package let before: Money?
        /// The entry that applies from then on.
        package let entry: Entry
    }

    /// A storefront in which Apple's price differs from the price in the newest catalog.
    package struct Contradiction: Hashable, Sendable {
        /// The code of a price issue in answers and documentation; codes never change.
        package enum Code: String, Hashable, Sendable, CaseIterable {
            /// Apple charges a price that differs from the newest catalog.
            case contradictsCatalog = "price_contradicts_catalog"
        }

        /// The storefront.
        package let storefront: String
        /// The price in the newest catalog.
        package let catalog: Money
        /// The price that Apple charges.
        package let apple: Money
    }

    /// The instant of prices that have no known beginning.
    package static let always = Instant(milliseconds: .min)

    /// The prices of each storefront, in ascending order of time.
    package let entries: [String: [Entry]]
    /// The prices of the newest catalog.
    private let catalog: PriceSchedule?

    /// Creates a history.
    ///
    /// - Parameters:
    ///   - catalog: The versions of the catalog, oldest first.
    ///   - fetched: The fetched prices of the product, in any order.
    package init(catalog: [CatalogPrices], fetched: [FetchedPrice]) {
        var entries: [String: [Entry]] = [:]
        for version in catalog { Self.add(version, to: &entries) }
        for (storefront, prices) in Dictionary(grouping: fetched, by: \.storefront) {
            var own = entries[storefront] ?? []
            let fetches = Dictionary(grouping: prices, by: \.fetchedAt).sorted { $0.key < $1.key }
            for (place, fetch) in fetches.enumerated() {
                Self.add(fetch.value, fetchedAt: fetch.key, isFirst: place == 0, to: &own)
            }
            entries[storefront] = own
        }
        self.entries = entries
        self.catalog = catalog.last?.prices
    }

    /// The storefronts in which a price is or was known, sorted by code.
    package var storefronts: [String] { self.entries.keys.sorted() }

    /// Returns the price that applies in a storefront at an instant; `nil` where none is known.
    package func entry(in storefront: String, at instant: Instant) -> Entry? {
        guard let entry = self.entries[storefront]?.last(where: { $0.from <= instant }), entry.price != nil else {
            return nil
        }
        return entry
    }

    /// Returns every price that applies in a storefront at some instant of a span of time, both bounds included.
    package func prices(in storefront: String, within span: ClosedRange<Instant>) -> [Money] {
        let before = self.entry(in: storefront, at: span.lowerBound).map { [$0] } ?? []
        let later = (self.entries[storefront] ?? []).filter { $0.from > span.lowerBound && $0.from <= span.upperBound }
        return (before + later).compactMap(\.price)
    }

    /// Returns whether a price that meets a condition applied in a storefront before an instant.
    package func hadPrice(_ price: (Money) -> Bool, in storefront: String, before instant: Instant) -> Bool {
        (self.entries[storefront] ?? []).contains { entry in entry.from <= instant && entry.price.map(price) ?? false }
    }

    /// Returns the changes of the price in ascending order of time, of one storefront or of all.
    package func changes(in storefront: String? = nil) -> [Change] {
        let storefronts = storefront.map { [$0] } ?? self.storefronts
        var changes: [Change] = []
        for storefront in storefronts {
            var before: Money?
            for entry in self.entries[storefront] ?? [] {
                changes.append(Change(storefront: storefront, before: before, entry: entry))
                before = entry.price
            }
        }
        return changes.sorted { ($0.entry.from, $0.storefront) < ($1.entry.from, $1.storefront) }
    }

    /// Returns the storefronts in which Apple's price at an instant differs from the newest catalog's, sorted by code.
    package func contradictions(at instant: Instant) -> [Contradiction] {
        guard let catalog = self.catalog else { return [] }
        return catalog.storefronts.compactMap { storefront in
            guard let said = catalog.price(in: storefront, at: instant)?.price,
                let entry = self.entry(in: storefront, at: instant), let price = entry.price, price != said
            else { return nil }
            return Contradiction(storefront: storefront, catalog: said, apple: price)
        }
    }

    /// Adds the changes that a version of the catalog makes.
    private static func add(_ version: CatalogPrices, to entries: inout [String: [Entry]]) {
        let latest = Instant(milliseconds: .max)
        let storefronts = Set(entries.keys).union(version.prices?.storefronts ?? [])
        for storefront in storefronts {
            let answer = version.prices?.price(in: storefront, at: latest)
            let last = entries[storefront]?.last
            guard answer?.price != last?.price || answer?.origin != last?.origin else { continue }
            entries[storefront, default: []].append(
                Entry(
                    from: max(version.appliedAt, last?.from ?? version.appliedAt),
                    price: answer?.price,
                    origin: answer?.origin,
                    source: .catalog(version: version.version),
                    by: version.appliedBy
                )
            )
        }
    }

    /// Adds the prices that one fetch found in a storefront.
    ///
    /// They replace the earlier entries from their first beginning on.
    ///
    /// A price without a beginning leaves the earlier entries in place when it equals the price known at the fetch.
    /// Otherwise it applies from the fetch on, or from ``always`` when this is the first fetch.
    private static func add(
        _ prices: [FetchedPrice],
        fetchedAt: Instant,
        isFirst: Bool,
        to entries: inout [Entry]
    ) {
        let sorted = prices.sorted { ($0.startsAt ?? Self.always) < ($1.startsAt ?? Self.always) }
        for (place, price) in sorted.enumerated() {
            var from = price.startsAt ?? (isFirst ? Self.always : fetchedAt)
            if price.startsAt == nil {
                let known = entries.last { $0.from <= fetchedAt }
                if let known, known.price == price.price {
                    entries.removeAll { $0.from > fetchedAt }
                    continue
                }
            } else if place > 0 {
                from = max(from, entries.last?.from ?? from)
            }
            entries.removeAll { $0.from >= from }
            entries.append(
                Entry(
                    from: from,
                    price: price.price,
                    origin: price.origin,
                    source: .apple(price.source),
                    by: price.fetchedBy
                )
            )
        }
    }
}
