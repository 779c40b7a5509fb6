import Ledger
import PurserService

/// Which old forms are used, as our JSON shows it.
struct MovingOverBody: Encodable, Sendable {
    /// How often a form was used on a day.
    struct Day: Encodable, Sendable {
        let day: String
        let count: Int64
    }

    /// How often a version used a form.
    struct Version: Encodable, Sendable {
        let version: String?
        let count: Int64
        let lastDay: String
    }

    /// What is missing to switch a form off.
    struct Step: Encodable, Sendable {
        let state: String
        let lastDay: String?
        let toDo: String
    }

    /// A form.
    struct Form: Encodable, Sendable {
        let form: String
        let kind: String
        let old: Bool
        let count: Int64
        let shareMilliPercent: Int64?
        let days: [Day]
        let versions: [Version]
        let step: Step?
    }

    let from: String
    let through: String
    let countedSince: String?
    let forms: [Form]

    /// What a report says.
    init(_ report: MovingOverReport) {
        self.from = report.from.text
        self.through = report.through.text
        self.countedSince = report.countedSince?.text
        self.forms = report.lines.map { line in
            Form(
                form: line.form.rawValue,
                kind: line.form.kind.rawValue,
                old: line.form.isOld,
                count: line.count,
                shareMilliPercent: line.share,
                days: line.days.map { Day(day: $0.day.text, count: $0.count) },
                versions: line.versions.map { version in
                    Version(
                        version: version.name.isEmpty ? nil : version.name,
                        count: version.count,
                        lastDay: version.lastDay.text
                    )
                },
                step: line.step.map { step in
                    Step(state: step.state.rawValue, lastDay: step.lastDay?.text, toDo: step.sentence)
                }
            )
        }
    }
}
