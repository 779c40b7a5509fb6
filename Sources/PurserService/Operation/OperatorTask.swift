package import Ledger

/// Something that an operator wants done or shown, as a command hands it to the server or does it by itself.
package protocol OperatorTask: Hashable, Sendable {
    /// What it is about, in a word: `wallet`.
    static var noun: String { get }
    /// The names of all fields, as they stand in a request.
    static var fieldNames: [String] { get }
    /// The app.
    var app: AppName { get }
    /// Whether it changes something, so that it is shown and asked about before.
    var isChange: Bool { get }
    /// The task as named texts.
    var fields: [(name: String, value: String)] { get }

    /// The task of named texts.
    init(_ fields: TaskFields) throws(TaskMistake)
}
