extension Query {
    /// The statement of what is forgotten with a name.
    var erasureSQL: String {
        switch self {
        case .moveSides:
            """
            SELECT original, from_customer, to_customer FROM ownership_move WHERE from_customer = ? OR to_customer = ?
            """
        case .eventsNaming: "SELECT number, body FROM event WHERE lane = ? AND instr(body, ?) > 0"
        case .putEventBody: "UPDATE event SET body = ? WHERE lane = ? AND number = ?"
        case .renameHeld: "UPDATE held_evidence SET customer = ? WHERE app = ? AND customer = ?"
        case .renameImportRows:
            """
            UPDATE import_row SET owner = ? WHERE owner = ? AND job IN (SELECT id FROM import_job WHERE app = ?)
            """
        // Kept for a day; whose they are is not told apart any further, for names are erased seldom.
        case .forgetAnswersNaming: "DELETE FROM idempotent_request WHERE body IS NOT NULL AND instr(body, ?) > 0"
        case .eraseGrantReasons:
            """
            UPDATE right_grant SET reason = '', revoked_reason = CASE WHEN revoked_reason IS NOT NULL THEN '' END
            WHERE owner = ?
            """
        case .eraseChangeNotes: "UPDATE ownership_change SET note = NULL WHERE customer = ? OR other = ?"
        default: self.orderSQL
        }
    }
}
