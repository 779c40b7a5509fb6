import Ledger

extension Books {
    /// The keys under which something is kept of a customer: his own and those of whoever was merged into him.
    func keys(in customer: CustomerID, app: AppName) -> [BooksCustomers.Key] {
        guard let people = self.people[app] else { return [BooksCustomers.Key(app: app, customer: customer)] }
        let resolved = people.resolved(customer)
        return people.merged(into: resolved).union([resolved]).sorted()
            .map { BooksCustomers.Key(app: app, customer: $0) }
    }

    /// Whether anybody has this name.
    func knows(_ customer: CustomerID, app: AppName) -> Bool {
        self.people[app]?.known.contains(customer) ?? false
            || self.access.customerTokenCount(of: customer, app: app) > 0
    }
}
