import Foundation
package import PersistenceSQL

/// The partitions of the table of evidence, one for each quarter of Apple's dates, made before they are needed.
///
/// A quarter can be read, moved and, where an operator wants that, exported and dropped as a whole. Evidence outside of
/// all quarters that were made is stored in a default partition: evidence of a date that is years away is rare, and
/// must not be lost.
package final class EvidencePartitions {
    /// How many quarters are made in advance.
    private static let quartersAhead = 2
    /// How many past quarters are made together with the schema.
    private static let quartersBehind = 3

    /// How many quarters are made at once for existing evidence: ten years.
    private static let quartersAtOnce = 40

    private var made: Set<Quarter> = []
    private var newest: Int64?

    /// A quarter of a year, in UTC.
    struct Quarter: Hashable {
        /// The year.
        let year: Int
        /// The number of the quarter, from 1 to 4.
        let number: Int

        /// Creates the quarter that contains an instant, given in milliseconds.
        init(of milliseconds: Int64) {
            let parts = Self.calendar.dateComponents(
                [.year, .month],
                from: Date(timeIntervalSince1970: Double(milliseconds / 1000))
            )
            self.init(year: parts.year ?? 1970, number: ((parts.month ?? 1) - 1) / 3 + 1)
        }

        private init(year: Int, number: Int) {
            self.year = year
            self.number = number
        }

        /// Returns the quarter `count` quarters later.
        func advanced(by count: Int) -> Self {
            let index = self.year * 4 + self.number - 1 + count
            return Self(year: index / 4, number: index % 4 + 1)
        }

        /// The first millisecond of the quarter.
        var start: Int64 {
            let parts = DateComponents(year: self.year, month: self.number * 3 - 2, day: 1)
            return Int64(Self.calendar.date(from: parts)?.timeIntervalSince1970 ?? 0) * 1000
        }

        /// The name of the partition.
        var table: String { "evidence_\(self.year)_q\(self.number)" }

        private static let calendar: Calendar = {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            return calendar
        }()
    }

    /// Creates a value that knows no partition yet.
    package init() {}

    /// Makes the partitions around an instant, in the open transaction.
    func make(around milliseconds: Int64, on connection: PostgreSQLConnection) throws(PostgreSQLFailure) {
        for count in -Self.quartersBehind...Self.quartersAhead {
            try self.make(Quarter(of: milliseconds).advanced(by: count), on: connection)
        }
    }

    /// Makes the partitions for evidence of these dates, in the open transaction; of many quarters only the newest
    /// ones.
    func make(for dates: ClosedRange<Int64>, on connection: PostgreSQLConnection) throws(PostgreSQLFailure) {
        let newest = Quarter(of: dates.upperBound)
        for count in 0..<Self.quartersAtOnce {
            let quarter = newest.advanced(by: -count)
            try self.make(quarter, on: connection)
            if quarter.start <= dates.lowerBound { return }
        }
    }

    /// Notes the date of a row that is inserted into the table of evidence.
    package func note(_ date: SQLValue) {
        guard case .integer(let signedAt) = date else { return }
        self.newest = max(self.newest ?? signedAt, signedAt)
    }

    /// Makes the partitions that will be needed next, each in a transaction of its own; where that fails, nothing is
    /// lost.
    ///
    /// It makes none in a schema that a newer server has changed and that excludes this version: like any other write
    /// it takes the writers' lock first, and then checks whether this version may write.
    package func prepare(on connection: PostgreSQLConnection, schemaVersion: Int64) {
        guard let newest = self.newest else { return }
        self.newest = nil
        for count in 0...Self.quartersAhead {
            let quarter = Quarter(of: newest).advanced(by: count)
            guard self.made.insert(quarter).inserted else { continue }
            do {
                try connection.enqueue(Self.begin)
                let answer = try connection.query(PostgreSQLStatements.lock)
                guard try PostgreSQLStatements.admits(schemaVersion, answer) else {
                    try connection.query(Self.rollback)
                    return
                }
                try self.make(quarter, on: connection)
                try connection.enqueue(Self.commit)
                try connection.drain()
            } catch {
                // Evidence of these dates is in the default partition, and stays there.
                guard connection.isOpen else { return }
                _ = try? connection.query(Self.rollback)
            }
        }
    }

    private func make(_ quarter: Quarter, on connection: PostgreSQLConnection) throws(PostgreSQLFailure) {
        let bounds = "FROM (\(quarter.start)) TO (\(quarter.advanced(by: 1).start))"
        try connection.enqueue(
            PostgreSQLStatement(
                "makePartition",
                "CREATE TABLE IF NOT EXISTS \(quarter.table) PARTITION OF evidence FOR VALUES \(bounds)"
            )
        )
    }

    private static let begin = PostgreSQLStatement("beginPartition", "BEGIN")
    private static let commit = PostgreSQLStatement("commitPartition", "COMMIT")
    private static let rollback = PostgreSQLStatement("rollbackPartition", "ROLLBACK")
}
