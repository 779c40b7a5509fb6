/// A length of time for which figures are kept added up, besides the rows of each group by quarter of an hour and by day.
///
/// Of a product, storefront and currency these sums have only some apart, so a year of them is few rows however many
/// groups there are. Months have everything apart too: they are few.
package enum FigureLength: Int64, Hashable, Sendable, CaseIterable {
    /// A quarter of an hour; only of everything, and of each currency.
    case quarter
    /// A day of the app's time zone.
    case day
    /// A month of the app's time zone.
    case month

    /// What is apart in the sums of this length; there are sums for each of these.
    package var splits: [Set<FigureQuery.Split>] {
        let groups: [Set<FigureQuery.Split>] =
            switch self {
            case .quarter: [[]]
            case .day: [[], [.product], [.storefront]]
            case .month: [[], [.product], [.storefront], [.product, .storefront]]
            }
        return groups + groups.map { $0.union([.currency]) }
    }

    /// Returns the number of the time of this length that contains a bucket of a day.
    package func time(of bucket: FigureBucket, in day: CivilDay) -> Int64 {
        switch self {
        case .quarter: bucket.number
        case .day: day.number
        case .month: day.month
        }
    }
}

/// The place of a row that adds up others.
package struct FigureSumKey: Hashable, Sendable {
    /// The length of time that it adds up.
    package let length: FigureLength
    /// What is apart.
    package let splits: Set<FigureQuery.Split>
    /// The number of the quarter of an hour, day or month.
    package let time: Int64
    /// What of a group is apart.
    package let cell: FigureCell

    /// Creates a place.
    package init(length: FigureLength, splits: Set<FigureQuery.Split>, time: Int64, cell: FigureCell) {
        self.length = length
        self.splits = splits
        self.time = time
        self.cell = cell
    }
}

extension FigureQuery {
    /// Returns whether sums of a length answer it, because they have apart what it chooses and what it splits by.
    func isKept(in length: FigureLength) -> Bool {
        var apart = self.splits
        if self.product != nil { apart.insert(.product) }
        if self.storefront != nil { apart.insert(.storefront) }
        if self.currency != nil { apart.insert(.currency) }
        return length.splits.contains(apart)
    }
}
