import HTTPTypes

/// Who may call which route, as the routes themselves declare it.
///
/// What is not declared is closed to apps in the field. To others it is as open as its handler leaves it.
struct AccessRules {
    private let rules: [String: [HTTPRequest.Method: APIAccess]]

    /// The rules that operations declare.
    init(operations: [APIOperation]) {
        var rules: [String: [HTTPRequest.Method: APIAccess]] = [:]
        for operation in operations {
            guard let method = HTTPRequest.Method(operation.method.rawValue.uppercased()) else { continue }
            for path in [operation.path, AppPaths.twin(of: operation.path)].compactMap(\.self) {
                rules[path, default: [:]][method] = operation.access
                // Asking for the head of an answer takes what asking for the answer takes.
                if method == .get { rules[path, default: [:]][.head] = operation.access }
            }
        }
        self.rules = rules
    }

    /// Who may call a route, or `nil` where none is declared.
    func access(_ method: HTTPRequest.Method, _ route: String) -> APIAccess? {
        self.rules[route]?[method == .head ? .get : method]
    }
}
