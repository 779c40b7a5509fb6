import AppStore

/// What a fetch or an import of prices found.
enum PriceFindingsText {
    /// Writes findings: the changes, and to standard error what contradicts the catalog, what is missing and a summary.
    static func write(_ findings: JSONValue, isJSON: Bool) {
        guard !isJSON else { return StandardStream.output.write(json: findings) }
        let changes = findings["changes"]?.elements ?? []
        if !changes.isEmpty { Listing.priceNews.write(changes, isJSON: false, in: .here) }
        PriceFindingLine.write(findings["findings"]?.elements ?? [])
        for line in Self.lines(findings, changeCount: changes.count, in: .here) {
            StandardStream.error.write(line: line)
        }
    }

    /// Returns the sentences about findings.
    static func lines(_ findings: JSONValue, changeCount: Int, in language: Language) -> [String] {
        var lines: [String] = []
        let missing = (findings["missing"]?.elements ?? []).compactMap(\.text)
        if !missing.isEmpty {
            let names = missing.joined(separator: " ")
            lines.append(
                Said("Apple does not know: \(names)", "Apple 没有这些商品：\(names)").text(in: language)
            )
        }
        let points = findings["points"]?.elements ?? []
        if !points.isEmpty {
            let count = points.compactMap { $0["count"]?.integer }.reduce(0, +)
            lines.append(
                Said(
                    "\(count) price points in \(points.count) storefronts.",
                    "\(points.count) 个店面的 \(count) 个价格点。"
                ).text(in: language)
            )
        }
        let products = findings["products"].plain
        let said =
            findings["kept"] == .bool(true)
            ? Said(
                "\(products) products, \(changeCount) changes: kept.",
                "\(products) 个商品，\(changeCount) 处变化：已保存。"
            )
            : Said(
                "\(products) products, \(changeCount) changes: a preview, nothing was kept.",
                "\(products) 个商品，\(changeCount) 处变化：仅预览，未保存。"
            )
        lines.append(said.text(in: language))
        return lines
    }
}
