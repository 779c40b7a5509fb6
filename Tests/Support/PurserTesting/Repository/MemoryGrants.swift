import Ledger

/// The grants of `InMemoryRepository`.
struct MemoryGrants: Sendable {
    private struct Owner: Hashable {
        let app: AppName
        let customer: CustomerID
    }

    private var grants: [Owner: [Grant]] = [:]

    /// Stores a grant and returns whether it is new.
    mutating func keep(_ grant: Grant, for customer: CustomerID, app: AppName) -> Bool {
        let owner = Owner(app: app, customer: customer)
        guard self.grants[owner]?.contains(where: { $0.id == grant.id }) != true else { return false }
        self.grants[owner, default: []].append(grant)
        return true
    }

    /// Takes a grant back and returns it as it is then.
    mutating func revoke(
        _ id: GrantID,
        of customer: CustomerID,
        app: AppName,
        _ revocation: Grant.Revocation
    ) -> Grant? {
        let owner = Owner(app: app, customer: customer)
        guard let place = self.grants[owner]?.firstIndex(where: { $0.id == id }) else { return nil }
        if self.grants[owner]?[place].revocation == nil { self.grants[owner]?[place].revocation = revocation }
        return self.grants[owner]?[place]
    }

    /// Moves all grants of a customer to another id and removes the texts that may contain personal data.
    mutating func rename(_ customer: CustomerID, to other: CustomerID, app: AppName) {
        guard let moved = self.grants.removeValue(forKey: Owner(app: app, customer: customer)) else { return }
        self.grants[Owner(app: app, customer: other), default: []] += moved.map(\.redacted)
    }

    /// Returns all grants of a customer by ascending name.
    func of(_ customer: CustomerID, app: AppName) -> [Grant] {
        (self.grants[Owner(app: app, customer: customer)] ?? []).sorted { $0.id < $1.id }
    }
}

extension MemoryState {
    /// Returns every id of a customer, the given one included.
    func names(of customer: CustomerID, app: AppName) -> Set<CustomerID> {
        guard let people = self.people[app] else { return [customer] }
        return people.merged(into: people.resolved(customer)).union([people.resolved(customer)])
    }

    /// Returns all grants of a customer, under every id, by ascending name.
    func grants(of customer: CustomerID, app: AppName) -> [Grant] {
        self.names(of: customer, app: app).flatMap { self.grants.of($0, app: app) }.sorted { $0.id < $1.id }
    }
}
