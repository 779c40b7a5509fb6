package import Ledger

extension AccessKey.Grant {
    /// The grant in words: `secret read write`, `publishable`, `operator support`.
    package var words: String {
        switch self {
        case .secret(let scopes):
            (["secret"] + AccessScope.allCases.filter(scopes.contains).map(\.rawValue)).joined(separator: " ")
        case .publishable: "publishable"
        case .operator(let role): "operator \(role.rawValue)"
        }
    }

    /// The kind in one word.
    package var kind: String {
        switch self {
        case .secret: "secret"
        case .publishable: "publishable"
        case .operator: "operator"
        }
    }
}
