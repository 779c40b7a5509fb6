import HTTPTypes
package import Ledger

/// Who calls.
package struct Caller: Hashable, Sendable {
    /// In which capacity.
    package let principal: Principal
    /// The app that his key belongs to; `nil` for a key of all apps.
    package let app: AppName?
    /// His key's name; the one in the configuration has none.
    package let key: AccessKeyID?
    /// What the shop says of the customer for whom an app in the field speaks; `nil` where none does.
    package let claims: CustomerClaims?
    /// The operator's name on this machine, for a caller at the operators' socket; `nil` for a caller with a key.
    package let operatorName: String?

    /// A caller of these parts.
    package init(
        principal: Principal,
        app: AppName?,
        key: AccessKeyID?,
        claims: CustomerClaims? = nil,
        operatorName: String? = nil
    ) {
        self.principal = principal
        self.app = app
        self.key = key
        self.claims = claims
        self.operatorName = operatorName
    }

    /// The caller's name in the audit log.
    package var name: String { self.operatorName ?? self.key?.rawValue ?? "secret key" }

    /// Whether his key is a secret, which an app in the field does not have.
    var isKnown: Bool {
        if case .publishable = self.principal { false } else { true }
    }

    /// Refuses whoever may not do what is asked.
    package func require(_ scope: AccessScope) throws {
        guard !self.principal.scopes.contains(scope) else { return }
        throw Problem(
            .forbidden,
            code: "key_not_allowed",
            "This key may not do this: it takes the scope \(scope.rawValue). Use another key, or make one: "
                + "purser keys create"
        )
    }
}
