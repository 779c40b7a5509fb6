package import Ledger

extension Session {
    /// Returns how far Apple's notification history has been read.
    package func history(of app: AppName, environment: StoreEnvironment) throws -> HistoryProgress {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return .none }
        struct Line {
            let plannedThrough: Instant
            let deepAt: Instant?
            let count: HistoryCount
        }
        let line = try self.first(.healing.history, [.integer(scope.number)]) { row in
            Line(
                plannedThrough: try row.instant(),
                deepAt: try row.optionalInstant(),
                count: HistoryCount(
                    listed: Int(try row.integer()),
                    missing: Int(try row.integer()),
                    lost: Int(try row.integer()),
                    refused: Int(try row.integer())
                )
            )
        }
        guard let line else { return .none }
        let windows = try self.all(.healing.historyWindows, [.integer(scope.number)]) { row in
            HistoryWindow(
                rank: Int(try row.integer()),
                type: try row.optionalText(),
                from: try row.instant(),
                through: try row.instant(),
                page: try row.optionalText()
            )
        }
        return HistoryProgress(
            plannedThrough: line.plannedThrough,
            windows: windows,
            count: line.count,
            deepAt: line.deepAt
        )
    }

    /// Stores windows of the history that are to be read.
    package func planHistory(
        of app: AppName,
        environment: StoreEnvironment,
        windows: [HistoryWindow],
        through: Instant,
        deepAt: Instant?
    ) throws {
        let scope = try self.scope(ScopeName(app: app, environment: environment))
        try self.run(.healing.putHistory, [.integer(scope.number), .instant(through), .instant(deepAt)])
        for window in windows {
            try self.run(
                .healing.insertWindow,
                [
                    .integer(scope.number), .integer(Int64(window.rank)), window.type.map(SQLValue.text) ?? .null,
                    .instant(window.from), .instant(window.through), window.page.map(SQLValue.text) ?? .null,
                ]
            )
        }
    }

    /// Records how far a window was read.
    ///
    /// A window that another reader has moved meanwhile is left as it is.
    package func readHistory(
        _ window: HistoryWindow,
        of app: AppName,
        environment: StoreEnvironment,
        to next: HistoryWindow?,
        count: HistoryCount
    ) throws {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else { return }
        let key: [SQLValue] = [
            .integer(scope.number), .integer(Int64(window.rank)), .instant(window.from), .instant(window.through),
            window.page.map(SQLValue.text) ?? .null,
        ]
        let isMoved =
            if let next {
                try self.change(.healing.moveWindow, [next.page.map(SQLValue.text) ?? .null] + key) > 0
            } else {
                try self.change(.healing.deleteWindow, key) > 0
            }
        // The reader that got this page first has counted it.
        guard isMoved else { return }
        let counts = [count.listed, count.missing, count.lost, count.refused].map { SQLValue.integer(Int64($0)) }
        try self.run(.healing.countHistory, counts + [.integer(scope.number)])
    }

    /// Returns which of these notifications are not recorded.
    package func missingNotifications(
        _ uuids: [String],
        of app: AppName,
        environment: StoreEnvironment
    ) throws -> Set<String> {
        guard let scope = try self.knownScope(ScopeName(app: app, environment: environment)) else {
            return Set(uuids)
        }
        return try Set(
            uuids.filter { uuid in
                try self.first(.healing.hasNotification, [.integer(scope.number), .uuid(uuid)], read: { _ in true })
                    == nil
            }
        )
    }
}
