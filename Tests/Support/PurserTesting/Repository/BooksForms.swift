import Ledger

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
