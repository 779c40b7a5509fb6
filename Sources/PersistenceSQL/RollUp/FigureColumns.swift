import Ledger

/// The columns of the tables of figures, one for each figure.
package enum FigureColumns {
    /// The names, in the order of the figures.
    package static let names = Figure.allCases.map(Self.name)

    /// The column of a figure: its name in lower case, with underscores.
    private static func name(_ figure: Figure) -> String {
        figure.name.reduce(into: "") { name, character in
            if character.isUppercase { name += "_" }
            name += character.lowercased()
        }
    }

    /// Returns the definitions of the columns, for a table whose integers have this type.
    package static func definitions(_ type: String) -> String {
        Self.names.map { "    \($0) \(type) NOT NULL" }.joined(separator: ",\n")
    }

    /// The names as a list.
    static let list = Self.names.joined(separator: ", ")
    /// A parameter for each of them.
    static let parameters = Self.names.map { _ in "?" }.joined(separator: ", ")
    /// The sum of each of them.
    static let sums = Self.names.map { "CAST(sum(\($0)) AS bigint)" }.joined(separator: ", ")

    /// The condition that a flow is not zero in the sum of a group.
    static let hasFlows = Self.condition(Figure.flows) { "sum(\($0))" }
    /// The condition that a stock is not zero in the sum of a group.
    static let hasStocks = Self.condition(Figure.stocks) { "sum(\($0))" }
    /// The condition that a flow is not zero in a row.
    static let areFlows = Self.condition(Figure.flows) { $0 }
    /// The condition that a stock is not zero in a row.
    static let areStocks = Self.condition(Figure.stocks) { $0 }

    private static func condition(_ figures: [Figure], _ value: (String) -> String) -> String {
        figures.map { "\(value(Self.name($0))) <> 0" }.joined(separator: " OR ")
    }

    /// Returns the assignments that add the values of another row to those of a table's.
    static func additions(_ table: String) -> String {
        Self.names.map { "\($0) = \(table).\($0) + excluded.\($0)" }.joined(separator: ", ")
    }
}

/// What is apart in sums of figures; each choice has a statement of its own.
struct FigureChoice: Hashable {
    /// How times are added up.
    enum Times: Int, CaseIterable {
        /// All of them together.
        case together
        /// Each for itself.
        case each
        /// As many together as a part has.
        case parts
    }

    /// The columns of a group.
    static let columns: [(name: String, split: FigureQuery.Split)] = [
        ("product", .product), ("storefront", .storefront), ("currency", .currency),
    ]
    /// What is read of a column that is not apart.
    static let none = "CAST(0 AS bigint)"
    /// Every choice, in the order of the statements.
    static let all = Times.allCases.flatMap { times in
        (0..<1 << Self.columns.count).map { bits in
            let apart = Self.columns.enumerated().filter { bits & 1 << $0.offset != 0 }
            return Self(times: times, splits: Set(apart.map(\.element.split)))
        }
    }

    /// How times are added up.
    let times: Times
    /// What else is apart.
    let splits: Set<FigureQuery.Split>

    /// The place of its statement.
    var place: Int { self.times.rawValue << Self.columns.count | Self.bits(self.splits) }

    /// Returns a number for what is apart: one bit for each column, in their order.
    static func bits(_ splits: Set<FigureQuery.Split>) -> Int {
        Self.columns.enumerated().reduce(0) { bits, column in
            bits | (splits.contains(column.element.split) ? 1 << column.offset : 0)
        }
    }
}

/// The statements on figures.
package struct FigureStatements: Sendable {
    package let fold = SQLStatement("SELECT time_zone, until, rebuilt_until FROM figure_fold WHERE scope = ?")
    package let putFold = SQLStatement(
        """
        INSERT INTO figure_fold (scope, time_zone, until, rebuilt_until) VALUES (?, ?, ?, ?)
        ON CONFLICT (scope) DO UPDATE SET time_zone = excluded.time_zone, until = excluded.until,
        rebuilt_until = excluded.rebuilt_until
        """
    )
    package let addBucket = Self.adding(to: "figure", ["scope", "bucket"])
    package let addDay = Self.adding(to: "figure_day", ["scope", "day"])
    package let addSum = Self.adding(to: "figure_sum", ["scope", "length", "split", "time"])
    package let addCohort = SQLStatement(
        """
        INSERT INTO figure_cohort (scope, month, product, period, currency, subscriptions, amount)
        VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (scope, month, product, period, currency)
        DO UPDATE SET subscriptions = figure_cohort.subscriptions + excluded.subscriptions,
        amount = figure_cohort.amount + excluded.amount
        """
    )
    package let sumUp = SQLStatement(
        """
        INSERT INTO figure_day (scope, day, product, storefront, currency, \(FigureColumns.list))
        SELECT scope, CAST(? AS bigint), product, storefront, currency, \(FigureColumns.sums) FROM figure
        WHERE scope = ? AND bucket >= ? AND bucket < ? GROUP BY scope, product, storefront, currency
        ON CONFLICT (scope, day, product, storefront, currency) DO UPDATE SET \(FigureColumns.additions("figure_day"))
        """
    )
    package let bucketSums = Self.sums(of: "figure", "bucket")
    package let daySums = Self.sums(of: "figure_day", "day")
    package let daySumsOfOneProduct = Self.sums(of: "figure_day", "day", ofOneProduct: true)
    package let sums = Self.sumsOfLengths(ofOneGroup: false)
    package let sumsOfOneGroup = Self.sumsOfLengths(ofOneGroup: true)
    package let firstSum = SQLStatement(
        """
        SELECT time FROM figure_sum WHERE scope = ? AND length = ? AND split = ? AND time >= ?
        ORDER BY time LIMIT 1 OFFSET ?
        """
    )
    package let deleteSums = SQLStatement(
        "DELETE FROM figure_sum WHERE scope = ? AND length = ? AND split = ? AND time >= ? AND time < ?"
    )
    package let rows = SQLStatement(
        """
        SELECT bucket, product, storefront, currency, \(FigureColumns.list) FROM figure
        WHERE scope = ? AND bucket >= ? AND bucket < ?
        """
    )
    package let firstBucket = SQLStatement(
        "SELECT bucket FROM figure WHERE scope = ? AND bucket >= ? ORDER BY bucket LIMIT 1"
    )
    package let firstDay = SQLStatement(
        "SELECT day FROM figure_day WHERE scope = ? AND day >= ? ORDER BY day LIMIT 1"
    )
    package let cohorts = SQLStatement(
        """
        SELECT month, product, period, currency, subscriptions, amount FROM figure_cohort
        WHERE scope = ? AND month >= ? AND month < ? AND product = ifnull(?, product) AND period <= ?
        AND (subscriptions <> 0 OR amount <> 0) LIMIT ?
        """
    )
    package let cohortProducts = SQLStatement(
        """
        SELECT DISTINCT product FROM figure_cohort
        WHERE scope = ? AND month >= ? AND month < ? AND period = 0 AND (subscriptions <> 0 OR amount <> 0)
        """
    )
    package let cohortMonth = SQLStatement(
        """
        SELECT month FROM figure_cohort WHERE scope = ? AND month < ? AND (subscriptions <> 0 OR amount <> 0)
        ORDER BY month DESC LIMIT 1
        """
    )
    package let originals = SQLStatement("SELECT id, scope, root FROM original WHERE id > ? ORDER BY id LIMIT ?")
    package let deleteDays = SQLStatement("DELETE FROM figure_day WHERE scope = ? AND day = ?")
    package let deleteBuckets = SQLStatement("DELETE FROM figure WHERE scope = ? AND bucket >= ? AND bucket < ?")
    package let deleteCohorts = SQLStatement("DELETE FROM figure_cohort WHERE scope = ?")

    /// Returns the statement that adds values to a row of a table, whose key begins with these columns.
    private static func adding(to table: String, _ columns: [String]) -> SQLStatement {
        let key = columns + FigureChoice.columns.map(\.name)
        return SQLStatement(
            """
            INSERT INTO \(table) (\(key.joined(separator: ", ")), \(FigureColumns.list))
            VALUES (\(key.map { _ in "?" }.joined(separator: ", ")), \(FigureColumns.parameters))
            ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET \(FigureColumns.additions(table))
            """
        )
    }

    /// The numbers of a span, of which each is looked up.
    private static let times = """
        (WITH RECURSIVE times(n) AS (SELECT CAST(? AS bigint) UNION ALL SELECT n + 1 FROM times
        WHERE n + 1 < CAST(? AS bigint)) SELECT n FROM times) AS times
        """

    /// Returns the statements that add up the sums of some quarters of an hour, days or months, one for each choice of how
    /// times are added up, with the parameters of `sums(of:_:)` and with a length and a split after the scope.
    ///
    /// What is not apart is zero in these rows, so they are grouped by their whole key: nothing is added up where each
    /// time is apart.
    ///
    /// The key has the time before the group, so that a span of time is consecutive. In sums of one group, of which the
    /// product or the storefront is given and the other is not apart, each time of the span is looked up, because the sums
    /// of all others lie in between; the span then comes before the scope.
    private static func sumsOfLengths(ofOneGroup isOfOneGroup: Bool) -> [SQLStatement] {
        let names = FigureChoice.columns.map(\.name).joined(separator: ", ")
        let rows =
            isOfOneGroup
            ? """
            FROM \(Self.times) CROSS JOIN figure_sum ON time = times.n
            WHERE scope = ? AND length = ? AND split = ? AND product = ? AND storefront = ?
            AND currency = ifnull(?, currency)
            """
            : """
            FROM figure_sum WHERE scope = ? AND length = ? AND split = ? AND time >= ? AND time < ?
            AND product = ifnull(?, product) AND storefront = ifnull(?, storefront)
            AND currency = ifnull(?, currency)
            """
        return FigureChoice.Times.allCases.map { choice in
            let place: String
            let groups: String
            switch choice {
            case .together: (place, groups) = (FigureChoice.none, "scope, \(names)")
            case .each:
                return SQLStatement(
                    """
                    SELECT time - CAST(? AS bigint), \(names), \(FigureColumns.list) \(rows)
                    AND (CAST(? AS bigint) = 1 AND (\(FigureColumns.areFlows))
                    OR CAST(? AS bigint) = 1 AND (\(FigureColumns.areStocks))) LIMIT ?
                    """
                )
            case .parts:
                (place, groups) = ("(time - CAST(? AS bigint)) / CAST(? AS bigint)", "scope, 1, \(names)")
            }
            return SQLStatement(
                """
                SELECT \(place), \(names), \(FigureColumns.sums) \(rows)
                GROUP BY \(groups) HAVING CAST(? AS bigint) = 1 AND (\(FigureColumns.hasFlows))
                OR CAST(? AS bigint) = 1 AND (\(FigureColumns.hasStocks)) LIMIT ?
                """
            )
        }
    }

    /// Returns the statements that add up the rows of a span of time, one for each choice of what is apart.
    ///
    /// A beginning, and for parts of several times their length too, are the first parameters where times are apart.
    /// After the scope and the span, only the rows of a product, storefront and currency count where these parameters are
    /// no null. Two flags state whether sums with a flow, and with a stock, are read; the last parameter is the maximum
    /// number of sums.
    ///
    /// What is not apart is not grouped by: SQLite adds up rows in the order of their key, and sorts them first where
    /// they are grouped by anything else.
    ///
    /// The rows of one product are looked up in each time of the span, which then comes before the scope: those of all
    /// others lie in between. The storefront is a range then, of one or of all.
    private static func sums(of table: String, _ time: String, ofOneProduct: Bool = false) -> [SQLStatement] {
        let rows =
            ofOneProduct
            ? """
            FROM \(Self.times) CROSS JOIN \(table) ON \(time) = times.n WHERE scope = ? AND product = ?
            AND storefront >= ? AND storefront <= ? AND currency = ifnull(?, currency)
            """
            : """
            FROM \(table) WHERE scope = ? AND \(time) >= ? AND \(time) < ? AND product = ifnull(?, product)
            AND storefront = ifnull(?, storefront) AND currency = ifnull(?, currency)
            """
        return FigureChoice.all.map { choice in
            let place: String?
            switch choice.times {
            case .together: place = nil
            case .each: place = "\(time) - CAST(? AS bigint)"
            case .parts: place = "(\(time) - CAST(? AS bigint)) / CAST(? AS bigint)"
            }
            let columns = FigureChoice.columns.map { ($0.name, choice.splits.contains($0.split)) }
            let shown = [place ?? FigureChoice.none] + columns.map { $0.1 ? $0.0 : FigureChoice.none }
            let times = [FigureChoice.Times.together: [], .each: [time], .parts: ["1"]]
            let groups = ["scope"] + (times[choice.times] ?? []) + columns.filter { $0.1 }.map { $0.0 }
            return SQLStatement(
                """
                SELECT \(shown.joined(separator: ", ")), \(FigureColumns.sums) \(rows)
                GROUP BY \(groups.joined(separator: ", "))
                HAVING CAST(? AS bigint) = 1 AND (\(FigureColumns.hasFlows))
                OR CAST(? AS bigint) = 1 AND (\(FigureColumns.hasStocks)) LIMIT ?
                """
            )
        }
    }
}

extension SQLStatement {
    /// The statements on figures.
    package static let figures = FigureStatements()
}
