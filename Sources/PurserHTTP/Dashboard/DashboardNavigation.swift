import Ledger

/// The pages in the navigation, each with the roles that may open it.
enum DashboardNavigation {
    /// A page.
    private struct Page {
        let path: String
        /// The key of the name.
        let name: String
        /// The key of the heading above it; `nil` where none is above it.
        let heading: String?
        let access: DashboardAccess
    }

    private static let pages = [
        Page(path: "/dashboard", name: "overview", heading: nil, access: .everyOperator),
        Page(path: "/dashboard/operators", name: "operators", heading: "groupOperation", access: .administrators),
        Page(path: "/dashboard/account", name: "account", heading: "you", access: .everyOperator),
    ]

    /// Returns the pages that a role may open, for the template.
    static func entries(
        for role: OperatorRole,
        at path: String,
        _ text: (String) -> String
    ) -> [[String: Any]] {
        self.pages.filter { $0.access.admits(role) }.map { page in
            var entry: [String: Any] = [
                "path": page.path, "name": text(page.name),
                "isCurrent": path == page.path || page.path != "/dashboard" && path.hasPrefix("\(page.path)/"),
            ]
            if let heading = page.heading { entry["heading"] = text(heading) }
            return entry
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

    /// Returns whether an operator with a role is admitted.
    func admits(_ role: OperatorRole) -> Bool {
        switch self {
        case .anyone: true
        case .roles(let roles): roles.contains(role)
        }
    }
}
