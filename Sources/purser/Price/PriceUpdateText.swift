package import AppStore

/// The output of a fetch or an import of prices.
package enum PriceUpdateText {
    /// Writes a result: the changes, and to standard error differences from the catalog, missing products and a
    /// summary.
    ///
    /// - Parameters:
    ///   - update: The server's response.
    ///   - storefront: The only storefront whose changes are shown.
    ///   - isJSON: Whether to write all of it for programs.
    static func write(_ update: JSONValue, in storefront: String? = nil, isJSON: Bool) {
        guard !isJSON else { return StandardStream.output.write(json: update) }
        let changes = update["changes"]?.elements ?? []
        let rows = Self.rows(changes, in: storefront, .here)
        if !rows.isEmpty { Listing.priceUpdates.write(rows, isJSON: false, in: .here) }
        PriceIssueLine.write(update["issues"]?.elements ?? [])
        for line in Self.lines(update, changeCount: changes.count, in: .here) {
            StandardStream.error.write(line: line)
        }
    }

    /// Returns the rows of changes: prices that Apple derived from the base are one row for each product, unless one
    /// storefront is selected.
    package static func rows(_ changes: [JSONValue], in storefront: String?, _ language: Language) -> [JSONValue] {
        if let storefront { return changes.filter { $0["storefront"].plain == storefront } }
        var rows: [JSONValue] = []
        // The changes of a product are consecutive.
        var equalized: [JSONValue] = []
        func collapse() {
            guard equalized.count > 1 else {
                rows += equalized
                equalized = []
                return
            }
            let count = equalized.count
            let storefronts = LocalizedText("\(count) storefronts", "\(count) 个店面").text(in: language)
            rows.append(
                .object(
                    [
                        JSONMember(key: "product", value: .string(equalized[0]["product"].plain)),
                        JSONMember(key: "storefront", value: .string(storefronts)),
                        JSONMember(key: "origin", value: .string("equalized")),
                    ]
                )
            )
            equalized = []
        }
        for change in changes {
            if let last = (equalized.last ?? rows.last), last["product"].plain != change["product"].plain { collapse() }
            if change["origin"].plain == "equalized" { equalized.append(change) } else { rows.append(change) }
        }
        collapse()
        return rows
    }

    /// Returns sentences about a result.
    static func lines(_ issues: JSONValue, changeCount: Int, in language: Language) -> [String] {
        var lines: [String] = []
        let missing = (issues["missing"]?.elements ?? []).compactMap(\.text)
        if !missing.isEmpty {
            let names = missing.joined(separator: " ")
            lines.append(
                LocalizedText("Apple does not know: \(names)", "Apple 没有这些商品：\(names)").text(in: language)
            )
        }
        let points = issues["points"]?.elements ?? []
        if !points.isEmpty {
            let count = points.compactMap { $0["count"]?.integer }.reduce(0, +)
            lines.append(
                LocalizedText(
                    "\(Counted.text(Int(count), "price point", "price points")) in "
                        + "\(Counted.text(points.count, "storefront", "storefronts")).",
                    "\(points.count) 个店面的 \(count) 个价格点。"
                ).text(in: language)
            )
        }
        let products = issues["products"].plain
        let said =
            issues["kept"] == .bool(true)
            ? LocalizedText(
                "\(products) products, \(changeCount) changes: stored.",
                "\(products) 个商品，\(changeCount) 处变化：已保存。"
            )
            : LocalizedText(
                "\(products) products, \(changeCount) changes: a preview, nothing was stored.",
                "\(products) 个商品，\(changeCount) 处变化：仅预览，未保存。"
            )
        lines.append(said.text(in: language))
        return lines
    }

    /// Returns how to continue a fetch that ended before the last product.
    package static func resumption(after product: String, _ code: String, in language: Language) -> String {
        LocalizedText(
            "The fetch is incomplete (\(code)). To continue later: purser prices fetch --after \(product)",
            "获取未完成（\(code)）。稍后继续：purser prices fetch --after \(product)"
        ).text(in: language)
    }
}

/// A difference between Apple's price and the catalog's, as a line on standard error.
enum PriceIssueLine {
    /// Writes differences, one per line.
    static func write(_ issues: [JSONValue]) {
        for issue in issues { StandardStream.error.write(line: Self.text(issue, in: .here)) }
    }

    /// Returns the line of a difference.
    static func text(_ issue: JSONValue, in language: Language) -> String {
        let (code, product) = (issue["code"].plain, issue["product"].plain)
        let storefront = issue["storefront"].plain
        let (catalog, apple) = (issue["catalogPrice"].price, issue["applePrice"].price)
        return LocalizedText(
            "\(code): \(product) in \(storefront): the catalog has \(catalog), Apple charges \(apple)",
            "\(code)：\(product)，\(storefront)：目录中为 \(catalog)，Apple 收取 \(apple)"
        ).text(in: language)
    }
}
