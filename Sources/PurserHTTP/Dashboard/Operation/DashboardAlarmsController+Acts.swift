import HTTPTypes
import Ledger
import PurserService

// What an operator does about alarms.
extension DashboardAlarmsController {
    /// Silences an alarm for a time.
    func silencing(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let entry = try await Self.explained { () throws(AlarmError) in
            try await self.service.alarm(visit.number(inPath: "number"), seenBy: app.app.name)
        }
        let key = entry.alarm.key
        let title = AlarmText(visit.language).title(entry.alarm)
        return DashboardAct(
            title: "alarmSilenceTitle",
            introduction: [title],
            fields: [
                DashboardField(
                    name: "alarmSilenceMinutes",
                    label: "alarmSilenceMinutes",
                    kind: .number,
                    help: "alarmSilenceMinutesHelp",
                    initial: "120",
                    maximum: 6
                )
            ],
            confirm: "alarmSilenceConfirm",
            back: app.path("alarms", "\(entry.alarm.number)"),
            preview: { form in
                let minutes = try Self.minutes(form, visit)
                var effects = [visit.text("alarmSilenceEffect", title, "\(minutes)")]
                if key.app == nil, key.subject.isEmpty { effects.append(visit.text("alarmSilenceEveryApp")) }
                if let known = entry.silence {
                    effects.append(
                        visit.text("alarmSilenceReplaces", "\(known.number)", known.until.rfc3339, known.reason)
                    )
                }
                return DashboardAct.Preview(effects: effects, undo: visit.text("alarmSilenceUndo"))
            },
            perform: { form in
                var draft = AlarmService.Draft(length: .minutes(try Self.minutes(form, visit)))
                draft.name = key.name
                draft.app = key.app
                draft.subject = key.subject.isEmpty ? nil : key.subject
                let (wanted, origin) = (draft, try visit.origin(reasonIn: form))
                _ = try await Self.explained { () throws(AlarmError) in
                    try await self.service.silence(wanted, by: origin)
                }
                return app.path("alarms", query: ["done": "doneAlarmSilence"])
            }
        )
    }

    /// Ends a silence before its time.
    func endingSilence(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let number = visit.number(inPath: "number")
        let known = try await Self.explained { () throws(AlarmError) in
            try await self.service.silences(seenBy: app.app.name)
        }.first { $0.number == number }
        let what = known.map { Self.scope(of: $0, visit) } ?? ""
        return DashboardAct(
            title: "alarmSilenceEndTitle",
            introduction: known == nil ? [] : [what],
            confirm: "alarmSilenceEndConfirm",
            back: app.path("alarms"),
            preview: { _ in
                guard known != nil else {
                    return DashboardAct.Preview(effects: [visit.text("alarmSilenceOver")], isNothing: true)
                }
                return DashboardAct.Preview(
                    effects: [visit.text("alarmSilenceEndEffect", what)],
                    undo: visit.text("alarmSilenceEndUndo")
                )
            },
            perform: { form in
                let origin = try visit.origin(reasonIn: form)
                // An operator of the dashboard is one of all apps.
                _ = try await Self.explained { () throws(AlarmError) in
                    try await self.service.endSilence(number, seenBy: nil, by: origin)
                }
                return app.path("alarms", query: ["done": "doneAlarmSilenceEnd"])
            }
        )
    }

    /// Sends a test notice through every channel.
    func testing(_ visit: DashboardVisit, _ app: DashboardApp) -> DashboardAct {
        DashboardAct(
            title: "alarmTestTitle",
            needsReason: false,
            confirm: "alarmTestConfirm",
            back: app.path("alarms"),
            preview: { _ in DashboardAct.Preview(effects: [visit.text("alarmTestEffect")]) },
            perform: { _ in
                let origin = try visit.origin()
                let tests = try await Self.explained { () throws(AlarmError) in
                    try await self.service.test(nil, in: visit.language, by: origin)
                }
                let problems = tests.compactMap { test in test.problem.map { "\(test.channel): \($0)" } }
                guard problems.isEmpty else {
                    throw Problem(.conflict, code: "alarm_test_failed", problems.joined(separator: " "))
                }
                return app.path("alarms", query: ["done": "doneAlarmTest"])
            }
        )
    }

    private static func minutes(_ form: DashboardForm, _ visit: DashboardVisit) throws -> Int64 {
        let greatest = AlarmService.greatestLength.milliseconds / 60_000
        guard let minutes = Int64(form["alarmSilenceMinutes"].trimmed), (1...greatest).contains(minutes) else {
            throw RequestFields.invalid(
                "alarmSilenceMinutes",
                visit.text("alarmSilenceMinutesWrong", DashboardNumbers.count(greatest))
            )
        }
        return minutes
    }
}
