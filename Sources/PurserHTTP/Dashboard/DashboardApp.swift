import AppStore
import Ledger
import Notation
import PurserService

/// The app and the environment that a page is about.
struct DashboardApp: Sendable {
    /// The app.
    let app: ServedApp
    /// The environment; Production unless the query names another one.
    let environment: StoreEnvironment

    /// Creates the app of a page with this query.
    init(_ app: ServedApp, query: String) {
        self.app = app
        self.environment = DashboardForm(query).flatMap { StoreEnvironment.named($0["environment"]) } ?? .production
    }

    /// Creates the app of a page in an environment.
    init(_ app: ServedApp, in environment: StoreEnvironment) {
        self.app = app
        self.environment = environment
    }

    /// Returns the address of a page about the app in the same environment.
    ///
    /// - Parameters:
    ///   - parts: The parts of the path below the app, which are encoded here: `"customers", "anna"`.
    ///   - query: Further fields of the query; empty values are left out.
    /// - Returns: The path with its query.
    func path(_ parts: String..., query: KeyValuePairs<String, String> = [:]) -> String {
        self.path(parts, query: query)
    }

    /// Returns the address of a page about the app in the same environment, from the parts of its path.
    func path(_ parts: [String], query: KeyValuePairs<String, String> = [:]) -> String {
        let path = ([self.base] + parts.filter { !$0.isEmpty }.map(\.asPathPart)).joined(separator: "/")
        var fields = query.filter { !$0.value.isEmpty }.map { "\($0.key)=\($0.value.asQueryValue)" }
        if self.environment != .production { fields.append("environment=\(self.environment.rawValue)") }
        return fields.isEmpty ? path : "\(path)?\(fields.joined(separator: "&"))"
    }

    /// The values of the app for templates: the beginning of its addresses, and the end that keeps the environment.
    var values: [String: Any] {
        [
            "name": self.app.name.rawValue, "base": self.base, "query": Self.query(of: self.environment),
            "environment": self.environment == .production ? "" : self.environment.rawValue,
        ]
    }

    /// The two environments of customers, for the switch above a page, which keeps the other fields of its address.
    func environments(of visit: DashboardVisit) -> [[String: Any]] {
        let here = visit.path == DashboardSettings.path ? self.base : visit.path
        let names = [(StoreEnvironment.production, "environmentProduction"), (.sandbox, "environmentSandbox")]
        return names.map { environment, name in
            let field = environment == .production ? "" : environment.rawValue
            return [
                "name": visit.text(name),
                // A cursor is a place in the list of the other environment.
                "path": visit.address(with: ["environment": field, "cursor": ""], at: here),
                "isCurrent": environment == self.environment,
            ]
        }
    }

    private static func query(of environment: StoreEnvironment) -> String {
        environment == .production ? "" : "?environment=\(environment.rawValue)"
    }

    private var base: String { "\(DashboardSettings.path)/apps/\(self.app.name.rawValue.asQueryValue)" }
}

extension String {
    /// The text as a part of a path of the dashboard.
    ///
    /// Browsers resolve the parts `.` and `..` away, also with encoded dots (URL Standard, "single-dot URL path
    /// segment"). So such a text gets a `~` before it, and so does a text that looks like one with it.
    var asPathPart: String { (self.isDotsInPath ? "~" : "") + self.asQueryValue }

    /// The text for which a decoded part of a path stands.
    var fromPathPart: String { self.hasPrefix("~") && self.isDotsInPath ? String(self.dropFirst()) : self }

    /// Whether the text is one dot or two, after any number of `~`.
    private var isDotsInPath: Bool {
        let rest = self.utf8.drop { $0 == UInt8(ascii: "~") }
        return rest.elementsEqual(".".utf8) || rest.elementsEqual("..".utf8)
    }
}
