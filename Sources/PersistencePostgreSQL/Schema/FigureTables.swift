import PersistenceSQL

/// The tables of figures.
enum FigureTables {
    /// The SQL statements that create the tables.
    static let sql = """
        CREATE TABLE figure (
            scope bigint NOT NULL,
            bucket bigint NOT NULL,
            product bigint NOT NULL,
            storefront bigint NOT NULL,
            currency bigint NOT NULL,
        \(FigureColumns.definitions("bigint")),
            PRIMARY KEY (scope, bucket, product, storefront, currency)
        );
        CREATE TABLE figure_day (
            scope bigint NOT NULL,
            day bigint NOT NULL,
            product bigint NOT NULL,
            storefront bigint NOT NULL,
            currency bigint NOT NULL,
        \(FigureColumns.definitions("bigint")),
            PRIMARY KEY (scope, day, product, storefront, currency)
        );
        CREATE TABLE figure_fold (
            scope bigint PRIMARY KEY REFERENCES scope (id),
            time_zone text COLLATE "C" NOT NULL,
            until bigint NOT NULL,
            rebuilt_until bigint
        );
        CREATE TABLE figure_sum (
            scope bigint NOT NULL,
            length bigint NOT NULL,
            split bigint NOT NULL,
            time bigint NOT NULL,
            product bigint NOT NULL,
            storefront bigint NOT NULL,
            currency bigint NOT NULL,
        \(FigureColumns.definitions("bigint")),
            PRIMARY KEY (scope, length, split, time, product, storefront, currency)
        );
        CREATE TABLE figure_cohort (
            scope bigint NOT NULL,
            month bigint NOT NULL,
            product bigint NOT NULL,
            period bigint NOT NULL CHECK (period >= 0),
            currency bigint NOT NULL,
            subscriptions bigint NOT NULL,
            amount bigint NOT NULL,
            PRIMARY KEY (scope, month, product, period, currency)
        );
        """
}
