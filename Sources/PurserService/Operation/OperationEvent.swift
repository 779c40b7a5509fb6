package import AppStore

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
                    Self.member("event", "progress"), Self.member("stage", progress.stage),
                    Self.member("done", progress.done), Self.member("total", progress.total),
                    Self.member("unit", progress.unit),
                ]
            case .finding(let finding):
                [
                    Self.member("event", "finding"), Self.member("code", finding.code),
                    Self.member("detail", finding.detail),
                ]
            case .line(let line):
                [Self.member("event", "line"), JSONMember(key: "fields", value: line.json)]
            case .result(let result):
                [
                    Self.member("event", "result"), JSONMember(key: "clean", value: .bool(result.isClean)),
                    JSONMember(key: "fields", value: result.json),
                ]
            case .failure(let failure):
                [
                    Self.member("event", "failure"), Self.member("code", failure.code),
                    Self.member("detail", failure.detail),
                ]
            }
        return JSONValue.object(members).json()
    }

    /// The event that a JSON object states, or `nil` when it states none.
    package init?(json: [UInt8]) {
        guard let value = try? JSONValue(json: json), let name = Self.text(value["event"]) else { return nil }
        switch name {
        case "progress":
            guard let stage = Self.text(value["stage"]), let done = Self.integer(value["done"]),
                let total = Self.integer(value["total"]), let unit = Self.text(value["unit"])
            else { return nil }
            self = .progress(OperationProgress(stage: stage, done: done, total: total, unit: unit))
        case "finding":
            guard let code = Self.text(value["code"]), let detail = Self.text(value["detail"]) else { return nil }
            self = .finding(OperationFinding(code: code, detail: detail))
        case "failure":
            guard let code = Self.text(value["code"]), let detail = Self.text(value["detail"]) else { return nil }
            self = .failure(OperationFailure(code: code, detail: detail))
        case "line":
            guard let fields = Self.fields(value["fields"]) else { return nil }
            self = .line(OperationLine(fields))
        case "result":
            guard case .bool(let isClean)? = value["clean"], let fields = Self.fields(value["fields"]) else {
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

    private static func member(_ key: String, _ text: String) -> JSONMember {
        JSONMember(key: key, value: .string(text))
    }

    private static func member(_ key: String, _ number: Int64) -> JSONMember {
        JSONMember(key: key, value: .number(String(number)))
    }

    private static func text(_ value: JSONValue?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }

    private static func integer(_ value: JSONValue?) -> Int64? {
        if case .number(let text)? = value { Int64(text) } else { nil }
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
