package import Ledger

extension InMemoryRepository {
    /// Adds uses to those that are counted already.
    package func count(_ uses: [FormUse]) async throws(RepositoryError) {
        try self.open { books in
            for use in uses { books.forms.count(use) }
        }
    }

    /// The uses in an app since a day.
    package func formUses(of app: AppName, since day: CivilDay) async throws(RepositoryError) -> [FormUse] {
        try self.open { books in books.forms.uses(of: app, since: day) }
    }

    /// The first day of which anything is counted in an app.
    package func firstFormDay(of app: AppName) async throws(RepositoryError) -> CivilDay? {
        try self.open { books in books.forms.counts.keys.filter { $0.app == app }.map(\.day).min() }
    }
}

/// How often each form was used, as `InMemoryRepository` keeps it.
struct BooksForms: Sendable {
    /// What is counted together.
    struct Key: Hashable {
        let app: AppName
        let day: CivilDay
        let form: InterfaceForm
        let version: String
    }

    /// The counts.
    var counts: [Key: Int64] = [:]

    /// Adds a use.
    mutating func count(_ use: FormUse) {
        guard use.count > 0 else { return }
        self.counts[Key(app: use.app, day: use.day, form: use.form, version: use.version), default: 0] += use.count
    }

    /// The uses in an app since a day, in order.
    func uses(of app: AppName, since day: CivilDay) -> [FormUse] {
        let forms = InterfaceForm.allCases
        func place(_ use: FormUse) -> (Int64, Int, String) {
            (use.day.number, forms.firstIndex(of: use.form) ?? 0, use.version)
        }
        return self.counts.filter { $0.key.app == app && $0.key.day >= day }
            .map { FormUse(app: app, day: $0.day, form: $0.form, version: $0.version, count: $1) }
            .sorted { place($0) < place($1) }
    }
}
