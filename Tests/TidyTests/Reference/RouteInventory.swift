/// The routes of the server's interface.
///
/// A route is registered with its whole path, so that it can be found by searching for it: a call of `.get("/...` and
/// its kind in `Sources/PurserHTTP`. Parameters may be written `:id` or `{id}`; the page writes `{id}`.
struct RouteInventory: Inventory {
    let noun = "route"
    let page = "docs/reference/http.md"

    // A path without a slash is a route too when one of these takes it; it is then reported as it stands.
    private static let receivers = ["router", "group", "routes"]
    private static let methods = ["get", "head", "post", "put", "patch", "delete"]

    func entries(in file: SourceFile) -> [ReferenceEntry] {
        guard file.isSwift, file.path.hasPrefix("Sources/PurserHTTP/") else { return [] }
        return Self.methods.flatMap { method in
            let call = ".\(method)(\""
            let calls = file.swift.offsets(of: call)
            return file.swift.literals.filter { literal in
                let start = literal.offset - call.utf8.count + 1
                return calls.contains(start)
                    && (literal.text.hasPrefix("/") || Self.isRouter(before: start, in: file.swift.code))
            }.map { literal in
                ReferenceEntry(
                    name: method.uppercased() + " " + Self.braced(literal.text),
                    path: file.path,
                    line: literal.line
                )
            }
        }
    }

    /// Whether the value that a call at this offset is made on is a router by its name.
    private static func isRouter(before offset: Int, in code: [UInt8]) -> Bool {
        Self.receivers.contains { receiver in code[..<offset].suffix(receiver.utf8.count).elementsEqual(receiver.utf8) }
    }

    /// The path with every `:name` written as `{name}`.
    private static func braced(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { part in part.hasPrefix(":") ? "{" + part.dropFirst() + "}" : String(part) }
            .joined(separator: "/")
    }
}
