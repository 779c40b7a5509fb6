package import AppStore
package import Ledger

/// An event of an operator's long-running operation.
///
/// An operation reports its progress and findings, and ends with a result or a failure. The same events go to a
/// terminal and through the server's socket.
package enum OperationEvent: Hashable, Sendable {
    /// The progress of the operation.
    case progress(OperationProgress)
    /// A problem that the operation found.
    case finding(OperationFinding)
    /// One line of a requested list.
    case line(OperationLine)
    /// The operation completed; this is the last event.
    case result(OperationResult)
    /// The operation failed; this is the last event.
    case failure(OperationFailure)

    /// Whether this is the last event.
    package var isLast: Bool {
        switch self {
        case .progress, .finding, .line: false
        case .result, .failure: true
        }
    }
}

extension OperationEvent {
    /// The event as one JSON object.
    package var json: [UInt8] {
        let members: [JSONMember] =
            switch self {
            case .progress(let progress):
                [
                    JSONMember("event", "progress"), JSONMember("stage", progress.stage),
                    JSONMember("done", progress.done), JSONMember("total", progress.total),
                    JSONMember("unit", progress.unit),
                ]
            case .finding(let finding):
                [
                    JSONMember("event", "finding"), JSONMember("code", finding.code),
                    JSONMember("detail", finding.detail),
                ]
            case .line(let line):
                [JSONMember("event", "line"), JSONMember(key: "fields", value: line.json)]
            case .result(let result):
                [
                    JSONMember("event", "result"), JSONMember("clean", result.isClean),
                    JSONMember(key: "fields", value: result.json),
                ]
            case .failure(let failure):
                [
                    JSONMember("event", "failure"), JSONMember("code", failure.code),
                    JSONMember("detail", failure.detail),
                ]
            }
        return JSONValue.object(members).json()
    }

    /// Parses an event from a JSON object; returns `nil` for any other object.
    package init?(json: [UInt8]) {
        guard let value = try? JSONValue(json: json), let name = value["event"]?.text else { return nil }
        switch name {
        case "progress":
            guard let stage = value["stage"]?.text, let done = value["done"]?.integer,
                let total = value["total"]?.integer, let unit = value["unit"]?.text
            else { return nil }
            self = .progress(OperationProgress(stage: stage, done: done, total: total, unit: unit))
        case "finding":
            guard let code = value["code"]?.text, let detail = value["detail"]?.text else { return nil }
            self = .finding(OperationFinding(code: code, detail: detail))
        case "failure":
            guard let code = value["code"]?.text, let detail = value["detail"]?.text else { return nil }
            self = .failure(OperationFailure(code: code, detail: detail))
        case "line":
            guard let fields = Self.fields(value["fields"]) else { return nil }
            self = .line(OperationLine(fields))
        case "result":
            guard let isClean = value["clean"]?.flag, let fields = Self.fields(value["fields"]) else {
                return nil
            }
            self = .result(OperationResult(isClean: isClean, fields: fields))
        default: return nil
        }
    }

    private static func fields(_ value: JSONValue?) -> [OperationResult.Field]? {
        guard case .object(let members)? = value else { return nil }
        return members.map { OperationResult.Field($0.key, OperationResult.Value($0.value)) }
    }
}

extension OperationResult {
    /// The fields as one JSON object, in their order.
    package var json: JSONValue { Self.json(self.fields) }

    /// Returns fields as one JSON object, in their order.
    package static func json(_ fields: [Field]) -> JSONValue {
        .object(
            fields.map { field in
                let value: JSONValue =
                    switch field.value {
                    case .number(let number): .number(String(number))
                    case .text(let text): .string(text)
                    case .json(let value): value
                    }
                return JSONMember(key: field.name, value: value)
            }
        )
    }
}

extension OperationResult.Value {
    /// Creates the value of a JSON value: a whole number or a text; anything else stays JSON.
    init(_ value: JSONValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .number(let text): self = Int64(text).map { .number($0) } ?? .json(value)
        default: self = .json(value)
        }
    }
}

extension OperationLine {
    /// Creates a line of an object's members; returns `nil` for anything else.
    package init?(json: [UInt8]) {
        guard case .object(let members)? = try? JSONValue(json: json) else { return nil }
        self.init(members.map { OperationResult.Field($0.key, OperationResult.Value($0.value)) })
    }

    /// The fields as one JSON object, in their order.
    package var json: JSONValue { OperationResult.json(self.fields) }
}

/// A problem that an operation found.
package struct OperationFinding: Hashable, Sendable {
    /// The stable code of the finding.
    package let code: String
    /// The problem and its place, as text.
    package let detail: String

    /// Creates a finding of these values.
    package init(code: String, detail: String) {
        self.code = code
        self.detail = detail
    }
}

/// One line of a list that an operator requested.
package struct OperationLine: Hashable, Sendable {
    /// The fields of the line, from left to right.
    package let fields: [OperationResult.Field]

    /// Creates a line of these values.
    package init(_ fields: [OperationResult.Field]) {
        self.fields = fields
    }
}

/// The progress of a long-running operation.
package struct OperationProgress: Hashable, Sendable {
    /// The current stage, as a short text.
    package let stage: String
    /// The number of units that are done.
    package let done: Int64
    /// The number of all units; 0 if unknown.
    package let total: Int64
    /// The unit that is counted.
    package let unit: String

    /// Creates progress of these values.
    package init(stage: String, done: Int64, total: Int64, unit: String) {
        self.stage = stage
        self.done = done
        self.total = total
        self.unit = unit
    }
}

/// The result of an operator's operation.
package struct OperationResult: Hashable, Sendable {
    /// The value of a field.
    package enum Value: Hashable, Sendable {
        /// A number.
        case number(Int64)
        /// A text.
        case text(String)
        /// Any other JSON value: a Boolean, a list, an object.
        case json(JSONValue)

        /// Returns a Boolean value.
        package static func flag(_ flag: Bool) -> Self { .json(.bool(flag)) }

        /// Returns a list of objects with named values.
        package static func list(_ rows: [[Field]]) -> Self { .json(.array(rows.map { OperationResult.json($0) })) }
    }

    /// A value with its name.
    package struct Field: Hashable, Sendable {
        /// The name, in camel case.
        package let name: String
        /// The value.
        package let value: Value

        /// Creates a value with its name.
        package init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }

        /// Returns a text with its name; `nil` without a text.
        package static func optional(_ name: String, _ text: String?) -> Field? {
            text.map { Field(name, .text($0)) }
        }
    }

    /// Returns the fields that are not `nil`.
    static func present(_ fields: [Field?]) -> [Field] { fields.compactMap(\.self) }

    /// The name of the field with the reason why nothing changed.
    package static let nothingName = "nothing"

    /// Returns the field with the reason why nothing changed; none if something did.
    package static func fields(of nothing: NoChange.Code?) -> [Field] {
        nothing.map { [Field(Self.nothingName, .text($0.rawValue))] } ?? []
    }

    /// The reason why nothing changed; `nil` if something did.
    package var nothing: NoChange.Code? {
        self.fields.lazy.compactMap { field in
            guard field.name == Self.nothingName, case .text(let code) = field.value else { return nil }
            return NoChange.Code(rawValue: code)
        }.first
    }

    /// Whether the operation found no problem.
    package let isClean: Bool
    /// The fields of the result, in the order in which people read them.
    package let fields: [Field]

    /// Creates a result of these values.
    package init(isClean: Bool, fields: [Field]) {
        self.isClean = isClean
        self.fields = fields
    }
}

/// The reason why an operator's operation failed.
package struct OperationFailure: Error, Hashable, Sendable {
    /// The stable code of the failure.
    package let code: String
    /// One sentence that says what is wrong and what to do.
    package let detail: String
    /// The sentence for the player whom the failure concerns, in their language; `nil` if there is none.
    package let sentence: String?

    /// Creates a failure of these values.
    package init(code: String, detail: String, sentence: String? = nil) {
        self.code = code
        self.detail = detail
        self.sentence = sentence
    }

    /// Creates the failure that an error of the repository means to the operator.
    package init(_ error: RepositoryError) {
        self.code = error.code
        self.sentence = nil
        self.detail =
            switch error {
            case .full: "The disk that holds the database is full; free some space, then try again."
            case .readOnly: "The disk that holds the database may only be read; mount it for writing, then try again."
            case .unreachable: "The database file is missing; put it back, or restore a backup."
            case .notWritable: "The database cannot be written; check that the server's user owns file and folder."
            case .unavailable: "The database is busy or shutting down; try again."
            case .tooSlow: "The database took too long to answer; try again, and check the load of the disk."
            case .failedSync: "The state of a write on the disk is unknown; check the disk, then start again."
            case .tooOld: "A newer server has changed the tables, so this one must not write; run the newer one."
            case .leaseLost: "The operation took too long, and another process has taken it over; check its result."
            case .corrupt: "The stored data contradicts itself; find out more: purser db check"
            }
    }
}
