package import Ledger

/// The wish to see which old forms an app still uses.
package struct MovingOverTask: OperatorTask {
    /// What it is about.
    package static let noun = "moving-over"
    /// The names of all fields, as they stand in a request.
    package static let fieldNames = ["app", "days", "language"]

    /// The app.
    package let app: AppName
    /// About how many days, today included.
    package let days: Int64
    /// Whether sentences are in Simplified Chinese, or in English.
    package let isChinese: Bool

    /// A wish about an app.
    package init(days: Int64, isChinese: Bool, in app: AppName) {
        self.app = app
        self.days = days
        self.isChinese = isChinese
    }

    /// It changes nothing.
    package var isChange: Bool { false }

    /// The task as named texts.
    package var fields: [(name: String, value: String)] {
        [
            (name: "app", value: self.app.rawValue), (name: "days", value: "\(self.days)"),
            (name: "language", value: self.isChinese ? "zh-Hans" : "en"),
        ]
    }

    /// The task of named texts.
    package init(_ fields: TaskFields) throws(TaskMistake) {
        self.app = AppName(try fields.required("app"))
        self.days = try fields.number("days", in: 1...MovingOverDesk.maximumDays) ?? MovingOverDesk.usualDays
        self.isChinese = fields["language"] == "zh-Hans"
    }
}
