package import Ledger

/// The values of an API key that is to be created.
package struct AccessKeyDraft: Hashable, Sendable {
    /// The maximum length of a title in bytes.
    package static let maximumTitle = 100

    /// The app to which the key will belong; `nil` for all apps.
    package let app: AppName?
    /// The grant of the key.
    package let grant: AccessKey.Grant
    /// The title of the key, which says what the key is used for.
    package let title: String

    /// Creates a draft, or throws the error that says why no such key can exist.
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

/// A key that was created, with its text, which is shown only once.
package struct CreatedAccessKey: Hashable, Sendable {
    /// The key.
    package let key: AccessKey
    /// The text that the key's owner sends with each request.
    package let text: String
}

/// The reason why a key was not created, found or revoked.
package enum AccessKeyError: Error, Hashable, Sendable {
    /// No key has this id here.
    case unknown
    /// A publishable key must belong to one app.
    case appMissing
    /// No app has this name.
    case appUnknown
    /// The title is too long, empty or contains control characters.
    case titleInvalid
    /// A secret key must have at least one scope.
    case scopesMissing
    /// The database failed.
    case storage(RepositoryError)

    /// The stable error code.
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
        case .unknown: "No key has this id here. List the keys: purser keys list"
        case .appMissing: "A publishable key belongs to one app; name it."
        case .appUnknown: "No app of this name is configured."
        case .titleInvalid:
            "A key's title has 1 to \(AccessKeyDraft.maximumTitle) bytes of UTF-8 and no control characters."
        case .scopesMissing: "A secret key needs at least one of the scopes read, write and admin; name them."
        case .storage: "The database cannot store this now; nothing was changed. Try again."
        }
    }

    /// The request's field that is wrong, if the error concerns one.
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
    /// The grant as text: `secret read write`, `publishable`, `operator support`.
    package var words: String {
        switch self {
        case .secret(let scopes):
            (["secret"] + AccessScope.allCases.filter(scopes.contains).map(\.rawValue)).joined(separator: " ")
        case .publishable: "publishable"
        case .operator(let role): "operator \(role.rawValue)"
        }
    }

    /// The kind of the grant as one word.
    package var kind: String {
        switch self {
        case .secret: "secret"
        case .publishable: "publishable"
        case .operator: "operator"
        }
    }
}
