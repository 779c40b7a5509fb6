import Ledger

/// The pages in the navigation, each with the roles that may open it.
enum DashboardNavigation {
    /// A heading with pages below it.
    enum Group: String, Sendable {
        /// The pages without a heading.
        case first
        /// The pages about customers and what they bought.
        case people = "groupPeople"
        /// The pages about figures and money.
        case money = "groupMoney"
        /// The pages about what is sold, and how the server talks to others.
        case store = "groupStore"
        /// The pages about the server itself.
        case operation = "groupOperation"
        /// The pages about the operator.
        case you = "groupYou"
    }

    /// A page.
    struct Page: Sendable {
        /// The path below the app, or below the dashboard for a page that is about no app.
        let path: String
        /// The key of the name.
        let name: String
        /// The heading under which it is listed.
        let group: Group
        /// Whether the page is about one app.
        var isInApp = true
        /// The operators who may open it.
        var access = DashboardAccess.scope(.read)
        /// The letter that opens the page after a `g`; empty for none.
        var letter = ""
    }

    /// The groups of pages, in the order in which they are listed.
    private static let groups: [(group: Group, pages: [Page])] = {
        let overview = Page(path: "", name: "overview", group: .first, letter: "o")
        let account = Page(path: "account", name: "account", group: .you, isInApp: false, letter: "y")
        let operators = Page(
            path: "operators",
            name: "operators",
            group: .operation,
            isInApp: false,
            access: .administrators,
            letter: "b"
        )
        let all = [overview] + DashboardController.pages.flatMap { $0.entries } + [operators, account]
        return [.first, .people, .money, .store, .operation, .you].map { group in
            (group, all.filter { $0.group == group })
        }
    }()

    /// Returns the pages that a role may open, for the template.
    static func entries(for role: OperatorRole, at visit: DashboardVisit) -> [[String: Any]] {
        self.groups.flatMap { group, pages -> [[String: Any]] in
            let shown = pages.filter { $0.access.admits(role) && (!$0.isInApp || visit.app != nil) }
            return shown.enumerated().map { place, page in
                let address =
                    page.isInApp ? visit.app?.path(page.path) ?? "" : "\(DashboardSettings.path)/\(page.path)"
                let path = String(address.prefix { $0 != "?" })
                let isOverview = page.path.isEmpty
                let isHere =
                    visit.path == path || isOverview && visit.path == DashboardSettings.path
                    || !isOverview && visit.path.hasPrefix("\(path)/")
                let hasHeading = place == 0 && group != .first
                let waiting = page.isInApp ? visit.waiting[page.path] : nil
                return [
                    "path": address, "name": visit.text(page.name), "isCurrent": isHere,
                    "count": waiting?.text ?? false as Any, "isUrgent": waiting?.isUrgent ?? false,
                    "letter": page.letter.isEmpty ? false : page.letter,
                    "heading": hasHeading ? visit.text(group.rawValue) : false,
                ] as [String: Any]
            }
        }
    }
}

/// The callers that a page or an action admits.
enum DashboardAccess: Hashable, Sendable {
    /// Everybody, signed in or not.
    case anyone
    /// Operators with one of these roles.
    case roles(Set<OperatorRole>)

    /// Every operator.
    static let everyOperator = Self.roles(Set(OperatorRole.allCases))
    /// Administrators.
    static let administrators = Self.roles([.admin])

    /// The operators whose role has a scope, as for the same operation under `/v1`.
    static func scope(_ scope: AccessScope) -> Self {
        .roles(Set(OperatorRole.allCases.filter { $0.scopes.contains(scope) }))
    }

    /// The operators whose role has a scope, and those of finance: for an act on money, which concerns no customer.
    static func money(_ scope: AccessScope) -> Self {
        .roles(Set(OperatorRole.allCases.filter { $0 == .finance || $0.scopes.contains(scope) }))
    }

    /// Returns whether an operator with a role is admitted.
    func admits(_ role: OperatorRole) -> Bool {
        switch self {
        case .anyone: true
        case .roles(let roles): roles.contains(role)
        }
    }
}
