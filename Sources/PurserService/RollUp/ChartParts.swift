package import Ledger

/// The figures of charts that have each product or storefront apart.
///
/// A chart has room for a few of them, so only the largest are read in each span, and what is left of the sum is that of
/// all others: an app sells in more storefronts than a page can read for each day of a year.
package struct ChartParts: Sendable {
    /// How large a product or storefront is in one chart.
    package struct Size: Sendable {
        /// Whether it is measured in money.
        let isAmount: Bool
        /// Returns the value of its figures; the sign does not matter.
        let value: @Sendable (FigureValues) -> Double

        /// Creates a size.
        package init(isAmount: Bool, value: @escaping @Sendable (FigureValues) -> Double) {
            self.isAmount = isAmount
            self.value = value
        }
    }

    /// The number of products or storefronts that a chart shows at most, because more colors cannot be told apart.
    package static let maximumCount = 6
    /// The cell of everything that is not read apart, and of purchases whose storefront is not known.
    package static let others = FigureCell(product: nil, storefront: nil, currency: nil)

    /// The values of every product or storefront in the whole time.
    let whole: [FigureCell: FigureValues]
    /// The values of each span: of the largest by any size, and of the others.
    let spans: [[FigureCell: FigureValues]]

    /// Creates nothing.
    init() { (self.whole, self.spans) = ([:], []) }

    /// Reads the figures of a query, whose first span lies before the time; `nil` where they are too many.
    init?(_ query: FigureQuery, _ sizes: [Size], in view: any ReadView) throws {
        var one = query
        one.splits = []
        let sum = try view.figures(one)
        guard !sum.isTooLarge else { return nil }
        guard !query.splits.isEmpty, query.instants.count > 2 else {
            (self.whole, self.spans) = ([:], sum.spans)
            return
        }
        var all = query
        all.instants = [query.instants[1], query.instants[query.instants.count - 1]]
        let whole = try view.figures(all)
        guard let cells = whole.spans.first else { return nil }
        self.whole = cells
        var spans = sum.spans.map { span in [Self.others: span[Self.others] ?? FigureValues()] }
        for cell in Set(sizes.flatMap { Self.ranked(cells, by: $0).prefix(Self.maximumCount) }) {
            (one.product, one.storefront) = (cell.product ?? query.product, cell.storefront ?? query.storefront)
            for (place, span) in try view.figures(one).spans.enumerated() {
                guard let values = span[Self.others] else { continue }
                spans[place][cell] = values
                spans[place][Self.others]?.add(values, times: -1)
            }
        }
        self.spans = spans
    }

    /// Returns all products or storefronts that have a size in the whole time, the largest first.
    package func ranked(by size: Size) -> [FigureCell] { Self.ranked(self.whole, by: size) }

    /// Returns whether there are purchases whose product or storefront is not known.
    package func hasOthers(by size: Size) -> Bool { self.whole[Self.others].map { size.value($0) != 0 } ?? false }

    private static func ranked(_ whole: [FigureCell: FigureValues], by size: Size) -> [FigureCell] {
        whole.filter { $0.key != Self.others }.mapValues { abs(size.value($0)) }.filter { $0.value > 0 }
            .sorted { ($1.value, Self.name(of: $0.key)) < ($0.value, Self.name(of: $1.key)) }
            .map(\.key)
    }

    private static func name(of cell: FigureCell) -> String { cell.product?.rawValue ?? cell.storefront ?? "" }
}
