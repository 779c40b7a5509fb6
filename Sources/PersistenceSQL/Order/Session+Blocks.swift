import Crypto
import Ledger

/// Whom somebody blocked, or a refund.
extension Session {
    /// Blocks a customer, or takes that back for all of his names.
    func block(_ customer: CustomerID, _ block: CustomerBlock?, app name: AppName) throws {
        guard let block else {
            for person in try self.people(in: customer, app: name) { try self.run(.deleteBlock, [.integer(person)]) }
            return
        }
        let number = try self.number(of: customer, app: try self.app(name))
        let owner = try self.countingCustomer(number).number
        try self.run(
            .putBlock,
            [.integer(owner), .instant(block.at), .text(block.by), .text(block.reason)]
        )
    }

    /// That a customer is blocked, under any of his names.
    func block(of customer: CustomerID, app: AppName) throws -> CustomerBlock? {
        let blocks = try self.people(in: customer, app: app).compactMap { person in
            try self.first(.block, [.integer(person)]) { row in
                CustomerBlock(at: try row.instant(), by: try row.text(), reason: try row.text())
            }
        }
        return blocks.min { $0.at < $1.at }
    }

    /// Blocks whoever received what was refunded, unless he is blocked, and enters that in the audit log.
    func block(forRefundOf delivery: Delivery, at now: Instant) throws {
        guard let customer = delivery.customer, !customer.isErased,
            try self.block(of: customer, app: delivery.app) == nil
        else { return }
        let block = CustomerBlock(forRefundOf: delivery, at: now)
        try self.block(customer, block, app: delivery.app)
        // Nobody else's entry comes between reading where the log ends and going on there.
        try self.run(.holdAudit)
        let entry = block.entry(on: customer, for: delivery, after: try self.auditHead())
        guard let hash = AuditHash(Array(SHA256.hash(data: entry.hashedBytes))),
            try self.append(entry.with(hash: hash))
        else { throw RepositoryError.corrupt }
        try self.noteAct(entry.number, on: [customer], app: delivery.app)
    }
}
