/// What a rescission of consent sets in motion, by the storefront of the Apple Account and the instant of the
/// rescission.
///
/// Laws differ by country and take effect on a date, so the shop states rows in its catalog. Where no row applies, the
/// server only notes the rescission.
package struct RescissionPolicy: Hashable, Sendable {
    /// Something that a rescission sets in motion.
    package enum Action: String, Hashable, Sendable, CaseIterable {
        /// The customers of the account count as blocked.
        case freeze
        /// The operators have to erase the customers of the account.
        case delete
        /// The operators have to know.
        case note
    }

    /// One row: where and when it applies, and what it sets in motion.
    package struct Row: Hashable, Sendable {
        /// The storefronts, by ISO 3166-1 alpha-3 code; empty for every storefront that no other valid row names.
        package let storefronts: Set<String>
        /// The instant from which rescissions fall under the row; `nil` for no beginning.
        package let from: Instant?
        /// The instant from which rescissions no longer fall under the row; `nil` for no end.
        package let until: Instant?
        /// What a rescission sets in motion.
        package let actions: Set<Action>
        /// The time from the rescission within which the customers have to be erased; zero for at once.
        package let deleteWithin: Span

        /// Creates a row with these values.
        package init(
            storefronts: Set<String> = [],
            from: Instant? = nil,
            until: Instant? = nil,
            actions: Set<Action>,
            deleteWithin: Span = .zero
        ) {
            self.storefronts = storefronts
            self.from = from
            self.until = until
            self.actions = actions
            self.deleteWithin = deleteWithin
        }

        /// Returns whether rescissions of an instant fall under the row.
        func isValid(at instant: Instant) -> Bool {
            (self.from.map { $0 <= instant } ?? true) && (self.until.map { instant < $0 } ?? true)
        }

        /// Returns whether both rows apply to a storefront from the same instant, so that neither takes precedence.
        package func contradicts(_ other: Self) -> Bool {
            self.from == other.from
                && (self.storefronts.isEmpty
                    ? other.storefronts.isEmpty : !self.storefronts.isDisjoint(with: other.storefronts))
        }
    }

    /// The row that applies where the catalog states none.
    package static let unstated = Row(actions: [.note])

    /// The rows of the catalog, in its order.
    package let rows: [Row]

    /// Creates a policy of these rows.
    package init(_ rows: [Row] = []) {
        self.rows = rows
    }

    /// Whether any row freezes customers.
    package var canFreeze: Bool { self.rows.contains { $0.actions.contains(.freeze) } }

    /// Returns the row under which a rescission falls: a row that names the storefront rather than one that names none,
    /// and among those the one that took effect last.
    package func row(in storefront: String?, at instant: Instant) -> Row {
        let valid = self.rows.filter { $0.isValid(at: instant) }
        let named = valid.filter { row in storefront.map(row.storefronts.contains) ?? false }
        let rows = named.isEmpty ? valid.filter(\.storefronts.isEmpty) : named
        let earliest = Instant(milliseconds: .min)
        return rows.max { ($0.from ?? earliest) < ($1.from ?? earliest) } ?? Self.unstated
    }
}
