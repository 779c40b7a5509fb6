import PurserService

/// One operation on the page for people.
struct APIPageOperation {
    /// How deep the objects in objects are shown.
    private static let maximumDepth = 6

    private let operation: APIOperation

    /// The part of the page about an operation.
    init(_ operation: APIOperation) {
        self.operation = operation
    }

    /// The part of the page.
    var html: String {
        let operation = self.operation
        var html = """
            <article id="\(operation.id)"><h3><a href="#\(operation.id)">\(HTMLText.escaped(operation.summary))</a></h3>
            <p class="call"><b>\(operation.method.rawValue.uppercased())</b> \(HTMLText.escaped(operation.path))</p>
            <p class="note">\(HTMLText.escaped(Self.words(for: operation.access)))</p>
            """
        if !operation.description.isEmpty { html += "<p>\(APIPage.text(operation.description))</p>" }
        let parameters = operation.allParameters
        if !parameters.isEmpty {
            html +=
                "<h4>Parameters</h4>"
                + Self.table(
                    ["name", "in", "what"],
                    parameters.map { parameter in
                        [
                            Self.name(parameter.name, isRequired: parameter.isRequired), parameter.place.rawValue,
                            APIPage.text(parameter.description) + " " + Self.kind(of: parameter.schema),
                        ]
                    }
                )
        }
        if let body = operation.body {
            html += "<h4>Body: \(HTMLText.escaped(body.mediaTypes.joined(separator: ", ")))</h4>"
            if !body.description.isEmpty { html += "<p>\(APIPage.text(body.description))</p>" }
            html += Self.fields(of: body.schema)
            for (mediaType, schema) in body.further.sorted(by: { $0.key < $1.key }) {
                html += "<h4>Or: \(HTMLText.escaped(mediaType))</h4>" + Self.fields(of: schema)
            }
        }
        for answer in operation.answers {
            html += "<h4>\(answer.status)</h4><p>\(APIPage.text(answer.description))"
            if let mediaType = answer.mediaType { html += " <code>\(HTMLText.escaped(mediaType))</code>" }
            html += "</p>" + Self.fields(of: answer.schema)
        }
        let rows = operation.problems.filter { !$0.codes.isEmpty }.map { problem in
            [String(problem.status), problem.codes.map { "<code>\($0)</code>" }.joined(separator: ", ")]
        }
        if !rows.isEmpty { html += "<h4>Refusals of its own</h4>" + Self.table(["status", "code"], rows) }
        return html + "</article>"
    }

    private static func words(for access: APIAccess) -> String {
        switch access {
        case .anyone: "Anybody may call it."
        case .apple: "Apple's servers call it."
        case .document: "Needs a key, unless the configuration opens it."
        case .socket: "For operators on the server's machine, at the operators' socket. No key opens it."
        case .read, .write, .admin: "Needs a secret key with the scope \(access.scope ?? "")."
        case .readInApp, .writeInApp:
            "Needs a secret key with the scope \(access.scope ?? ""), or a publishable key, for its own customer."
        }
    }

    /// The fields of an object, and of the objects in it, as rows.
    private static func fields(of schema: APISchema) -> String {
        let rows = Self.rows(of: schema, prefix: "", depth: 0)
        return rows.isEmpty ? "" : Self.table(["field", "what"], rows)
    }

    private static func rows(of schema: APISchema, prefix: String, depth: Int) -> [[String]] {
        guard depth < Self.maximumDepth else { return [] }
        switch schema {
        case .named(_, let form), .nullable(let form): return Self.rows(of: form, prefix: prefix, depth: depth)
        case .array(let element, _):
            let prefix = prefix.hasSuffix(".") ? String(prefix.dropLast()) + "[]." : prefix
            return Self.rows(of: element, prefix: prefix, depth: depth)
        case .oneOf(let forms): return forms.flatMap { Self.rows(of: $0, prefix: prefix, depth: depth) }
        case .record(let properties):
            return properties.flatMap { property in
                [
                    [
                        Self.name(prefix + property.name, isRequired: property.isRequired),
                        APIPage.text(property.description) + " " + Self.kind(of: property.schema),
                    ]
                ] + Self.rows(of: property.schema, prefix: prefix + property.name + ".", depth: depth + 1)
            }
        default: return []
        }
    }

    /// What a value may be, in a few words.
    private static func kind(of schema: APISchema) -> String {
        switch schema {
        case .words(let words): words.map { "<code>\(HTMLText.escaped($0))</code>" }.joined(separator: " ")
        case .integer(let range?): "<span class=\"note\">\(range.lowerBound) to \(range.upperBound)</span>"
        case .named(_, let form), .nullable(let form): Self.kind(of: form)
        case .string(_, let format?, _): "<span class=\"note\">\(HTMLText.escaped(format))</span>"
        case .boolean: "<span class=\"note\">true or false</span>"
        default: ""
        }
    }

    private static func name(_ name: String, isRequired: Bool) -> String {
        "<code>\(HTMLText.escaped(name))</code>" + (isRequired ? "" : " <span class=\"note\">optional</span>")
    }

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        "<table><tr>" + head.map { "<th>\($0)</th>" }.joined() + "</tr>"
            + rows.map { row in "<tr>" + row.map { "<td>\($0)</td>" }.joined() + "</tr>" }.joined() + "</table>"
    }
}
