package import AppStore

/// What a fetch or an import of prices found.
package enum PriceUpdateText {
    /// Writes findings: the changes, and to standard error what contradicts the catalog, what is missing and a summary.
    ///
    /// - Parameters:
    ///   - update: What the server answered.
    ///   - storefront: The only storefront whose changes are shown.
    ///   - isJSON: Whether they are for a program, which gets all of them.
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

    /// Returns the rows of changes: the prices that Apple made of the base's are one row for each product, unless one
    /// storefront is meant.
    package static func rows(_ changes: [JSONValue], in storefront: String?, _ language: Language) -> [JSONValue] {
        if let storefront { return changes.filter { $0["storefront"].plain == storefront } }
        var rows: [JSONValue] = []
        // The changes of a product follow one another.
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

    /// Returns the sentences about findings.
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
                "\(products) products, \(changeCount) changes: kept.",
                "\(products) 个商品，\(changeCount) 处变化：已保存。"
            )
            : LocalizedText(
                "\(products) products, \(changeCount) changes: a preview, nothing was kept.",
                "\(products) 个商品，\(changeCount) 处变化：仅预览，未保存。"
            )
        lines.append(said.text(in: language))
        return lines
    }

    /// Returns how to go on after a fetch that ended before all products were asked for.
    package static func resumption(after product: String, _ code: String, in language: Language) -> String {
        LocalizedText(
            "Not all products were asked for (\(code)). Go on later: purser prices fetch --after \(product)",
            "尚有商品未获取（\(code)）。稍后继续：purser prices fetch --after \(product)"
        ).text(in: language)
    }
}

/// A contradiction between Apple's price and the catalog's, as a line on standard error.
enum PriceIssueLine {
    /// Writes findings, one a line.
    static func write(_ issues: [JSONValue]) {
        for issue in issues { StandardStream.error.write(line: Self.text(issue, in: .here)) }
    }

    /// Returns the line of a finding.
    static func text(_ issue: JSONValue, in language: Language) -> String {
        let (code, product) = (issue["code"].plain, issue["product"].plain)
        let storefront = issue["storefront"].plain
        let (catalog, apple) = (issue["catalogPrice"].price, issue["applePrice"].price)
        return LocalizedText(
            "\(code): \(product) in \(storefront): the catalog says \(catalog), Apple charges \(apple)",
            "\(code)：\(product)，\(storefront)：目录写的是 \(catalog)，Apple 收取 \(apple)"
        ).text(in: language)
    }
}
