import Ledger

extension RepositoryContract {
    /// What is promised of the history of figures, and of the alarms.
    static let watch = [
        Behaviour("A sample waits until it is folded, and another of the same node and minute takes its place") {
            subject in
            let repository = subject.repository
            try Self.require(try await repository.samples(through: .max), is: [], "There is none.")
            let late = Self.sample("one", 11, 3)
            let other = Self.sample("two", 10, 2)
            let first = Self.sample("one", 10, 1)
            for sample in [late, other, Self.sample("one", 10, 9), first] { try await repository.put(sample) }
            let reopened = try await subject.reopen?() ?? repository
            try Self.require(try await reopened.samples(through: 11), is: [first, other, late], "By minute and node.")
            try Self.require(try await reopened.samples(through: 10), is: [first, other], "Up to a minute.")
            try await reopened.fold([], removing: [first, late], droppingBefore: [:])
            try Self.require(try await reopened.samples(through: 99), is: [other], "The others are folded.")
            await reopened.close()
        },
        Behaviour("A sample that nobody folds is dropped after an hour, and that of another node stays") { subject in
            let repository = subject.repository
            for sample in [("one", 0), ("one", 1), ("one", 2), ("two", 0)] as [(String, Int64)] {
                try await repository.put(Self.sample(sample.0, sample.1, 1))
            }
            try await repository.put(Self.sample("one", 1 + NodeSample.greatestAge, 1))
            let found = try await repository.samples(through: .max).map { "\($0.node) \($0.sample.minute)" }
            try Self.require(found, is: ["two 0", "one 1", "one 2", "one 61"], "An hour of each node.")
        },
        Behaviour("A sample comes back with every series and value, whatever is in their labels") { subject in
            let repository = subject.repository
            var values = Self.oddKeys.map { FigureSample.Value($0, .gauge, 0.1 + 0.2) }
            for (place, value) in [0, -1.5, 1e300, Double.infinity, .leastNonzeroMagnitude].enumerated() {
                values.append(FigureSample.Value(FigureKey("purser_values", ["n": "\(place)"]), .count, value))
            }
            let node = NodeID(rawValue: "one")
            let sample = NodeSample(node: node, sample: FigureSample(minute: -5, values: values))
            let empty = NodeSample(node: node, sample: FigureSample(minute: -4, values: []))
            try await repository.put(sample)
            try await repository.put(empty)
            try Self.require(try await repository.samples(through: 0), is: [sample, empty], "As they were.")
        },
        Behaviour("Rows of the history come back as they were written last, by series and number") { subject in
            let repository = subject.repository
            try Self.require(try await repository.figureRows(.hour, 0...9, of: nil), is: [], "There is none.")
            let (one, other) = (FigureKey("purser_one", ["app": "shop"]), FigureKey("purser_other"))
            let rows = [
                Self.row(other, .minute, 7, 1), Self.row(one, .minute, 8, 2), Self.row(one, .minute, 7, 3),
                Self.row(one, .hour, 7, 4), Self.row(one, .fiveMinutes, 7, 5), Self.row(one, .minute, 9, 6),
            ]
            try await repository.fold(rows, removing: [], droppingBefore: [:])
            var newer = Self.row(one, .minute, 8, 7)
            newer.add(2, atPoint: 8 * 60 + 59)
            try await repository.fold([newer], removing: [], droppingBefore: [:])
            let reopened = try await subject.reopen?() ?? repository
            func found(_ numbers: ClosedRange<Int64>, _ keys: [FigureKey]?) async throws -> [FigureRow] {
                try await reopened.figureRows(.minute, numbers, of: keys)
            }
            try Self.require(try await found(7...8, nil), is: [rows[2], newer, rows[0]], "Of all series.")
            try Self.require(try await found(8...99, [one]), is: [newer, rows[5]], "Of one.")
            try Self.require(try await found(7...7, [other, one, other]), is: [rows[2], rows[0]], "Each once.")
            try Self.require(try await found(.min ... .max, []), is: [], "Of none.")
            try Self.require(try await found(7...7, [FigureKey("purser_one")]), is: [], "Labels count.")
            try Self.require(try await reopened.figureRows(.hour, 0...9, of: nil), is: [rows[3]], "By hours.")
            try Self.require(try await reopened.figureRows(.fiveMinutes, 0...9, of: nil), is: [rows[4]], "By five.")
            try Self.require(try await reopened.figureKeys(), is: [one, other], "Both.")
            await reopened.close()
        },
        Behaviour("A series keeps its labels, whatever is in them, and has the kind of its newest row") { subject in
            let repository = subject.repository
            try await repository.fold(
                Self.oddKeys.map { Self.row($0, .minute, 0, 1) },
                removing: [],
                droppingBefore: [:]
            )
            try Self.require(try await repository.figureKeys(), is: Self.oddKeys.sorted(), "Each for itself.")
            let key = Self.oddKeys[0]
            var gauge = FigureRow(FigureRow.ID(key, .minute, 1), .gauge)
            gauge.add(1, atPoint: 61)
            try await repository.fold([gauge], removing: [], droppingBefore: [:])
            let kinds = try await repository.figureRows(.minute, 0...1, of: [key]).map(\.kind)
            try Self.require(kinds, is: [.gauge, .gauge], "It is one series.")
        },
        Behaviour("Old rows are dropped, and a series without rows makes room for another") { subject in
            let repository = subject.repository
            let count = FigureHistory.greatestSeriesCount
            let keys = (0..<count + 1).map { FigureKey("purser_many", ["n": "\(1000 + $0)"]) }
            try await repository.fold(
                keys.map { Self.row($0, .minute, $0 == keys[0] ? 4 : 5, 1) } + [Self.row(keys[1], .hour, 1, 1)],
                removing: [],
                droppingBefore: [:]
            )
            try Self.require(try await repository.figureKeys() == Array(keys[..<count]), "The first ones.")
            try await repository.fold([], removing: [], droppingBefore: [.minute: 5, .hour: 1, .fiveMinutes: 9])
            try Self.require(try await repository.figureKeys() == Array(keys[1..<count]), "One has no rows.")
            try Self.require(
                try await repository.figureRows(.hour, 0...9, of: nil).map(\.id.number),
                is: [1],
                "It is not before its number."
            )
            try await repository.fold([Self.row(keys[count], .minute, 5, 1)], removing: [], droppingBefore: [:])
            try Self.require(try await repository.figureKeys() == Array(keys[1...]), "There is room.")
        },
        Behaviour("A series of which nothing is known but hours is forgotten when room is made") { subject in
            let repository = subject.repository
            let keys = (0..<3).map { FigureKey("purser_silent", ["n": "\($0)"]) }
            let rows = keys.map { Self.row($0, .hour, 1, 1) }
            let finer = [Self.row(keys[0], .minute, 5, 1), Self.row(keys[2], .fiveMinutes, 5, 1)]
            try await repository.fold(rows + finer, removing: [], droppingBefore: [:])
            try await repository.dropSilentFigures()
            try Self.require(try await repository.figureKeys(), is: [keys[0], keys[2]], "The others were heard of.")
            try Self.require(try await repository.figureRows(.hour, 0...9, of: nil).count, is: 2, "With their hours.")
            try await repository.dropSilentFigures()
            try Self.require(try await repository.figureKeys().count, is: 2, "Again nothing.")
            let long = FigureKey("purser_notification_types_total", ["app": "shop"])
            try await repository.fold([Self.row(long, .hour, 1, 1)], removing: [], droppingBefore: [:])
            try await repository.dropSilentFigures()
            try Self.require(try await repository.figureKeys().contains(long), is: true, "Its past is wanted.")
        },
        Behaviour("The oldest hours are dropped where all rows take more than so many bytes") { subject in
            let repository = subject.repository
            let key = FigureKey("purser_trimmed")
            let rows = (1...5).map { Self.row(key, .hour, Int64($0), 1) } + [Self.row(key, .minute, 1, 1)]
            try await repository.fold(rows, removing: [], droppingBefore: [:])
            let all = rows.reduce(0) { $0 + $1.bytes.count + FigureHistory.bytesPerRow }
            try await repository.trimFigures(toBytes: all)
            try Self.require(try await repository.figureRows(.hour, 0...9, of: nil).count, is: 5, "They fit.")
            try await repository.trimFigures(toBytes: all - 1)
            let left = try await repository.figureRows(.hour, 0...9, of: nil).map(\.id.number)
            try Self.require(left, is: [2, 3, 4, 5], "The oldest is gone.")
            try await repository.trimFigures(toBytes: 0)
            try Self.require(try await repository.figureRows(.hour, 0...9, of: nil), is: [], "None of hours is left.")
            try Self.require(try await repository.figureRows(.minute, 0...9, of: nil).count, is: 1, "Finer ones stay.")
        },
        Behaviour("A row of whole numbers comes back as it was, from nothing known to the greatest") { subject in
            let repository = subject.repository
            for (number, values) in Self.packedPoints.enumerated() {
                var row = FigureRow(FigureRow.ID(FigureKey("purser_packed"), .minute, Int64(number)), .gauge)
                for (place, value) in values.enumerated() { row.add(value, atPoint: Int64(number * 60 + place)) }
                try await repository.fold([row], removing: [], droppingBefore: [:])
                let found = try await repository.figureRows(.minute, Int64(number)...Int64(number), of: nil)
                try Self.require(found, is: [row], "Row \(number).")
            }
        },
        Behaviour("Alarms, silences and notices come back as they were left") { subject in
            let repository = subject.repository
            try Self.require(try await repository.alarmBook(), is: AlarmBook(), "There is nothing.")
            let number = try await repository.changeAlarmBook { book in
                book = Self.alarmBook
                return book.takeNumber()
            }
            try Self.require(number, is: 8, "What the change says.")
            var expected = Self.alarmBook
            expected.nextNumber = 9
            let reopened = try await subject.reopen?() ?? repository
            try Self.require(try await reopened.alarmBook(), is: expected, "As it was left.")
            try await reopened.changeAlarmBook { book in
                book.alarms[0].state = .resolved
                book.alarms[0].resolvedAt = Sample.beginning
                book.silences.removeAll()
                book.notices[1].failures = 3
                book.notices[1].problem = "no answer"
                book.notices.remove(at: 0)
                book.alarms.reverse()
            }
            expected.alarms[0].state = .resolved
            expected.alarms[0].resolvedAt = Sample.beginning
            expected.silences = []
            expected.notices[1].failures = 3
            expected.notices[1].problem = "no answer"
            expected.notices.remove(at: 0)
            try Self.require(try await reopened.alarmBook(), is: expected, "By number.")
            await reopened.close()
        },
        Behaviour("Of many changes of the alarms at once none is lost") { subject in
            let repository = subject.repository
            let numbers = try await withThrowingTaskGroup(of: Int64.self) { group in
                for place in 0..<30 {
                    group.addTask {
                        try await repository.changeAlarmBook { book in
                            let number = book.takeNumber()
                            book.alarms.append(Self.alarm(number, .linkDown, "host \(place)"))
                            return number
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try Self.require(numbers.sorted(), is: Array(1...30), "Each its own.")
            let book = try await repository.alarmBook()
            try Self.require(book.alarms.map(\.number), is: Array(1...30), "All are kept.")
            try Self.require(book.nextNumber, is: 31, "The next one.")
        },
    ]

    /// Labels that are alike, or hold what separates labels.
    private static let oddKeys = [
        FigureKey("purser_odd"), FigureKey("purser_odd", ["a": ""]), FigureKey("purser_odd", ["a": "b\tc"]),
        FigureKey("purser_odd", ["a": "b", "c": ""]), FigureKey("purser_odd", ["a": "b\\tc"]),
        FigureKey("purser_odd", ["a": "b\nc\r"]), FigureKey("purser_odd", ["a": "b\r\nc", "z": "\u{301}"]),
        FigureKey("purser_odd", ["a": "\u{0}", "app": "shop"]), FigureKey("purser_odd", ["a": "购 \"1\""]),
    ]

    /// Points that are written short, and such that cannot be.
    private static let packedPoints: [[Double]] = [
        [], [0], [0, 1, 125, 126, 127, 16_381, 16_382, 2_097_149, 2_097_150, 16_777_215, 16_777_216], [0.5, 1], [-1],
        [5, 5, 5, 5, 5, 7, 7, 0, 0, 0, 0], Array(repeating: 3, count: 60), [1, 1, 1], [.nan, .nan, .nan, .nan, 4],
        Array(repeating: 16_777_216, count: 60), Array(repeating: 1e30, count: 60), [.infinity],
    ]

    private static let alarmBook = AlarmBook(
        alarms: [
            Self.alarm(1, .linkDown, "api.example.com"),
            Alarm(
                number: 3,
                key: AlarmKey(.refundWave, app: Sample.app, environment: .production),
                state: .resolved,
                since: Sample.beginning,
                firedAt: Sample.beginning + .minutes(1),
                resolvedAt: Sample.beginning + .minutes(9),
                goodSince: Sample.beginning + .minutes(4),
                publishedAt: Sample.beginning + .minutes(2),
                publishedSeverity: .warning,
                reading: AlarmReading(
                    AlarmKey(.refundWave, app: Sample.app, environment: .production),
                    severity: .warning,
                    value: .infinity,
                    limit: 0.1,
                    facts: ["product": "宝石 \"100\"", "code": ""]
                ),
                severity: .critical
            ),
        ],
        silences: [
            AlarmSilence(
                number: 2,
                name: nil,
                app: nil,
                subject: nil,
                from: Sample.beginning,
                until: Sample.beginning + .hours(1),
                reason: "A move\nof the database",
                by: "anna"
            ),
            AlarmSilence(
                number: 5,
                name: .linkDown,
                app: Sample.app,
                subject: "api.example.com",
                from: Sample.beginning,
                until: Sample.beginning + .hours(2),
                reason: "",
                by: "key:1"
            ),
        ],
        notices: [
            AlarmNotice(
                number: 6,
                channel: "email",
                alarms: [Self.alarm(1, .linkDown, "api.example.com"), Self.alarm(3, .backlog, "")],
                writtenAt: Sample.beginning,
                dueAt: Sample.beginning + .minutes(1)
            ),
            AlarmNotice(
                number: 7,
                channel: "slack",
                alarms: [],
                writtenAt: Sample.beginning,
                dueAt: Sample.beginning,
                failures: 2,
                problem: "refused",
                recipients: ["ada@example.com"]
            ),
        ],
        nextNumber: 8
    )

    private static func alarm(_ number: Int64, _ name: AlarmName, _ subject: String) -> Alarm {
        Alarm(
            number: number,
            key: AlarmKey(name, subject: subject),
            state: .pending,
            since: Sample.beginning,
            reading: AlarmReading(AlarmKey(name, subject: subject), severity: .critical, value: 1.1, limit: 1),
            severity: .critical
        )
    }

    private static func sample(_ node: String, _ minute: Int64, _ value: Double) -> NodeSample {
        let value = FigureSample.Value(FigureKey("purser_one", ["app": "shop"]), .count, value)
        return NodeSample(node: NodeID(rawValue: node), sample: FigureSample(minute: minute, values: [value]))
    }

    private static func row(_ key: FigureKey, _ tier: FigureTier, _ number: Int64, _ value: Double) -> FigureRow {
        var row = FigureRow(FigureRow.ID(key, tier, number), .count)
        row.add(value, atPoint: number * Int64(tier.pointsPerRow))
        return row
    }
}
