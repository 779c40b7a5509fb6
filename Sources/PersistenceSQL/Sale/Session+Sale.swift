package import Ledger

extension Session {
    /// Returns a page of the sales and refunds of an app within a span of time.
    package func sales(
        of app: AppName,
        environment: StoreEnvironment,
        within span: Range<Instant>,
        after cursor: SaleCursor?,
        limit: Int
    ) throws -> SalePage {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else {
            return SalePage(sales: [], next: nil)
        }
        let query: SQLStatement
        var values: [SQLValue] = [.integer(scope.number)]
        if let cursor {
            query = .sales.salesAfter
            values += Self.values(of: cursor)
        } else {
            query = .sales.sales
            values.append(.instant(span.lowerBound))
        }
        values += [.instant(span.upperBound), .integer(Int64(limit))]
        let sales = try self.all(query, values, read: self.sale)
        return SalePage(sales: sales, next: sales.count < limit ? nil : sales.last?.cursor)
    }

    /// Saves the differences between the sales of a chain and those that are stored.
    package func save(_ change: SaleChange, scope: Scope) throws {
        for cursor in change.removed {
            try self.delete(.sale, [.integer(scope.number)] + Self.values(of: cursor))
        }
        for sale in change.written { try self.put(sale, in: scope) }
    }

    /// Writes sales that belong to no chain, so that a benchmark can create many of them quickly.
    package func insert(_ sales: [Sale], of app: AppName, environment: StoreEnvironment) throws {
        let scope = try self.scope(ScopeName(app: app, environment: environment))
        for sale in sales { try self.put(sale, in: scope) }
    }

    private func put(_ sale: Sale, in scope: Scope) throws {
        let app = scope.app
        try self.put(
            .sale,
            [.integer(scope.number)] + Self.values(of: sale.cursor) + [
                .integer(sale.part.code), .integer(try self.number(ofInternedString: sale.product.rawValue, app: app)),
                .optional(try sale.storefront.map { try self.number(ofInternedString: $0, app: app) }),
                .optional(try sale.price.map { try self.number(ofInternedString: $0.currency, app: app) }),
                .optional(sale.price?.amountMilliunits), .integer(sale.quantity), .integer(sale.unitsThousandths),
                .integer(sale.period.code), .flag(sale.hasOffer),
            ]
        )
    }

    private static func values(of cursor: SaleCursor) -> [SQLValue] {
        [.instant(cursor.at), .identifier(cursor.transactionID.rawValue), .integer(cursor.kind)]
    }

    private func sale(in row: inout Row) throws -> Sale {
        let at = try row.instant()
        let transactionID = TransactionID(try row.identifier())
        let direction: SaleGroup.Direction = try row.integer() == 0 ? .sale : .refund
        let part = try row.coded(Sale.Part.self)
        let product = ProductID(try self.internedString(try row.integer()))
        let storefront = try row.optionalInteger().map(self.internedString)
        let currency = try row.optionalInteger().map(self.internedString)
        let amount = try row.optionalInteger()
        var price: Money?
        if let currency, let amount { price = Money(amountMilliunits: amount, currency: currency) }
        return Sale(
            at: at,
            transactionID: transactionID,
            direction: direction,
            part: part,
            product: product,
            storefront: storefront,
            price: price,
            quantity: try row.integer(),
            unitsThousandths: try row.integer(),
            period: try row.coded(SaleGroup.Period.self),
            hasOffer: try row.integer() == 1
        )
    }
}

extension Sale.Part: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .money: 0
        case .seats: 1
        case .credit: 2
        case .unpriced: 3
        case .excluded(.family): 4
        case .excluded(.assigned): 5
        case .excluded(.sandbox): 6
        case .excluded(.trial): 7
        case .excluded(.promotional): 8
        case .excluded(.free): 9
        case .excluded(.unpriced): 10
        case .excluded(.restored): 11
        case .excluded(.notInApp): 12
        case .excluded(.empty): 13
        case .excluded(.outOfBounds): 14
        }
    }
}

extension SaleGroup.Period: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .none: 0
        case .new: 1
        case .renewal: 2
        }
    }
}

/// The statements on sales.
package struct SaleStatements: Sendable {
    package let putSale = SQLStatement(
        """
        INSERT INTO sale (scope, sold_at, transaction_id, kind, part, product, storefront, currency, price, quantity,
        units, period, has_offer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (scope, sold_at, transaction_id, kind) DO UPDATE SET part = excluded.part,
        product = excluded.product, storefront = excluded.storefront, currency = excluded.currency,
        price = excluded.price, quantity = excluded.quantity, units = excluded.units, period = excluded.period,
        has_offer = excluded.has_offer
        """
    )
    package let deleteSale = SQLStatement(
        "DELETE FROM sale WHERE scope = ? AND sold_at = ? AND transaction_id = ? AND kind = ?"
    )
    package let sales = SQLStatement(
        """
        \(Self.saleColumns) WHERE scope = ? AND sold_at >= ? AND sold_at < ?
        ORDER BY sold_at, transaction_id, kind LIMIT ?
        """
    )
    package let salesAfter = SQLStatement(
        """
        \(Self.saleColumns) WHERE scope = ? AND (sold_at, transaction_id, kind) > (?, ?, ?) AND sold_at < ?
        ORDER BY sold_at, transaction_id, kind LIMIT ?
        """
    )

    private static let saleColumns = """
        SELECT sold_at, transaction_id, kind, part, product, storefront, currency, price, quantity, units, period, has_offer
        FROM sale
        """
}

extension SQLStatement {
    /// The statements on sales.
    package static let sales = SaleStatements()
}
