import Ledger

extension Session {
    /// The age up to which sales are looked at: a year, with the 60 days in which Apple tries to charge.
    private static let greatestAge = Span.days(430)
    /// At how many dates sales are looked at; each time 200 of them.
    private static let dateCount = 8
    /// From how many silent subscriptions on a sample speaks for those that it stands for.
    private static let leastSilentSample: Int64 = 5

    /// Counts the renewals and the subscriptions whose paid period ended within a span.
    func periods(endedWithin span: Range<Instant>, in name: ScopeName, limit: Int) throws -> EndedPeriods {
        guard let scope = try self.knownScope(name) else { return .none }
        let number = SQLValue.integer(scope.number)
        let bounds: [SQLValue] = [.instant(span.lowerBound), .instant(span.upperBound)]
        let renewed = try self.first(.renewedCount, [number] + bounds) { row in try row.integer() } ?? 0
        let counts = try self.first(.endedPeriodCounts, bounds + [number]) { row in
            (heard: try row.integer(), silent: try row.integer(), silentRows: try row.integer())
        }
        let (heard, weighed, rows) = counts ?? (0, 0, 0)
        // A few of a sample that are late say nothing of the rest.
        let silent = rows < Self.leastSilentSample ? rows : weighed
        var examples: [OriginalTransactionID] = []
        if rows > 0 {
            examples = try self.all(.silentPeriods, bounds + [number, .integer(Int64(limit))]) { row in
                OriginalTransactionID(try row.identifier())
            }
        }
        return EndedPeriods(renewed: Int(renewed), heard: Int(heard), silent: Int(silent), examples: examples)
    }

    /// A subscription whose period ends within a span, by the sales at dates all over the last year.
    ///
    /// Near dates are closer together, because most periods are of a month. The newest sales are looked at last, which
    /// reaches what a place has missed in a young shop.
    func subscription(
        near place: Double,
        in name: ScopeName,
        endingWithin span: Range<Instant>,
        at now: Instant
    ) throws -> OriginalTransactionID? {
        guard let scope = try self.knownScope(name) else { return nil }
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
            let found = try self.first(.subscriptionNearSale, values) { row in
                OriginalTransactionID(try row.identifier())
            }
            if let found { return found }
        }
        return nil
    }

    /// Counts the customers to whom something of the Sandbox was handed over.
    func sandboxCustomerCount(of app: AppName, since instant: Instant) throws -> Int {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: .sandbox)) else { return 0 }
        let values: [SQLValue] = [.integer(scope.number), .instant(instant)]
        let owners = try self.all(.sandboxCustomers, values) { row in
            let owner = try row.integer()
            return try row.coded(DeliveryState.self).wasHandedOver ? owner : nil
        }
        return Set(owners.compactMap(\.self)).count
    }

    /// How many bytes the database needs, where it is asked.
    func databaseBytes() throws -> Int64? {
        try self.first(.databaseBytes, []) { row in try row.integer() }
    }
}
