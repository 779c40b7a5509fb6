import Hummingbird
import Ledger
import PurserService

/// A table of a page, one page of rows at a time, which is also sent whole as CSV or JSON.
struct DashboardTable: Sendable {
    /// A column.
    struct Column: Sendable {
        /// The key of the heading.
        let name: String
        /// Whether it has numbers, which are aligned at the right.
        let isNumber: Bool
        /// Whether it has amounts, each with its currency, which a file has in a column beside it.
        let isMoney: Bool
        /// The heading, where no text has the name as its key; the name is then the name in a file.
        let title: String?

        /// Whether only a file has it, because a page shows its values within another column.
        let isInFileOnly: Bool

        /// Creates a column.
        init(
            _ name: String,
            isNumber: Bool = false,
            isMoney: Bool = false,
            title: String? = nil,
            isInFileOnly: Bool = false
        ) {
            self.name = name
            self.isInFileOnly = isInFileOnly
            self.isNumber = isNumber || isMoney
            self.isMoney = isMoney
            self.title = title
        }

        /// The name in a file: the English heading as one word, whatever the language of the page, so that a program
        /// reads the files of everybody.
        var fileName: String {
            guard self.title == nil, let heading = DashboardFiles.shared.texts[.english]?[self.name] else {
                return self.name
            }
            let words = heading.filter { $0 != "’" }.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
            return words.dropFirst().reduce(words.first ?? "") { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
        }
    }

    /// One value of a row.
    struct Cell: Sendable {
        /// The text; the value in a file too, unless `value` is set.
        var text: String
        /// The value in a file.
        var value: String?
        /// The currency of an amount, beside which a file has it; empty for an unknown amount, and `nil` for none.
        var currency: String?
        /// The page to which the text leads.
        var link: String?
        /// A second line in small.
        var note: String?
        /// The color of a state: `good`, `warn`, `bad`, or empty for a state without one; `nil` for plain text.
        var chip: String?
        /// An instant, shown in the reader's zone; in a file it is RFC 3339.
        var time: Instant?
        /// Whether it is an id, which a button copies.
        var isID = false
        /// Whether a page shows only the beginning of a long text, with the whole one in its title.
        var isCut = false
        /// Whether its value is not complete yet, which hatches it.
        var isIncomplete = false

        /// Creates a cell with text.
        init(
            _ text: String,
            value: String? = nil,
            link: String? = nil,
            note: String? = nil,
            chip: String? = nil,
            isID: Bool = false
        ) {
            self.text = text
            self.value = value
            self.link = link
            self.note = note
            self.chip = chip
            self.isID = isID
        }

        /// Creates a cell with an instant; empty without one.
        init(_ time: Instant?, note: String? = nil) {
            self.init(time?.rfc3339 ?? "", note: note)
            self.time = time
        }
    }

    /// A row: its cells in the order of the columns.
    struct Row: Sendable {
        /// The cells.
        let cells: [Cell]
        /// The acts at the right end, each with the key of its name.
        var acts: [(name: String, path: String)] = []
    }

    /// A page of rows.
    struct Page: Sendable {
        /// The rows.
        let rows: [Row]
        /// The cursor of the next page; `nil` after the last one.
        let next: String?
    }

    /// The number of characters from which a text is cut on a page.
    private static let longText = 20

    /// The name of a file with the rows, and the name of the table for a screen reader: the key of a text.
    let name: String
    /// The columns.
    let columns: [Column]
    /// The key of the sentence that an empty table shows, and what to do next.
    let empty: String
    /// Reads a page of at most so many rows after a cursor, which is empty for the first page.
    let load: @Sendable (_ cursor: String, _ limit: Int) async throws -> Page
    /// The number of rows in one page.
    var pageCount = 50
    /// The key of the sentence that an empty page after the first one shows.
    var emptyLater = "emptyPage"
    /// What the rows are of, such as a month, which the name of a file has too; empty where the name says it.
    var part = ""

    /// Returns the values for the template `table`.
    ///
    /// Of several tables on one page, `table` in the query names the one that `cursor` and `export` are about.
    func values(for visit: DashboardVisit, isOneOfSeveral: Bool = false) async throws -> [String: Any] {
        let isAsked = !isOneOfSeveral || visit.query["table"] == self.name
        let cursor = isAsked ? visit.query["cursor"] : ""
        func address(export: String = "", cursor: String = "") -> String {
            var fields = ["export": export, "cursor": cursor]
            if isOneOfSeveral { fields["table"] = self.name }
            return visit.address(with: fields)
        }
        let page = try await self.load(cursor, self.pageCount)
        let hasActs = page.rows.contains { !$0.acts.isEmpty }
        var values: [String: Any] = [
            "name": visit.text(self.name), "isEmpty": page.rows.isEmpty, "hasActs": hasActs,
            "columns": self.columns.filter { !$0.isInFileOnly }.map {
                ["name": $0.title ?? visit.text($0.name), "isNumber": $0.isNumber] as [String: Any]
            },
            "rows": page.rows.map { self.values(of: $0, hasActs: hasActs, visit) },
            "empty": visit.text(cursor.isEmpty ? self.empty : self.emptyLater),
            "csv": address(export: "csv"), "json": address(export: "json"), "next": false, "first": false,
        ]
        if let next = page.next { values["next"] = address(cursor: next) }
        if !cursor.isEmpty { values["first"] = address() }
        return values
    }

    private func values(of row: Row, hasActs: Bool, _ visit: DashboardVisit) -> [String: Any] {
        var values: [String: Any] = [
            "cells": zip(self.columns, row.cells).filter { !$0.0.isInFileOnly }.map { column, cell in
                Self.values(of: cell, isNumber: column.isNumber)
            },
            "acts": false,
        ]
        if hasActs {
            values["acts"] = ["list": row.acts.map { visit.link($0.name, to: $0.path) }]
        }
        return values
    }

    /// Returns the values of a cell for the template `cell`.
    static func values(of cell: Cell, isNumber: Bool = false) -> [String: Any] {
        // A name that is absent here would be looked up in the values around it.
        var content: [String: Any] = ["text": cell.text, "chip": false, "time": false, "isID": false, "isCut": false]
        if let chip = cell.chip { content["chip"] = ["color": chip] }
        if let time = cell.time { content["time"] = DashboardVisit.time(time) }
        if cell.isID, !cell.text.isEmpty { content["isID"] = true }
        if cell.isCut, cell.text.count > Self.longText { (content["isID"], content["isCut"]) = (true, true) }
        var values: [String: Any] = [
            "isNumber": isNumber, "content": content, "link": false, "note": false, "isIncomplete": cell.isIncomplete,
            "isDay": !isNumber && Self.isDay(cell.text),
        ]
        if let link = cell.link { values["link"] = ["path": link, "content": content] }
        if let note = cell.note, !note.isEmpty { values["note"] = note }
        return values
    }

    /// Whether a text is a day or a month, `2026-03-01` or `2026-03`, which no line break may divide.
    private static func isDay(_ text: String) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard [7, 10].contains(text.utf8.count) else { return false }
        return text.utf8.enumerated().allSatisfy { place, byte in
            place == 4 || place == 7 ? byte == UInt8(ascii: "-") : digits.contains(byte)
        }
    }
}

extension DashboardVisit {
    /// Returns a page with a table, or the file with its rows that the query asks for.
    func page(
        _ template: String = "listing",
        title: String,
        table: DashboardTable,
        _ values: [String: Any] = [:]
    ) async throws -> Response {
        if let file = try await table.file(for: self) { return file }
        var values = values
        values["table"] = try await table.values(for: self)
        return self.page(template, title: title, values)
    }

    /// Returns a page with several tables, each under its name, or the file with the rows of one of them.
    func page(
        _ template: String,
        title: String,
        tables: [DashboardTable],
        _ values: [String: Any]
    ) async throws -> Response {
        let asked = self.query["table"]
        if let file = try await tables.first(where: { $0.name == asked })?.file(for: self) { return file }
        var values = values
        for table in tables { values[table.name] = try await table.values(for: self, isOneOfSeveral: true) }
        return self.page(template, title: title, values)
    }
}

/// A filter of a listing: one field of its address, with the values that people choose from.
struct DashboardFilter: Sendable {
    /// The field of the query.
    let field: String
    /// The values, each with its name; an empty value shows all.
    let choices: [(value: String, name: String)]
    /// The value of an address without the field.
    var initial = ""

    /// Returns the values for the template.
    func values(for visit: DashboardVisit) -> [String: Any] {
        let current = visit.query[self.field].isEmpty ? self.initial : visit.query[self.field]
        return [
            "hasFilters": true,
            "filters": self.choices.map { choice -> [String: Any] in
                [
                    "name": choice.name, "isCurrent": choice.value == current,
                    "path": visit.address(with: [self.field: choice.value, "cursor": ""]),
                ]
            },
        ]
    }
}
