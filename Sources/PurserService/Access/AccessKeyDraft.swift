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
