package import Ledger

/// Something that an operator wants to know of days and Apple's reports, or done about a day.
package struct ReconciliationTask: OperatorTask {
    /// What is wanted.
    package enum Deed: Hashable, Sendable {
        /// Days compared, or those before today where none are named; with `isHealing` Apple is asked for what the
        /// ledger lacks.
        case compare(ClosedRange<PacificDay>?, isHealing: Bool)
        /// A day accepted as the person saw it.
        case accept(PacificDay, EvidenceDigest)
        /// A fiscal month compared with its finance report.
        case settle(FiscalMonth)
        /// The acceptance of a day taken back.
        case withdraw(PacificDay)
    }

    /// What it is about.
    package static let noun = "reconciliation"
    /// The names of all fields, as they stand in a request.
    package static let fieldNames = ["task", "app", "from", "to", "heal", "day", "digest", "month", "language"]

    /// The app.
    package let app: AppName
    /// What is wanted.
    package let deed: Deed
    /// Whether sentences are in Simplified Chinese, or in English.
    package let isChinese: Bool

    /// A task of an app.
    package init(_ deed: Deed, isChinese: Bool, in app: AppName) {
        self.app = app
        self.deed = deed
        self.isChinese = isChinese
    }

    /// Whether it changes something that a person decides.
    package var isChange: Bool {
        switch self.deed {
        case .compare, .settle: false
        case .accept, .withdraw: true
        }
    }

    /// The task as named texts.
    package var fields: [(name: String, value: String)] {
        var fields = [("app", self.app.rawValue), ("language", self.isChinese ? "zh-Hans" : "en")]
        switch self.deed {
        case .compare(let days, let isHealing):
            fields.append(("task", "compare"))
            if let days { fields += [("from", days.lowerBound.text), ("to", days.upperBound.text)] }
            if isHealing { fields.append(("heal", "true")) }
        case .accept(let day, let digest):
            fields += [("task", "accept"), ("day", day.text), ("digest", digest.hexadecimal)]
        case .settle(let month): fields += [("task", "settle"), ("month", month.text)]
        case .withdraw(let day): fields += [("task", "withdraw"), ("day", day.text)]
        }
        return fields.map { (name: $0.0, value: $0.1) }
    }

    /// The task of named texts.
    package init(_ fields: TaskFields) throws(TaskMistake) {
        func day(_ name: String) throws(TaskMistake) -> PacificDay {
            guard let day = PacificDay(text: try fields.required(name)) else {
                throw TaskMistake(field: name, detail: "Write a day as 2026-03-01.")
            }
            return day
        }
        self.app = AppName(try fields.required("app"))
        self.isChinese = fields["language"] == "zh-Hans"
        switch try fields.required("task") {
        case "compare":
            guard fields["from"] != nil || fields["to"] != nil else {
                self.deed = .compare(nil, isHealing: fields["heal"] == "true")
                return
            }
            let (from, to) = (try day("from"), try day("to"))
            guard from <= to else {
                throw TaskMistake(field: "to", detail: "The last day must not come before the first.")
            }
            self.deed = .compare(from...to, isHealing: fields["heal"] == "true")
        case "accept":
            guard let digest = EvidenceDigest(hexadecimal: try fields.required("digest")) else {
                throw TaskMistake(field: "digest", detail: "This must be the digest that the comparison gave.")
            }
            self.deed = .accept(try day("day"), digest)
        case "settle":
            guard let month = FiscalMonth(text: try fields.required("month")) else {
                throw TaskMistake(field: "month", detail: "Write a month of Apple's fiscal year as 2026-06.")
            }
            self.deed = .settle(month)
        case "withdraw": self.deed = .withdraw(try day("day"))
        default: throw TaskMistake(field: "task", detail: "There is no such task.")
        }
    }
}
