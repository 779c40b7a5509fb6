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
