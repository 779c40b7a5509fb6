import PersistenceSQL

/// The tables of figures.
enum FigureTables {
    /// The statements that make them.
    static let sql = """
        -- The figures of every chain, added up by quarter of an hour, product, storefront and currency, which are
        -- interned strings or 0. Buckets are numbers of quarters of an hour since 1970 in UTC, and may lie in the future.
        -- The scope is that of an app and environment, or its negative for what a rebuild counts. No row is about a
        -- person.
        CREATE TABLE figure (
            scope INTEGER NOT NULL,
            bucket INTEGER NOT NULL,
            product INTEGER NOT NULL,
            storefront INTEGER NOT NULL,
            currency INTEGER NOT NULL,
        \(FigureColumns.definitions("INTEGER")),
            PRIMARY KEY (scope, bucket, product, storefront, currency)
        ) STRICT, WITHOUT ROWID;

        -- The same, added up by days of the app's time zone since 1970; the earliest day has the total of all days. Fold
        -- states the time zone, and the first bucket that is in no day yet; rebuilt until: the last chain that a rebuild
        -- has counted, or below zero the place of the last refund case.
        CREATE TABLE figure_day (
            scope INTEGER NOT NULL,
            day INTEGER NOT NULL,
            product INTEGER NOT NULL,
            storefront INTEGER NOT NULL,
            currency INTEGER NOT NULL,
        \(FigureColumns.definitions("INTEGER")),
            PRIMARY KEY (scope, day, product, storefront, currency)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE figure_fold (
            scope INTEGER PRIMARY KEY REFERENCES scope (id),
            time_zone TEXT NOT NULL,
            until INTEGER NOT NULL,
            rebuilt_until INTEGER
        ) STRICT;

        -- The same once more, added up by a length of time: quarters of an hour (0), days (1) and months (2) of the app's
        -- time zone. Split says what is apart, as bits: the product (1), the storefront (2) and the currency (4); what is
        -- not apart is 0. Time is the number of the quarter of an hour, day or month since 1970. Rows are here as far as
        -- in days.
        CREATE TABLE figure_sum (
            scope INTEGER NOT NULL,
            length INTEGER NOT NULL,
            split INTEGER NOT NULL,
            time INTEGER NOT NULL,
            product INTEGER NOT NULL,
            storefront INTEGER NOT NULL,
            currency INTEGER NOT NULL,
        \(FigureColumns.definitions("INTEGER")),
            PRIMARY KEY (scope, length, split, time, product, storefront, currency)
        ) STRICT, WITHOUT ROWID;

        -- How many subscriptions reached a paid period, by product and month of their beginning since January 1970; period
        -- 0 counts those that began, and has the money of all periods, each in a row for its currency.
        CREATE TABLE figure_cohort (
            scope INTEGER NOT NULL,
            month INTEGER NOT NULL,
            product INTEGER NOT NULL,
            period INTEGER NOT NULL CHECK (period >= 0),
            currency INTEGER NOT NULL,
            subscriptions INTEGER NOT NULL,
            amount INTEGER NOT NULL,
            PRIMARY KEY (scope, month, product, period, currency)
        ) STRICT, WITHOUT ROWID;
        """
}
