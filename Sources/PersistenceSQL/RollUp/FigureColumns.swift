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
        INSERT INTO figure_cohort (scope, product, month, period, currency, subscriptions, amount)
        VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (scope, product, month, period, currency)
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
        "SELECT product, month, period, currency, subscriptions, amount FROM figure_cohort WHERE scope = ?"
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

    /// Returns the statements that add up the rows of a span of time, one for each choice of what is apart.
    ///
    /// Time, product, storefront and currency are the bits of its place. They read only the rows of a product, storefront
    /// and currency where the last three parameters are no null.
    ///
    /// What is not apart is not grouped by: SQLite adds up rows in the order of their key, and sorts them first where
    /// they are grouped by anything else.
    private static func sums(of table: String, _ time: String) -> [SQLStatement] {
        let columns = [time, "product", "storefront", "currency"]
        return (0..<1 << columns.count).map { choice in
            let isApart = columns.indices.map { choice & 1 << $0 != 0 }
            let shown = zip(columns, isApart).map { column, isApart in isApart ? column : "CAST(0 AS bigint)" }
            let groups = ["scope"] + zip(columns, isApart).filter { $0.1 }.map { $0.0 }
            return SQLStatement(
                """
                SELECT \(shown.joined(separator: ", ")), \(FigureColumns.sums) FROM \(table)
                WHERE scope = ? AND \(time) >= ? AND \(time) < ? AND product = ifnull(?, product)
                AND storefront = ifnull(?, storefront) AND currency = ifnull(?, currency)
                GROUP BY \(groups.joined(separator: ", "))
                """
            )
        }
    }
}

extension SQLStatement {
    /// The statements on figures.
    package static let figures = FigureStatements()
}
