import Ledger

/// Alarms, silences and notices.
extension Session {
    /// The alarms, silences and notices; an entry that cannot be read hides no other.
    func alarmBook() throws -> AlarmBook {
        var book = AlarmBook(nextNumber: try self.first(.alarmNumber, []) { row in try row.integer() } ?? 1)
        let entries = try self.all(.alarmEntries, []) { row in
            let id = StoredAlarmEntry.ID(kind: try row.integer(), number: try row.integer())
            let text = try row.text()
            return try ReadableRows.unlessUnreadable { try StoredAlarmEntry(id, text) }
        }
        for entry in entries {
            switch entry {
            case .alarm(let alarm): book.alarms.append(alarm)
            case .silence(let silence): book.silences.append(silence)
            case .notice(let notice): book.notices.append(notice)
            case nil: continue
            }
        }
        return book
    }

    /// Changes the alarms, silences and notices, and writes what is other than before.
    func changeAlarmBook<Outcome>(_ change: (inout AlarmBook) -> Outcome) throws -> Outcome {
        let former = try self.alarmBook()
        var book = former
        let outcome = change(&book)
        guard book != former else { return outcome }
        let known = StoredAlarmEntry.entries(of: former)
        let wanted = StoredAlarmEntry.entries(of: book)
        for id in known.keys where wanted[id] == nil {
            try self.run(.deleteAlarmEntry, [.integer(id.kind), .integer(id.number)])
        }
        for (id, entry) in wanted where known[id] != entry {
            try self.run(.putAlarmEntry, [.integer(id.kind), .integer(id.number), try entry.text()])
        }
        if book.nextNumber != former.nextNumber { try self.run(.putAlarmNumber, [.integer(book.nextNumber)]) }
        return outcome
    }
}
