import AppStore

extension APIDocumentWriter {
    /// Returns one operation.
    mutating func operation(_ operation: APIOperation) -> JSONValue {
        var members: [JSONMember] = [
            JSONMember(key: "operationId", value: .string(operation.id)),
            JSONMember(key: "tags", value: .strings([operation.tag.rawValue])),
            JSONMember(key: "summary", value: .string(operation.summary)),
        ]
        if !operation.description.isEmpty {
            members.append(JSONMember(key: "description", value: .string(operation.description)))
        }
        members.append(JSONMember(key: "security", value: .array(self.security(of: operation))))
        let parameters = operation.allParameters
        self.check(parameters, of: operation)
        if !parameters.isEmpty {
            members.append(
                JSONMember(key: "parameters", value: .array(parameters.map { self.parameter($0) }))
            )
        }
        if let body = operation.body {
            let schema = self.write(body.schema, inRequest: true)
            let further = body.further.sorted { $0.key < $1.key }.map { type, schema in
                JSONMember(key: type, value: .members(["schema": self.write(schema, inRequest: true)]))
            }
            var text: [JSONMember] = [JSONMember(key: "required", value: .bool(body.isRequired))]
            if !body.description.isEmpty {
                text.insert(JSONMember(key: "description", value: .string(body.description)), at: 0)
            }
            text.append(
                JSONMember(
                    key: "content",
                    value: .object(
                        body.mediaTypes.map { JSONMember(key: $0, value: .members(["schema": schema])) } + further
                    )
                )
            )
            members.append(JSONMember(key: "requestBody", value: .object(text)))
        }
        members.append(JSONMember(key: "responses", value: self.responses(of: operation)))
        return .object(members)
    }

    private func security(of operation: APIOperation) -> [JSONValue] {
        guard operation.access.needsKey, !(operation.access == .document && self.isOpen) else { return [] }
        guard operation.access != .socket else { return [.members(["operatorsSocket": .array([])])] }
        let scopes = operation.access.scope.map { [$0] } ?? []
        var schemes: [JSONValue] = [.members(["secretKey": .strings(scopes)])]
        if operation.access.isForApps { schemes.append(.members(["publishableKey": .array([])])) }
        schemes.append(.members(["operatorKey": .strings(scopes)]))
        return schemes
    }

    private mutating func parameter(_ parameter: APIParameter) -> JSONValue {
        .members([
            "name": .string(parameter.name), "in": .string(parameter.place.rawValue),
            "required": .bool(parameter.isRequired), "description": .string(parameter.description),
            "schema": self.write(parameter.schema, inRequest: true),
        ])
    }

    private mutating func check(_ parameters: [APIParameter], of operation: APIOperation) {
        let inTemplate = operation.path.split(separator: "{").dropFirst().map { part in
            String(part.prefix { $0 != "}" })
        }
        let described = parameters.filter { $0.place == .path }.map(\.name)
        if Set(inTemplate) != Set(described) {
            self.note("\(operation.id) has \(inTemplate) in its path, and describes \(described).")
        }
        if Set(parameters.map { "\($0.place) \($0.name)" }).count != parameters.count {
            self.note("\(operation.id) describes a parameter twice.")
        }
        if operation.summary.hasSuffix(".") { self.note("The summary of \(operation.id) ends in a full stop.") }
    }

    private mutating func responses(of operation: APIOperation) -> JSONValue {
        let problems = operation.allProblems
        let statuses = Set(operation.answers.map(\.status)).union(problems.map(\.status)).sorted()
        return .object(
            statuses.map { status in
                JSONMember(
                    key: String(status),
                    value: self.response(
                        operation.answers.filter { $0.status == status },
                        problems.filter { $0.status == status }
                    )
                )
            }
        )
    }

    private mutating func response(_ answers: [APIAnswer], _ problems: [APIProblem]) -> JSONValue {
        var description = answers.map(\.description)
        var content: [JSONMember] = []
        var headers: [String: String] = [:]
        for answer in answers {
            headers.merge(answer.headers) { first, _ in first }
            guard let mediaType = answer.mediaType else { continue }
            let schema = self.write(answer.schema, inRequest: false)
            content.append(JSONMember(key: mediaType, value: .members(["schema": schema])))
        }
        if let status = problems.first?.status {
            var codes: [String] = []
            for code in problems.flatMap(\.codes) where !codes.contains(code) { codes.append(code) }
            let list = codes.map { "`\($0)`" }.joined(separator: ", ")
            description.append(
                list.isEmpty ? "A problem document." : "A problem document, with code \(list) or another."
            )
            content.append(
                JSONMember(
                    key: Problem.mediaType,
                    value: .members(["schema": self.write(Problem.schema, inRequest: false)])
                )
            )
            if status == 401 { headers["WWW-Authenticate"] = "`Bearer`." }
            if status == 429 { headers["Retry-After"] = "The number of seconds to wait before the next attempt." }
        }
        var members = [JSONMember(key: "description", value: .string(description.joined(separator: " ")))]
        if !headers.isEmpty {
            members.append(
                JSONMember(
                    key: "headers",
                    value: .object(
                        headers.sorted { $0.key < $1.key }.map { name, text in
                            JSONMember(
                                key: name,
                                value: .members([
                                    "description": .string(text), "schema": .members(["type": .string("string")]),
                                ])
                            )
                        }
                    )
                )
            )
        }
        if !content.isEmpty { members.append(JSONMember(key: "content", value: .object(content))) }
        return .object(members)
    }
}
