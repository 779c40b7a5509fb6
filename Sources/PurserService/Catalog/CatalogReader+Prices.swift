internal import Ledger

extension CatalogReader {
    /// The maximum number of price points of one currency: Apple has 900.
    private static let pricePointLimit = 2000

    /// Returns the file of price points that a catalog names, with its line.
    static func pricePointsFile(
        of document: [UInt8],
        file: String
    ) throws(ValidationIssues) -> (name: String, line: Int?)? {
        // Most catalogs name no such file and need not be read twice.
        guard String(decoding: document, as: UTF8.self).contains("pricePoints") else { return nil }
        guard case .map(let entries) = try DocumentReader.read(document, file: file).content,
            case .map(let parts)? = entries.first(where: { $0.key == "pricePoints" })?.value.content,
            let entry = parts.first(where: { $0.key == "file" }),
            case .scalar(let name, _) = entry.value.content, !entry.value.isEmpty
        else { return nil }
        guard case .document(let line, _) = entry.origin else { return (name, nil) }
        return (name, line)
    }

    /// Reads the App Store's price points: rows in the catalog, or in a file that the catalog names.
    mutating func pricePoints(_ field: DocumentField?) -> PricePoints {
        let example = "pricePoints: { CNY: [1.00, 3.00, 6.00] }"
        guard let field, let entries = self.validation.openMap(field, example: example) else { return PricePoints() }
        guard let named = entries["file"] else { return self.rows(of: entries) }
        if entries.all.count > 1 {
            self.validation.note(
                field,
                problem: "names a file and has rows of its own",
                remedy: "Move the rows into the file, or remove it."
            )
        }
        guard let name = self.validation.string(named, example: "file: price-points.yaml") else {
            return PricePoints()
        }
        guard let companion = self.companion else {
            self.validation.note(
                named,
                problem: "another file cannot be read from here",
                remedy: "Write the rows into the catalog, or use: purser catalog apply FILE"
            )
            return PricePoints()
        }
        do throws(ValidationIssues) {
            let document = try DocumentReader.read(companion, file: name)
            // Issues in the other file carry its name; everything else is read as in the catalog.
            var reading = CatalogReader(file: name)
            let points = reading.validation.openMap(DocumentField(document: document), example: "CNY: [1.00, 3.00]")
                .map { reading.rows(of: $0) }
            try reading.validation.conclude()
            return points ?? PricePoints()
        } catch {
            self.validation.add(error)
            return PricePoints()
        }
    }

    private mutating func rows(of entries: DocumentFields) -> PricePoints {
        var amounts: [String: [Int64]] = [:]
        for (currency, row) in entries.all {
            let example = "\(currency): [1.00, 3.00, 6.00]"
            guard Money(spelling: currency + " 0") != nil else {
                self.validation.note(
                    row.keyOrigin,
                    keyPath: row.keyPath,
                    problem: "not a currency code",
                    remedy: "Write three capital letters, for example: CNY: [1.00, 3.00, 6.00]"
                )
                continue
            }
            guard let elements = self.validation.list(row, example: example) else { continue }
            if elements.isEmpty || elements.count > Self.pricePointLimit {
                self.validation.note(
                    row,
                    problem: "has \(elements.count) price points instead of 1 to \(Self.pricePointLimit)",
                    remedy: "Write for example: \(example)"
                )
                continue
            }
            amounts[currency] = self.amounts(elements, currency: currency, example: example)
        }
        return PricePoints(amounts)
    }

    private mutating func amounts(_ elements: [DocumentField], currency: String, example: String) -> [Int64] {
        var amounts: [Int64] = []
        for element in elements {
            guard case .scalar(let text, _) = element.node.content,
                let money = Money(spelling: "\(currency) \(text)"), money.amountMilliunits > 0
            else {
                self.validation.refuse(element, expected: "a price", example: example)
                // One issue is enough: a row with the wrong separator is wrong throughout.
                return amounts
            }
            if let last = amounts.last, money.amountMilliunits <= last {
                self.validation.note(
                    element,
                    problem: "not above the price point before it",
                    remedy: "Put the price points into ascending order, each once."
                )
                return amounts
            }
            amounts.append(money.amountMilliunits)
        }
        return amounts
    }

    /// Reads the shop's own price of a product, and the coin in which the difference is credited.
    mutating func shopPrice(_ parts: DocumentFields, coins: [String: Coin], points: PricePoints) -> ShopPrice? {
        guard let field = parts["shopPrice"] else {
            if parts["creditDifference"] != nil {
                _ = self.validation.required("shopPrice", in: parts, example: "shopPrice: CNY 6.66")
            }
            return nil
        }
        guard let price = self.money(field, example: "shopPrice: CNY 6.66") else { return nil }
        if points.nearest(notBelow: price) == nil, !points.currencies.isEmpty {
            self.warn(
                field,
                "the App Store has no price point in \(price.currency) that is not below this",
                "Add the row of \(price.currency) to pricePoints."
            )
        }
        guard let credit = parts["creditDifference"] else { return ShopPrice(price) }
        guard let coin = self.validation.string(credit, example: "creditDifference: gems") else { return nil }
        guard self.coinNames.contains(bytesOf: coin) else {
            self.refuseCoin(coin, credit)
            return nil
        }
        self.grantedCoins.insert(coin)
        if let known = coins[coin], known.apple?.unit.currency != price.currency {
            self.validation.note(
                credit,
                problem: "the coin has no rate in the App Store for \(price.currency)",
                remedy: "Write under coins for example: \(coin): { perUnit: 66, of: \(price.currency) 1.00 }"
            )
        }
        if points.currencies.isEmpty {
            self.warn(
                credit,
                "there are no price points, so the difference is known only after a customer has paid",
                "Add for example: pricePoints: { \(price.currency): [1.00, 3.00, 6.00] }"
            )
        }
        return ShopPrice(price, differenceCoin: coin)
    }

    /// Reads the storefronts in which a product is sold.
    mutating func area(_ field: DocumentField?) -> ProductAvailability {
        guard let field else { return .everywhere }
        if case .map = field.node.content {
            let example = "storefronts: { except: [CHN] }"
            guard let parts = self.validation.map(field, known: ["except"], example: example),
                let except = self.validation.required("except", in: parts, example: "except: [CHN]")
            else { return .everywhere }
            return .except(self.storefronts(except, example: example))
        }
        return .only(self.storefronts(field, example: "storefronts: [CHN, USA]"))
    }

    private mutating func storefronts(_ field: DocumentField, example: String) -> Set<String> {
        var codes: Set<String> = []
        let elements = self.validation.oneOrMore(field)
        if elements.isEmpty {
            self.validation.refuse(field, expected: "at least one storefront", example: example)
        }
        for element in elements {
            guard let code = self.validation.string(element, example: example) else { continue }
            if !StorefrontCode.contains(code) {
                self.validation.note(
                    element,
                    problem: "\"\(Validation.shortened(code))\" is not a storefront of the App Store",
                    remedy: self.validation.nearest(to: code, among: StorefrontCode.all)
                        .map { "Did you mean \"\($0)\"?" }
                        ?? "Write ISO 3166-1 alpha-3 codes, for example: \(example)"
                )
            } else if !codes.insert(code).inserted {
                self.validation.note(element, problem: "\"\(code)\" is listed twice", remedy: "Keep one of the two.")
            }
        }
        return codes
    }
}
