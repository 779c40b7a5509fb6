import Ledger
import Notation

extension Session {
    /// Erases names outside of their customers' rows, and texts that may contain personal data of these customers.
    ///
    /// Events keep their numbers and everything about purchases and money. A stored answer to a request that contains
    /// one of the names is deleted as a whole: a repetition counts as a new request.
    func forget(_ names: [ErasedName], app: Int64) throws {
        let streams = try self.streams(naming: names.map(\.number), app: app).sorted { $0.rawValue < $1.rawValue }
        for erased in names {
            for stream in streams { try self.forget(erased, in: stream) }
            let new = erased.nameless.rawValue
            let old = erased.name.rawValue
            try self.run(
                .erasure.renameHeld,
                [
                    .text(new), .digest(of: erased.nameless), .integer(app), .digest(of: erased.name), .text(old),
                ]
            )
            try self.run(.erasure.renameImportRows, [.identifier(new), .identifier(old), .integer(app)])
            try self.run(.erasure.forgetAnswersNaming, [.bytes(JSONText.quoted(erased.name))])
            try self.removeCustomerTokens(of: erased.name, app: app)
            try self.run(.erasure.eraseGrantReasons, [.integer(erased.number)])
            try self.run(.wallets.eraseMovementReasons, [.integer(erased.number)])
            try self.run(.erasure.eraseChangeNotes, [.integer(erased.number), .integer(erased.number)])
        }
    }

    /// Replaces a name in the events of an event stream.
    private func forget(_ erased: ErasedName, in stream: EventStreamNumber) throws {
        let key: [SQLValue] = [.integer(stream.rawValue), .bytes(JSONText.quoted(erased.name))]
        let events = try self.all(.erasure.eventsNaming, key) { row in
            (number: try row.integer(), body: try row.bytes())
        }
        for event in events {
            let body = JSONText.naming(erased.nameless, insteadOf: erased.name, in: event.body)
            guard let body else { continue }
            try self.run(.erasure.putEventBody, [.bytes(body), .integer(stream.rawValue), .integer(event.number)])
        }
    }

    /// Returns the event streams whose events can name these customers: their own, those of earlier and later owners of
    /// their purchases, and those of the chains.
    private func streams(naming people: [Int64], app: Int64) throws -> Set<EventStreamNumber> {
        var streams: Set<EventStreamNumber> = []
        var originals: Set<Int64> = []
        let scopes = try self.scopes(of: app)
        for person in people {
            streams.insert(EventStreamNumber(customer: person))
            let sides = try self.all(.erasure.transferSides, [.integer(person), .integer(person)]) { row in
                (original: try row.integer(), from: try row.integer(), to: try row.optionalInteger())
            }
            for side in sides {
                originals.insert(side.original)
                for other in [side.from, side.to].compactMap(\.self) {
                    streams.insert(EventStreamNumber(customer: other))
                }
            }
            for scope in scopes {
                let key: [SQLValue] = [.integer(person), .integer(scope.number)]
                for original in try self.all(.ownership.ownedOriginals, key, read: { row in try row.integer() }) {
                    originals.formUnion(try self.chain(of: try self.original(original), scope: scope).members)
                    originals.insert(original)
                }
            }
        }
        for original in originals {
            streams.insert(EventStreamNumber(original: original))
            streams.insert(EventStreamNumber(original: try self.original(original).root))
        }
        return streams
    }
}

/// A name that is being erased.
struct ErasedName {
    /// The number of the customer who had it.
    let number: Int64
    /// The name.
    let name: CustomerID
    /// The replacement of the name.
    let nameless: CustomerID
}

/// The statements on erasures.
package struct ErasureStatements: Sendable {
    package let transferSides = SQLStatement(
        """
        SELECT original, from_customer, to_customer FROM ownership_transfer WHERE from_customer = ? OR to_customer = ?
        """
    )
    package let eventsNaming = SQLStatement(
        "SELECT number, body FROM event WHERE stream = ? AND instr(body, ?) > 0",
        postgreSQL: "SELECT number, body FROM event WHERE stream = $1 AND position($2::bytea IN body) > 0"
    )
    package let putEventBody = SQLStatement("UPDATE event SET body = ? WHERE stream = ? AND number = ?")
    package let renameHeld = SQLStatement(
        """
        UPDATE held_evidence SET customer = ?, customer_digest = ?
        WHERE app = ? AND customer_digest = ? AND customer = ?
        """
    )
    package let renameImportRows = SQLStatement(
        """
        UPDATE import_row SET owner = ? WHERE owner = ? AND job IN (SELECT id FROM import_job WHERE app = ?)
        """
    )
    // Answers are kept for a day; all apps are searched, because erasures are rare.
    package let forgetAnswersNaming = SQLStatement(
        "DELETE FROM idempotent_request WHERE body IS NOT NULL AND instr(body, ?) > 0",
        postgreSQL: "DELETE FROM idempotent_request WHERE body IS NOT NULL AND position($1::bytea IN body) > 0"
    )
    package let eraseGrantReasons = SQLStatement(
        """
        UPDATE entitlement_grant SET reason = '', revoked_reason = CASE WHEN revoked_reason IS NOT NULL THEN '' END
        WHERE owner = ?
        """
    )
    package let eraseChangeNotes = SQLStatement(
        "UPDATE ownership_change SET note = NULL WHERE customer = ? OR other = ?"
    )
}

extension SQLStatement {
    /// The statements on erasures.
    package static let erasure = ErasureStatements()
}
