/// The routes of the server's interface.
///
/// A route is registered with its whole path, so that it can be found by searching for it: a call of `.get("/...` and
/// its kind in `Sources/PurserHTTP`. Parameters may be written `:id` or `{id}`; the page writes `{id}`.
struct RouteInventory: Inventory {
    let noun = "route"
    let page = "docs/reference/http.md"

    private static let methods = ["get", "head", "post", "put", "patch", "delete"]

    func entries(in file: SourceFile) -> [ReferenceEntry] {
        guard file.isSwift, file.path.hasPrefix("Sources/PurserHTTP/") else { return [] }
        return Self.methods.flatMap { method in
            let call = ".\(method)(\""
            let quotes = file.swift.offsets(of: call).map { offset in offset + call.utf8.count - 1 }
            return file.swift.literals.filter { literal in
                quotes.contains(literal.offset) && literal.text.hasPrefix("/")
            }.map { literal in
                ReferenceEntry(
                    name: method.uppercased() + " " + Self.braced(literal.text),
                    path: file.path,
                    line: literal.line
                )
            }
        }
    }

    /// The path with every `:name` written as `{name}`.
    private static func braced(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { part in part.hasPrefix(":") ? "{" + part.dropFirst() + "}" : String(part) }
            .joined(separator: "/")
    }
}
