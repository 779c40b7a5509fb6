import Crypto
import Ledger

extension Books {
    /// Blocks a customer, or takes that back for all of his names.
    mutating func block(_ customer: CustomerID, _ block: CustomerBlock?, app: AppName) {
        guard let block else {
            for key in self.keys(in: customer, app: app) { self.orders.blocks[key] = nil }
            return
        }
        self.people[app, default: BooksPeople()].meet(customer)
        let owner = self.people[app]?.resolved(customer) ?? customer
        self.orders.blocks[BooksCustomers.Key(app: app, customer: owner)] = block
    }

    /// That a customer is blocked, under any of his names.
    func block(of customer: CustomerID, app: AppName) -> CustomerBlock? {
        self.keys(in: customer, app: app).compactMap { self.orders.blocks[$0] }.min { $0.at < $1.at }
    }

    /// Blocks whoever received what was refunded, unless he is blocked, and enters that in the audit log.
    mutating func block(forRefundOf delivery: Delivery, at now: Instant) {
        guard let customer = delivery.customer, !customer.isErased,
            self.block(of: customer, app: delivery.app) == nil
        else { return }
        let block = CustomerBlock(forRefundOf: delivery, at: now)
        self.block(customer, block, app: delivery.app)
        let entry = block.entry(on: customer, for: delivery, after: self.auditHead)
        guard let hash = AuditHash(Array(SHA256.hash(data: entry.hashedBytes))) else { return }
        self.audit.append(entry.with(hash: hash))
        let key = BooksCustomers.Key(app: delivery.app, customer: customer)
        self.profiles.acts[key, default: []].insert(entry.number)
    }
}
