import Hummingbird
import Ledger
import PurserService
import Synchronization

/// The pages about API keys, of which the text is shown once.
struct DashboardKeysController: Sendable {
    /// A permission that a form offers.
    private enum Offer: String, CaseIterable {
        case secretRead = "secret-read"
        case secretWrite = "secret-write"
        case secretAdmin = "secret-admin"
        case publishable
        case viewer
        case support
        case finance
        case admin

        /// What the key may do.
        var grant: AccessKey.Grant {
            switch self {
            case .secretRead: .secret([.read])
            case .secretWrite: .secret([.read, .write])
            case .secretAdmin: .secret([.read, .write, .admin])
            case .publishable: .publishable
            case .viewer: .operator(.viewer)
            case .support: .operator(.support)
            case .finance: .operator(.finance)
            case .admin: .operator(.admin)
            }
        }

        /// The key of the name.
        var textKey: String {
            switch self {
            case .secretRead: "keySecretRead"
            case .secretWrite: "keySecretWrite"
            case .secretAdmin: "keySecretAdmin"
            case .publishable: "keyPublishable"
            case .viewer: "keyOperatorViewer"
            case .support: "keyOperatorSupport"
            case .finance: "keyOperatorFinance"
            case .admin: "keyOperatorAdmin"
            }
        }
    }

    /// The use cases of keys.
    let service: AccessKeyService

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "keys", for: .scope(.admin)) { visit, app in try await self.list(visit, app) }
        routes.get(app: "new-key", for: .scope(.admin)) { visit, app in try await self.create(visit, app) }
        routes.post(app: "new-key", for: .scope(.admin)) { visit, app in try await self.create(visit, app) }
        routes.act(app: "keys/:key/revoke", for: .scope(.admin)) { visit, app in self.revoking(visit, app) }
    }

    private func list(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let table = DashboardTable(
            name: "keys",
            columns: [
                DashboardTable.Column("name"), DashboardTable.Column("keyGrant"), DashboardTable.Column("app"),
                DashboardTable.Column("state"), DashboardTable.Column("keyUsed"), DashboardTable.Column("keyCreatedAt"),
            ],
            empty: "keysEmpty"
        ) { cursor, limit in
            let found = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
                try await self.service.list(
                    of: nil,
                    after: cursor.isEmpty ? nil : AccessKeyID(cursor),
                    limit: limit + 1
                )
            }
            return DashboardTable.Page(found, limit: limit, cursor: \.id.rawValue) { Self.row($0, app, visit) }
        }
        return try await visit.page("keys", title: "keys", table: table, ["create": app.path("new-key")])
    }

    private static func row(_ key: AccessKey, _ app: DashboardApp, _ visit: DashboardVisit) -> DashboardTable.Row {
        let revocation = key.revocation
        let state =
            revocation == nil
            ? DashboardTable.Cell(visit.text("keyValid"), value: "valid", chip: "good")
            : DashboardTable.Cell(
                visit.text("keyRevoked"),
                value: "revoked",
                note: revocation.map { "\($0.by) · \($0.at.rfc3339)" },
                chip: ""
            )
        return DashboardTable.Row(
            cells: [
                DashboardTable.Cell(key.title, note: key.id.rawValue),
                DashboardTable.Cell(Self.text(key.grant, visit), value: key.grant.words),
                DashboardTable.Cell(key.app?.rawValue ?? visit.text("keyEveryApp"), value: key.app?.rawValue ?? "*"),
                state, DashboardTable.Cell(key.lastUsedAt),
                DashboardTable.Cell(key.createdAt, note: key.createdBy),
            ],
            acts: revocation == nil
                ? [(name: "keyRevokeAct", path: app.path("keys", key.id.rawValue, "revoke"))] : []
        )
    }

    /// Returns what a key may do, in the language of the page; scopes that no form offers as they are.
    private static func text(_ grant: AccessKey.Grant, _ visit: DashboardVisit) -> String {
        Offer.allCases.first { $0.grant == grant }.map { visit.text($0.textKey) } ?? grant.words
    }

    /// Creates a key; the page that answers the confirmation is the only one with its text.
    private func create(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let made = Mutex<CreatedAccessKey?>(nil)
        let everyApp = "*"
        let act = DashboardAct(
            title: "keyCreateTitle",
            fields: [
                DashboardField(name: "name", label: "name", help: "keyNameHelp", maximum: AccessKeyDraft.maximumTitle),
                DashboardField(
                    name: "keyGrant",
                    label: "keyGrant",
                    kind: .choice(Offer.allCases.map { ($0.rawValue, visit.text($0.textKey)) }),
                    initial: Offer.secretWrite.rawValue
                ),
                DashboardField(
                    name: "app",
                    label: "app",
                    kind: .choice(
                        [(app.app.name.rawValue, app.app.name.rawValue), (everyApp, visit.text("keyEveryApp"))]
                    ),
                    initial: app.app.name.rawValue
                ),
            ],
            needsPassword: true,
            doneBefore: "keyCreateDone",
            confirm: "keyCreateConfirm",
            back: app.path("keys"),
            preview: { form in
                let draft = try Self.draft(form, app, everyApp, visit)
                var effects = [
                    visit.text(
                        "keyCreateEffect",
                        draft.title,
                        Self.text(draft.grant, visit),
                        draft.app?.rawValue ?? visit.text("keyEveryApp")
                    ),
                    visit.text("keyCreateOnce"),
                ]
                // It differs once the form was sent, so that a second click creates no second key.
                let newest = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
                    try await self.service.list(of: nil, limit: 1)
                }.first
                if let newest { effects.append(visit.text("keyCreateNewest", newest.title, newest.id.rawValue)) }
                return DashboardAct.Preview(effects: effects, undo: visit.text("keyCreateUndo"))
            },
            perform: { form in
                let draft = try Self.draft(form, app, everyApp, visit)
                let name = try visit.origin().name
                let key = try await Problem.explaining(by: Problem.accessKey) { () throws(AccessKeyError) in
                    try await self.service.create(draft, by: name, reason: form["reason"])
                }
                made.withLock { $0 = key }
                return app.path("keys")
            }
        )
        let answer = try await act.answer(visit)
        guard let created = made.withLock({ $0 }) else { return answer }
        return visit.page(
            "key",
            title: "keyCreated",
            [
                "says": visit.text("keyCreatedText", created.key.title), "key": created.text,
                "id": created.key.id.rawValue, "list": app.path("keys"),
            ]
        )
    }

    private static func draft(
        _ form: DashboardForm,
        _ app: DashboardApp,
        _ everyApp: String,
        _ visit: DashboardVisit
    ) throws -> AccessKeyDraft {
        guard let offer = Offer(rawValue: form["keyGrant"]) else {
            throw RequestFields.invalid("keyGrant", visit.text("errorRequired"))
        }
        do throws(AccessKeyError) {
            return try AccessKeyDraft(
                app: form["app"] == everyApp ? nil : app.app.name,
                grant: offer.grant,
                title: form["name"].trimmed
            )
        } catch {
            throw Problem.accessKey(error)
        }
    }

    private func revoking(_ visit: DashboardVisit, _ app: DashboardApp) -> DashboardAct {
        let id = AccessKeyID(visit.parameters.get("key") ?? "")
        return DashboardAct(
            title: "keyRevokeTitle",
            introduction: [visit.text("keyRevokeAbout", id.rawValue)],
            needsPassword: true,
            isDangerous: true,
            confirm: "keyRevokeConfirm",
            back: app.path("keys"),
            preview: { _ in
                let key = try await self.key(id)
                guard key.revocation == nil else {
                    return DashboardAct.Preview(effects: [visit.text("keyRevokeNothing", key.title)], isNothing: true)
                }
                return DashboardAct.Preview(
                    effects: [visit.text("keyRevokeEffect", key.title, Self.text(key.grant, visit))],
                    undo: visit.text("keyRevokeUndo")
                )
            },
            perform: { form in
                let name = try visit.origin().name
                _ = try await Problem.explaining(by: Problem.accessKey) { () throws(AccessKeyError) in
                    try await self.service.revoke(id, by: name, reason: form["reason"])
                }
                return app.path("keys", query: ["done": "doneKeyRevoked"])
            }
        )
    }

    private func key(_ id: AccessKeyID) async throws -> AccessKey {
        try await Problem.explaining(by: Problem.accessKey) { () throws(AccessKeyError) in
            try await self.service.key(id)
        }
    }
}
