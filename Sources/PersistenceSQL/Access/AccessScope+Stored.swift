import Ledger

extension AccessScope {
    /// The scope's part of the number in the database, which never changes its meaning.
    var bit: Int64 {
        switch self {
        case .read: 1
        case .write: 2
        case .admin: 4
        }
    }
}

extension OperatorRole: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .viewer: 0
        case .support: 1
        case .finance: 2
        case .admin: 3
        }
    }
}

extension AccessKey.Grant {
    /// The numbers in the database.
    var stored: (kind: Int64, reach: Int64) {
        switch self {
        case .secret(let scopes): (0, scopes.reduce(0) { $0 | $1.bit })
        case .publishable: (1, 0)
        case .operator(let role): (2, role.code)
        }
    }

    /// What these numbers stand for.
    init(kind: Int64, reach: Int64) throws(RepositoryError) {
        switch kind {
        case 0: self = .secret(Set(AccessScope.allCases.filter { reach & $0.bit != 0 }))
        case 1: self = .publishable
        case 2:
            guard let role = OperatorRole.allCases.first(where: { $0.code == reach }) else { throw .corrupt }
            self = .operator(role)
        default: throw .corrupt
        }
    }
}
