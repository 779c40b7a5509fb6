package import Ledger

/// A key that somebody wants to have.
package struct AccessKeyDraft: Hashable, Sendable {
    /// The longest title in bytes.
    package static let maximumTitle = 100

    /// The app that it is to belong to; `nil` for all apps.
    package let app: AppName?
    /// What it is for.
    package let grant: AccessKey.Grant
    /// What it is called.
    package let title: String

    /// A draft, or why there can be no such key.
    package init(app: AppName?, grant: AccessKey.Grant, title: String) throws(AccessKeyError) {
        let isTitle =
            !title.isEmpty && title.utf8.count <= Self.maximumTitle
            && !title.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard isTitle else { throw .titleInvalid }
        if case .secret(let scopes) = grant, scopes.isEmpty { throw .scopesMissing }
        if case .publishable = grant, app == nil { throw .appMissing }
        self.app = app
        self.grant = grant
        self.title = title
    }
}

/// A key that was made, with the text that is shown once.
package struct CreatedAccessKey: Hashable, Sendable {
    /// The key.
    package let key: AccessKey
    /// What its owner sends.
    package let text: String
}

/// Why a key was not made, found or revoked.
package enum AccessKeyError: Error, Hashable, Sendable {
    /// There is no key of this name here.
    case unknown
    /// A publishable key is of one app.
    case appMissing
    /// There is no app of this name.
    case appUnknown
    /// A title is too long, empty or has control characters.
    case titleInvalid
    /// A secret key is for something.
    case scopesMissing
    /// The database is at fault.
    case storage(RepositoryError)

    /// The stable code.
    package var code: String {
        switch self {
        case .unknown: "key_not_found"
        case .appMissing: "app_missing"
        case .appUnknown: "app_unknown"
        case .titleInvalid: "key_name_invalid"
        case .scopesMissing: "key_scopes_missing"
        case .storage(let error): error.code
        }
    }

    /// One sentence that says what is wrong and what to do.
    package var detail: String {
        switch self {
        case .unknown: "There is no key of this id here. List the keys: purser keys list"
        case .appMissing: "A publishable key belongs to one app; name it."
        case .appUnknown: "No app of this name is configured."
        case .titleInvalid:
            "A key's name has 1 to \(AccessKeyDraft.maximumTitle) bytes of UTF-8 and no control characters."
        case .scopesMissing: "A secret key is for at least one of read, write and admin; name them."
        case .storage: "The database cannot take this now; nothing was changed. Try again."
        }
    }

    /// The field at fault, if one is.
    package var field: String? {
        switch self {
        case .unknown, .storage: nil
        case .appMissing, .appUnknown: "app"
        case .titleInvalid: "name"
        case .scopesMissing: "scopes"
        }
    }
}

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
