import Crypto
import Foundation
import PurserService

/// The description of the API as one page for people: plain HTML with its own style, no script, nothing from elsewhere.
struct APIPage {
    /// The page.
    let html: String
    /// What a browser may do with it: show it with this very style, and nothing else.
    let contentSecurityPolicy: String

    /// The page of a document.
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

    /// A sentence, with what stands between back quotes as code.
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
