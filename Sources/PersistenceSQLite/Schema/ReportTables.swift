/// The tables of Apple's reports, and of how far days are compared with them.
enum ReportTables {
    /// The statements that make them.
    static let sql = """
        -- Apple's reports without their files. The period is spelled as Apple's reportDate; its first day counts from
        -- 1970-01-01. Of the reports of a slot, one is superseded by no other.
        CREATE TABLE report (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL REFERENCES app (id),
            kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 6),
            length INTEGER NOT NULL CHECK (length BETWEEN 1 AND 5),
            period TEXT NOT NULL,
            region TEXT NOT NULL,
            vendor TEXT NOT NULL,
            first_day INTEGER NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            name TEXT NOT NULL,
            origin INTEGER NOT NULL CHECK (origin BETWEEN 1 AND 2),
            row_count INTEGER NOT NULL CHECK (row_count >= 0),
            byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
            unknown_columns TEXT NOT NULL,
            imported_at INTEGER NOT NULL,
            imported_by TEXT NOT NULL,
            superseded_by INTEGER REFERENCES report (id)
        ) STRICT;
        CREATE UNIQUE INDEX report_digest ON report (app, kind, length, period, region, vendor, digest);
        CREATE INDEX report_of_app ON report (app, id);

        -- The files as Apple sent them, in parts.
        CREATE TABLE report_file (
            report INTEGER NOT NULL REFERENCES report (id),
            part INTEGER NOT NULL CHECK (part >= 0),
            bytes BLOB NOT NULL,
            PRIMARY KEY (report, part)
        ) STRICT, WITHOUT ROWID;

        -- Apple's answers where there is no report: no sales, not yet, or gone.
        CREATE TABLE report_absence (
            app INTEGER NOT NULL REFERENCES app (id),
            kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 6),
            length INTEGER NOT NULL CHECK (length BETWEEN 1 AND 5),
            period TEXT NOT NULL,
            region TEXT NOT NULL,
            vendor TEXT NOT NULL,
            first_day INTEGER NOT NULL,
            reason INTEGER NOT NULL CHECK (reason BETWEEN 1 AND 3),
            said_at INTEGER NOT NULL,
            PRIMARY KEY (app, kind, length, period, region, vendor)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX report_absence_day ON report_absence (app, first_day, kind, length, period, region, vendor);

        -- The result of comparing each day in Pacific time, counted from 1970-01-01, and who accepted which result.
        CREATE TABLE reconciled_day (
            app INTEGER NOT NULL REFERENCES app (id),
            day INTEGER NOT NULL,
            outcome INTEGER CHECK (outcome BETWEEN 1 AND 3),
            digest BLOB CHECK (length(digest) = 32),
            accepted_by TEXT,
            accepted_reason TEXT,
            accepted_at INTEGER,
            accepted_digest BLOB CHECK (length(accepted_digest) = 32),
            content TEXT,
            PRIMARY KEY (app, day)
        ) STRICT, WITHOUT ROWID;
        """
}
