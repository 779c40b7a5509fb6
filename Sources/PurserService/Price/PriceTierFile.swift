package import Ledger

/// A CSV file of the former price tiers, with the columns `kind`, `level`, `CNY` and `USD`.
package struct PriceTierFile: Hashable, Sendable {
    /// The maximum size of a file in bytes; there were fewer than two hundred tiers.
    package static let byteLimit = 1024 * 1024

    private enum Column: String, PriceFileColumn {
        case kind, level
        case yuan = "CNY"
        case dollars = "USD"

        var aliases: [String] { [] }
        var isRequired: Bool { true }
    }

    /// The tiers, in the order of the file.
    package let tiers: [PriceTier]

    /// Reads a file from its bytes, completely or not at all.
    ///
    /// - Throws: The first error in the file.
    package init(_ bytes: [UInt8]) throws(PriceFileError) {
        var tiers: [PriceTier] = []
        try PriceFileRow<Column>.read(bytes) { row throws(PriceFileError) in
            let tier = try Self.tier(row)
            if tiers.contains(where: { Self.contradict($0, tier) }) {
                throw row.error(
                    .tierContradictory,
                    .level,
                    "the tier \(tier.level.spelling) occurs above with other prices",
                    remedy: "Keep the correct row."
                )
            }
            // The same prices for another kind of product are the same tier.
            let same = tiers.firstIndex { known in
                known.level == tier.level && known.yuan == tier.yuan && known.dollars == tier.dollars
            }
            guard let same else {
                tiers.append(tier)
                return
            }
            tiers[same] = PriceTier(
                level: tier.level,
                kinds: tiers[same].kinds.union(tier.kinds),
                yuan: tier.yuan,
                dollars: tier.dollars
            )
        }
        self.tiers = tiers
    }

    private static func contradict(_ one: PriceTier, _ other: PriceTier) -> Bool {
        one.level == other.level && !one.kinds.isDisjoint(with: other.kinds)
            && (one.yuan != other.yuan || one.dollars != other.dollars)
    }

    private static func tier(_ row: PriceFileRow<Column>) throws(PriceFileError) -> PriceTier {
        let kindText = try row.text(.kind)
        guard let kind = PriceTier.Kind(rawValue: kindText) else {
            throw row.error(
                .tierKindUnknown,
                .kind,
                "\"\(PriceFileRow<Column>.shown(kindText))\" is not a kind of product",
                remedy: "Write \(PriceTier.Kind.allCases.map(\.rawValue).joined(separator: " or "))."
            )
        }
        let levelText = try row.text(.level)
        guard let level = PriceTier.Level(spelling: levelText) else {
            throw row.error(
                .tierLevelMalformed,
                .level,
                "\"\(PriceFileRow<Column>.shown(levelText))\" is not a level of a tier",
                remedy: "Write 1 to 87, or alternate A, alternate B, or alternate 1 to alternate 5."
            )
        }
        return PriceTier(
            level: level,
            kinds: [kind],
            yuan: try row.amount(.yuan, in: "CNY"),
            dollars: try row.amount(.dollars, in: "USD")
        )
    }
}
