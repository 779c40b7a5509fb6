package import Ledger

extension Session {
    /// The age of the oldest sales that are searched: a year and the 60 days in which Apple retries a charge.
    private static let greatestAge = Span.days(430)
    /// The number of dates at which sales are searched; 200 at each.
    private static let dateCount = 8
    /// The number of silent subscriptions from which a sample is extrapolated.
    private static let leastSilentSample: Int64 = 5

    /// Counts the renewals and the subscriptions whose paid period ended within a span.
    package func periods(
        endedWithin span: Range<Instant>,
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) throws -> EndedPeriods {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return .none }
        let number = SQLValue.integer(scope.number)
        let bounds: [SQLValue] = [.instant(span.lowerBound), .instant(span.upperBound)]
        let renewed = try self.first(.gauges.renewedCount, [number] + bounds) { row in try row.integer() } ?? 0
        let counts = try self.first(.gauges.endedPeriodCounts, bounds + [number]) { row in
            (heard: try row.integer(), silent: try row.integer(), silentRows: try row.integer())
        }
        let (heard, weighed, rows) = counts ?? (0, 0, 0)
        // A few late ones in a sample say nothing about the others.
        let silent = rows < Self.leastSilentSample ? rows : weighed
        var examples: [OriginalTransactionID] = []
        if rows > 0 {
            examples = try self.all(.gauges.silentPeriods, bounds + [number, .integer(Int64(limit))]) { row in
                OriginalTransactionID(try row.identifier())
            }
        }
        return EndedPeriods(renewed: Int(renewed), heard: Int(heard), silent: Int(silent), examples: examples)
    }

    /// Returns a subscription whose period ends within a span, searching the sales at dates across the last year.
    ///
    /// Recent dates are closer together, because most periods last a month. The newest sales are searched last, which
    /// finds subscriptions that the dates miss in a young shop.
    package func subscription(
        near place: Double,
        of app: AppName,
        environment: StoreEnvironment,
        endingWithin span: Range<Instant>,
        at now: Instant
    ) throws -> OriginalTransactionID? {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return nil }
        let first = min(max(place, 0), 1)
        let places = (0..<Self.dateCount).map { step in
            (first + Double(step) / Double(Self.dateCount)).truncatingRemainder(dividingBy: 1)
        }
        for place in places + [0] {
            let age = Span(milliseconds: Int64(Double(Self.greatestAge.milliseconds) * place * place))
            let values: [SQLValue] = [
                .integer(scope.number), .instant(now - age), .instant(span.lowerBound), .instant(span.upperBound),
                .instant(now),
            ]
            let found = try self.first(.gauges.subscriptionNearSale, values) { row in
                OriginalTransactionID(try row.identifier())
            }
            if let found { return found }
        }
        return nil
    }

    /// Counts the customers who received goods in the Sandbox.
    package func sandboxCustomerCount(of app: AppName, since instant: Instant) throws -> Int {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: .sandbox)) else { return 0 }
        let values: [SQLValue] = [.integer(scope.number), .instant(instant)]
        let owners = try self.all(.gauges.sandboxCustomers, values) { row in
            let owner = try row.integer()
            return try row.coded(FulfillmentState.self).wasFulfilled ? owner : nil
        }
        return Set(owners.compactMap(\.self)).count
    }

    /// Returns the size of the database in bytes, where the database reports it.
    package func databaseBytes() throws -> Int64? {
        try self.connection.databaseBytes()
    }
}

/// The statements on gauges.
package struct GaugeStatements: Sendable {
    package let renewedCount = SQLStatement(
        """
        SELECT count(*) FROM sale WHERE scope = ? AND sold_at >= ? AND sold_at < ? AND kind = 0 AND period = 2
        """
    )
    package let endedPeriodCounts = SQLStatement(
        """
        SELECT ifnull(sum(CASE WHEN \(Self.isHeard) THEN \(Self.weight) ELSE 0 END), 0),
        ifnull(sum(CASE WHEN \(Self.isHeard) THEN 0 ELSE \(Self.weight) END), 0),
        ifnull(sum(CASE WHEN \(Self.isHeard) THEN 0 ELSE 1 END), 0)
        \(Self.endedPeriods)
        """
    )
    package let silentPeriods = SQLStatement(
        """
        SELECT original.apple_id \(Self.endedPeriods) AND NOT (\(Self.isHeard))
        ORDER BY renewal.renewal_at LIMIT ?
        """
    )
    package let subscriptionNearSale = SQLStatement(
        """
        SELECT original.apple_id FROM (
            SELECT scope, transaction_id FROM sale WHERE scope = ? AND sold_at <= ? ORDER BY sold_at DESC LIMIT 200
        ) AS sold
        CROSS JOIN store_id ON store_id.scope = sold.scope AND store_id.apple_id = sold.transaction_id
        CROSS JOIN original ON original.id = ifnull(store_id.home, store_id.original)
        CROSS JOIN renewal ON renewal.original = original.id CROSS JOIN terms ON terms.id = renewal.terms
        WHERE renewal.renewal_at >= ? AND renewal.renewal_at < ? AND original.root IS NULL
        AND (renewal.renewal_at > ? OR (terms.auto_renew = 1 AND NOT (\(Self.isOver)))) LIMIT 1
        """
    )
    package let sandboxCustomers = SQLStatement(
        """
        SELECT fulfillment.owner, fulfillment.state FROM sale
        CROSS JOIN fulfillment ON fulfillment.scope = sale.scope AND fulfillment.transaction_id = sale.transaction_id
        WHERE sale.scope = ? AND sale.sold_at >= ? AND sale.kind = 0 AND fulfillment.owner IS NOT NULL
        """
    )

    /// How many subscriptions one of the sample represents.
    private static let weight = "CASE WHEN renewal.original <= 200000 THEN 1 ELSE 64 END"

    /// The subscriptions whose period ended within a span, and whose newest snapshot says that they renew: all of the
    /// first 200,000, and one in 64 of the later ones, which are the ones in the index.
    private static let endedPeriods = """
        FROM renewal CROSS JOIN original ON original.id = renewal.original CROSS JOIN terms ON terms.id = renewal.terms
        WHERE renewal.renewal_at >= ? AND renewal.renewal_at < ?
        AND (renewal.original <= 200000 OR renewal.original % 64 = 0) AND original.scope = ? AND original.root IS NULL
        AND terms.auto_renew = 1
        """

    /// Whether there is newer evidence about a subscription since its period ended.
    private static let isHeard =
        "renewal.signed_at >= renewal.renewal_at OR ifnull(original.stated_at >= renewal.renewal_at, 1 = 0)"

    /// Whether there is evidence since a subscription's period ended that it expired or was revoked.
    private static let isOver =
        "ifnull(original.stated_at >= renewal.renewal_at, 1 = 0) AND ifnull(original.status IN (2, 5), 1 = 0)"
}

extension SQLStatement {
    /// The statements on gauges.
    package static let gauges = GaugeStatements()
}
