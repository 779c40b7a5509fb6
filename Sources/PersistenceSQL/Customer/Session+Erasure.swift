package import Ledger
import Notation

extension Session {
    /// Notes that this unit erases data that must not stay in logs for long.
    package func noteErasure() { self.connection.noteErasure() }

    /// Erases a name outside of its customer's row and of events, and texts that may contain personal data of the
    /// customer.
    package func forget(_ erased: ErasedName, app: Int64) throws {
        let (new, old) = (erased.nameless.rawValue, erased.name.rawValue)
        try self.run(
            .erasure.renameHeld,
            [.text(new), .digest(of: erased.nameless), .integer(app), .digest(of: erased.name), .text(old)]
        )
        try self.run(.erasure.renameImportRows, [.identifier(new), .identifier(old), .integer(app)])
        try self.run(.erasure.forgetAnswersNaming, [.bytes(JSONText.quoted(erased.name))])
        try self.removeCustomerTokens(of: erased.name, app: app)
        try self.run(.erasure.eraseGrantReasons, [.integer(erased.number)])
        try self.run(.wallets.eraseMovementReasons, [.integer(erased.number)])
        try self.run(.erasure.eraseChangeNotes, [.integer(erased.number), .integer(erased.number)])
    }

    /// Returns the events of a stream that contain the name of a customer, with their numbers.
    package func events(
        naming customer: CustomerID,
        in stream: EventStreamNumber
    ) throws -> [(number: Int64, body: [UInt8])] {
        let key: [SQLValue] = [.integer(stream.rawValue), .bytes(JSONText.quoted(customer))]
        return try self.all(.erasure.eventsNaming, key) { row in
            (number: try row.integer(), body: try row.bytes())
        }
    }

    /// Saves the body of an event.
    package func putBody(_ body: [UInt8], ofEvent number: Int64, in stream: EventStreamNumber) throws {
        try self.run(.erasure.putEventBody, [.bytes(body), .integer(stream.rawValue), .integer(number)])
    }
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
