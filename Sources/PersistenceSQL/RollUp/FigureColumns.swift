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
    static let hasFlows = Self.condition(Figure.flows)
    /// The condition that a stock is not zero in the sum of a group.
    static let hasStocks = Self.condition(Figure.stocks)

    private static func condition(_ figures: [Figure]) -> String {
        figures.map { "sum(\(Self.name($0))) <> 0" }.joined(separator: " OR ")
    }

    /// Returns the assignments that add the values of another row to those of a table's.
    static func additions(_ table: String) -> String {
        Self.names.map { "\($0) = \(table).\($0) + excluded.\($0)" }.joined(separator: ", ")
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
    package let addBucket = Self.adding(to: "figure", "bucket")
    package let addDay = Self.adding(to: "figure_day", "day")
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

    /// Returns the statement that adds values to a row of a table.
    private static func adding(to table: String, _ time: String) -> SQLStatement {
        SQLStatement(
            """
            INSERT INTO \(table) (scope, \(time), product, storefront, currency, \(FigureColumns.list))
            VALUES (?, ?, ?, ?, ?, \(FigureColumns.parameters))
            ON CONFLICT (scope, \(time), product, storefront, currency)
            DO UPDATE SET \(FigureColumns.additions(table))
            """
        )
    }

    /// Returns the statement that adds up the rows of a span of time.
    ///
    /// The first three parameters are a factor, a beginning and a length: with the factor 1 each part of this length is
    /// apart, and with 0, 0 and 1 all rows are together. Products, storefronts and currencies are apart where the next
    /// three are 1. After the scope and the span, only the rows of a product, storefront and currency count where these
    /// parameters are no null. Two flags state whether sums with a flow, and with a stock, are read; the last parameter is
    /// the maximum number of sums.
    private static func sums(of table: String, _ time: String) -> SQLStatement {
        SQLStatement(
            """
            SELECT (\(time) * CAST(? AS bigint) - CAST(? AS bigint)) / CAST(? AS bigint), product * CAST(? AS bigint),
            storefront * CAST(? AS bigint), currency * CAST(? AS bigint), \(FigureColumns.sums) FROM \(table)
            WHERE scope = ? AND \(time) >= ? AND \(time) < ? AND product = ifnull(?, product)
            AND storefront = ifnull(?, storefront) AND currency = ifnull(?, currency) GROUP BY 1, 2, 3, 4
            HAVING CAST(? AS bigint) = 1 AND (\(FigureColumns.hasFlows))
            OR CAST(? AS bigint) = 1 AND (\(FigureColumns.hasStocks)) LIMIT ?
            """
        )
    }
}

extension SQLStatement {
    /// The statements on figures.
    package static let figures = FigureStatements()
}
