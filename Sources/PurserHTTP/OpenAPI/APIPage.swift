import Crypto
import Foundation
import PurserService

/// The API reference as one HTML page with its own style, without scripts and external resources.
struct APIPage {
    /// The HTML of the page.
    let html: String
    /// The content security policy, which allows this style sheet and nothing else.
    let contentSecurityPolicy: String

    /// Creates the page of a document.
    init(_ document: APIDocument) {
        var body = ""
        var index = ""
        for tag in APITag.allCases {
            let operations = document.operations.filter { $0.tag == tag }
            guard !operations.isEmpty else { continue }
            index += "<h2>\(HTMLText.escaped(tag.rawValue))</h2><ul>"
            body += "<section><h2>\(HTMLText.escaped(tag.rawValue))</h2><p>\(Self.text(tag.description))</p>"
            for operation in operations {
                index += "<li><a href=\"#\(operation.id)\">\(HTMLText.escaped(operation.summary))</a></li>"
                body += APIPageOperation(operation).html
            }
            index += "</ul>"
            body += "</section>"
        }
        self.html = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Purser: the API</title>
            <style>\(Self.style)</style>
            </head>
            <body>
            <nav><p><strong>Purser</strong>: the API</p>\(index)</nav>
            <main><h1>The API</h1><p>\(Self.text(APIDocument.introduction))</p>
            <p>For programs: <a href="/openapi.json">openapi.json</a>.</p>
            \(body)
            </main>
            </body>
            </html>

            """
        let hash = Data(SHA256.hash(data: Array(Self.style.utf8))).base64EncodedString()
        self.contentSecurityPolicy =
            "default-src 'none'; style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
    }

    /// Returns HTML text in which code spans in back quotes are `code` elements.
    static func text(_ text: String) -> String {
        text.split(separator: "`", omittingEmptySubsequences: false).map(HTMLText.escaped).enumerated()
            .map { $0.offset.isMultiple(of: 2) ? $0.element : "<code>\($0.element)</code>" }
            .joined()
    }

    private static let style = """
        :root{color-scheme:light dark;--line:#8884;--soft:#8881;--accent:#0a66c2}
        @media(prefers-color-scheme:dark){:root{--accent:#6cb6ff}}
        *{box-sizing:border-box}
        body{margin:0;font:16px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:18rem minmax(0,1fr)}
        nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line);font-size:.85rem}
        nav h2{font-size:.85rem;margin:1rem 0 .2rem}
        nav ul{list-style:none;margin:0;padding:0}
        main{padding:1rem 2rem 6rem;max-width:60rem}
        a{color:var(--accent);text-decoration:none}
        a:hover,a:focus{text-decoration:underline}
        section{border-top:1px solid var(--line);margin-top:2rem}
        article{border:1px solid var(--line);border-radius:.5rem;margin:1rem 0;padding:0 1rem 1rem}
        article h3{margin:.8rem 0 .2rem}
        h4{margin:1rem 0 .2rem;font-size:.85rem;text-transform:uppercase;letter-spacing:.05em;opacity:.7}
        .call{font-family:ui-monospace,monospace;background:var(--soft);padding:.3rem .5rem;border-radius:.3rem;overflow-wrap:anywhere}
        .call b{color:var(--accent)}
        code{font-family:ui-monospace,monospace;font-size:.9em}
        table{border-collapse:collapse;width:100%;font-size:.9rem}
        td,th{text-align:left;vertical-align:top;padding:.25rem .5rem .25rem 0;border-top:1px solid var(--line)}
        th{font-weight:600;border-top:0}
        td:first-child{white-space:nowrap}
        .note{opacity:.7}
        @media(max-width:50rem){body{display:block}nav{position:static;height:auto;max-height:40vh;border-right:0;border-bottom:1px solid var(--line)}main{padding:1rem 1rem 6rem}td:first-child{white-space:normal}td,h3,p{overflow-wrap:anywhere}}
        """
}

/// The part of the page about one operation.
struct APIPageOperation {
    /// The depth to which nested objects are shown.
    private static let maximumDepth = 6

    private let operation: APIOperation

    /// Creates the part of the page about an operation.
    init(_ operation: APIOperation) {
        self.operation = operation
    }

    /// The HTML of this part.
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
        if !rows.isEmpty { html += "<h4>Errors</h4>" + Self.table(["status", "code"], rows) }
        return html + "</article>"
    }

    private static func words(for access: APIAccess) -> String {
        switch access {
        case .anyone: "Needs no key."
        case .apple: "Called by Apple's servers."
        case .document: "Needs a key, unless the configuration makes documents public."
        case .socket: "For operators on the server's machine, at the operators' socket. Needs no key."
        case .read, .write, .admin: "Needs a secret key with the scope \(access.scope ?? "")."
        case .readInApp, .writeInApp:
            "Needs a secret key with the scope \(access.scope ?? ""), or a publishable key, for its own customer."
        }
    }

    /// Returns the fields of an object and of its nested objects as table rows.
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

    /// Returns a short description of a schema.
    private static func kind(of schema: APISchema) -> String {
        switch schema {
        case .enumeration(let values): values.map { "<code>\(HTMLText.escaped($0))</code>" }.joined(separator: " ")
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
