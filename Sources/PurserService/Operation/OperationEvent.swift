package import AppStore
package import Ledger

/// What a long piece of an operator's work says while it runs.
///
/// It says how far it is and what it finds, and ends with a result or a failure. The same words go to a terminal and
/// through the server's socket.
package enum OperationEvent: Hashable, Sendable {
    /// How far it is.
    case progress(OperationProgress)
    /// Something that is not as it should be.
    case finding(OperationFinding)
    /// One line of a list that was asked for.
    case line(OperationLine)
    /// It is done; nothing follows.
    case result(OperationResult)
    /// It could not be done; nothing follows.
    case failure(OperationFailure)

    /// Whether nothing follows.
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

    /// The event that a JSON object states, or `nil` when it states none.
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

    /// Fields as one JSON object, in their order.
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
    /// What a JSON value states: a whole number and a text are such, anything else stays JSON.
    init(_ value: JSONValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .number(let text): self = Int64(text).map { .number($0) } ?? .json(value)
        default: self = .json(value)
        }
    }
}

extension OperationLine {
    /// A line of an object's members; returns `nil` for anything else.
    package init?(json: [UInt8]) {
        guard case .object(let members)? = try? JSONValue(json: json) else { return nil }
        self.init(members.map { OperationResult.Field($0.key, OperationResult.Value($0.value)) })
    }

    /// The fields as one JSON object, in their order.
    package var json: JSONValue { OperationResult.json(self.fields) }
}

/// Something that is not as it should be.
package struct OperationFinding: Hashable, Sendable {
    /// A stable code.
    package let code: String
    /// What and where it is, in words.
    package let detail: String

    /// A finding of these values.
    package init(code: String, detail: String) {
        self.code = code
        self.detail = detail
    }
}

/// One line of a list that an operator asked for.
package struct OperationLine: Hashable, Sendable {
    /// What stands in it, from the left.
    package let fields: [OperationResult.Field]

    /// A line of these values.
    package init(_ fields: [OperationResult.Field]) {
        self.fields = fields
    }
}

/// How far a long piece of work has come.
package struct OperationProgress: Hashable, Sendable {
    /// What is being done, in a word.
    package let stage: String
    /// How much of it is done.
    package let done: Int64
    /// How much there is; 0 when nobody knows.
    package let total: Int64
    /// What is counted.
    package let unit: String

    /// Progress of these values.
    package init(stage: String, done: Int64, total: Int64, unit: String) {
        self.stage = stage
        self.done = done
        self.total = total
        self.unit = unit
    }
}

/// What came of a piece of an operator's work.
package struct OperationResult: Hashable, Sendable {
    /// What a field holds.
    package enum Value: Hashable, Sendable {
        /// A number.
        case number(Int64)
        /// A text.
        case text(String)
        /// Anything else: yes or no, a list, an object.
        case json(JSONValue)

        /// Yes or no.
        package static func flag(_ flag: Bool) -> Self { .json(.bool(flag)) }

        /// Several things, each with named values.
        package static func list(_ rows: [[Field]]) -> Self { .json(.array(rows.map { OperationResult.json($0) })) }
    }

    /// A value with its name.
    package struct Field: Hashable, Sendable {
        /// The name, in camel case.
        package let name: String
        /// The value.
        package let value: Value

        /// A value with its name.
        package init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }

        /// A text with its name; returns `nil` where there is no text.
        package static func optional(_ name: String, _ text: String?) -> Field? {
            text.map { Field(name, .text($0)) }
        }
    }

    /// Returns those fields that are there.
    static func present(_ fields: [Field?]) -> [Field] { fields.compactMap(\.self) }

    /// The name of the field that says why nothing was done.
    package static let nothingName = "nothing"

    /// The field that says why nothing was done; none where something was.
    package static func fields(of nothing: NoChange.Code?) -> [Field] {
        nothing.map { [Field(Self.nothingName, .text($0.rawValue))] } ?? []
    }

    /// Why nothing was done; `nil` where something was.
    package var nothing: NoChange.Code? {
        self.fields.lazy.compactMap { field in
            guard field.name == Self.nothingName, case .text(let code) = field.value else { return nil }
            return NoChange.Code(rawValue: code)
        }.first
    }

    /// Whether everything was as it should be.
    package let isClean: Bool
    /// What there is to know, in the order in which people read it.
    package let fields: [Field]

    /// A result of these values.
    package init(isClean: Bool, fields: [Field]) {
        self.isClean = isClean
        self.fields = fields
    }
}

/// Why a piece of an operator's work could not be done.
package struct OperationFailure: Error, Hashable, Sendable {
    /// A stable code.
    package let code: String
    /// One plain sentence: what is wrong, and what helps.
    package let detail: String
    /// The same for the player whom it is about, in their language; `nil` where there is none.
    package let sentence: String?

    /// A failure of these values.
    package init(code: String, detail: String, sentence: String? = nil) {
        self.code = code
        self.detail = detail
        self.sentence = sentence
    }

    /// What an error of the repository means to the operator.
    package init(_ error: RepositoryError) {
        self.code = error.code
        self.sentence = nil
        self.detail =
            switch error {
            case .full: "The disk that holds the database is full; free some space, then try again."
            case .readOnly: "The disk that holds the database may only be read; mount it for writing, then try again."
            case .unreachable: "The database file is no longer in its place; put it back, or restore a backup."
            case .notWritable: "The database cannot be written; check that file and folder belong to the server's user."
            case .unavailable: "The database is busy or shutting down; try again."
            case .failedSync: "A write reached the disk in an unknown state; check the disk, then start again."
            case .tooOld: "A newer server has changed the tables, and this one must not write; run the newer one."
            case .leaseLost: "Somebody else does this now, because it took too long; look at what came of it."
            case .corrupt: "The stored data contradicts itself; find out more: purser db check"
            }
    }
}
