import Ledger
import PurserService

extension RepositoryContract {
    /// The required behavior for text with U+0000, which JSON allows and some databases treat as a terminator.
    ///
    /// Customer ids have no control characters; other names from outside may have some.
    static let zeroBytes = [
        Behavior("A transaction whose texts have zero bytes is kept as it is") { subject in
            let repository = subject.repository
            for name in Self.likeNames {
                let id = "t\(name)"
                let snapshot = TransactionSnapshot(
                    transactionID: TransactionID(id),
                    originalTransactionID: OriginalTransactionID(id),
                    webOrderLineItemID: WebOrderLineItemID("w\(name)"),
                    appTransactionID: AppTransactionID("a\(name)"),
                    productID: ProductID("p\(name)"),
                    kind: .autoRenewable,
                    purchaseAt: Sample.beginning,
                    expiresAt: Sample.beginning + .days(30),
                    malformedAccountToken: "m\(name)",
                    offer: Offer(type: 3, identifier: "o\(name)", discountType: "d\(name)", period: "i\(name)"),
                    price: Money(amountMilliunits: 1, currency: "c\(name)"),
                    storefront: "s\(name)",
                    signedAt: Sample.beginning,
                    digest: .number(1)
                )
                _ = try await repository.record(Sample.facts([snapshot]))
                let chain = try await repository.read { view in
                    try view.chain(
                        of: snapshot.transactionID,
                        app: Sample.app,
                        environment: .production
                    )
                }
                try Self.require(chain?.chain.transactions.map(\.current), is: [snapshot], "Byte for byte.")
            }
            _ = try await repository.record(Sample.notification(7, about: Sample.period("7", of: "7")))
        },
        Behavior("An order whose texts have zero bytes is made, found, noted and called off like any other") {
            subject in
            let repository = subject.repository
            for (number, name) in Self.likeNames.enumerated() {
                let made = Order(
                    id: OrderID("1\(name)"),
                    customer: Sample.customer("c\(number)"),
                    environment: .production,
                    productID: ProductID("p\(name)"),
                    quantity: 2,
                    price: Money(amountMilliunits: 68000, currency: "c\(name)"),
                    reference: "r\(name)",
                    storefront: "s\(name)",
                    token: Sample.token(UInt64(number) + 1),
                    createdAt: Sample.beginning,
                    createdBy: "b\(name)",
                    expiresAt: Sample.beginning + .days(1),
                    remark: Order.Remark(rule: "u\(name)", reason: "y\(name)")
                )
                let created = try await repository.write { unit in
                    try unit.create(made, app: Sample.app, catalog: Catalog())
                }
                try Self.require(created, is: .created(OrderRecord(order: made)), "As it was given.")
                let note = OrderNote(at: Sample.beginning, by: "n\(name)", text: "x\(name)")
                _ = try await repository.write { unit in
                    try unit.perform(.note(note), on: made.id, app: Sample.app, at: Sample.beginning)
                }
                let cancel = OrderAction.cancel(at: Sample.beginning, by: "k\(name)", reason: "z\(name)")
                let off = try await repository.write { unit in
                    try unit.perform(cancel, on: made.id, app: Sample.app, at: Sample.beginning)
                }
                try Self.require(off?.cancellation?.reason, is: "z\(name)", "Called off.")
                let found = try await repository.read { view in try view.order(made.id, app: Sample.app) }
                try Self.require(found, is: off, "Found by its name.")
                try Self.require(found?.order, is: made, "As it was given.")
                try Self.require(found?.notes, is: [note], "With its note.")
                let block = CustomerBlock(at: Sample.beginning, by: "b\(name)", reason: "r\(name)")
                _ = try await repository.write { unit in try unit.block(made.customer, block, app: Sample.app) }
                try Self.require(
                    try await repository.read { view in try view.block(of: made.customer, app: Sample.app) },
                    is: block,
                    "Blocked."
                )
            }
        },
        Behavior("A refund whose texts have zero bytes does not block others") { subject in
            let repository = subject.repository
            for (number, name) in Self.likeNames.enumerated() {
                let kind = SignedRefund.Kind.requested(reason: "r\(name)")
                let intake = Self.decidedRefund("\(number)", uuid: "u\(name)", hour: 1, kind)
                _ = try await repository.record(intake)
                let override = RefundOverride(nil, at: Sample.beginning, by: "b\(name)", reason: "r\(name)")
                let customer = Sample.customer("c\(number)")
                try await repository.write { unit in try unit.setRefundOverride(override, of: customer, app: Sample.app)
                }
                let kept = try await repository.read { view in try view.refundOverride(of: customer, app: Sample.app) }
                try Self.require(kept, is: override, "What a person says.")
            }
            // Ten at a time.
            let leases = try await Self.leasedRefunds(repository, 0) + Self.leasedRefunds(repository, 1)
            try Self.require(leases.count, is: Self.likeNames.count, "All are leased.")
            try Self.require(
                Set(leases.compactMap(\.record.openRequest?.id)),
                is: Set(Self.likeNames.map { "u\($0)" }),
                "Each request by its own name."
            )
        },
        Behavior("A customer's words, and what is noted of operators, may have zero bytes") { subject in
            let repository = subject.repository
            let log = AuditLog(
                repository: repository,
                ambient: Ambient(now: { Sample.beginning }, randomBytes: { Sample.bytes($0, seed: 5) })
            )
            for (number, name) in Self.likeNames.enumerated() {
                let customer = Sample.customer("c\(number)")
                let consent = Consent(
                    id: ConsentID("c\(name)"),
                    textHash: String(repeating: "ab", count: 32),
                    version: "v\(name)",
                    locale: "l\(name)",
                    storefront: "s\(name)",
                    givenAt: Sample.beginning,
                    source: "o\(name)",
                    guardian: "g\(name)",
                    recordedAt: Sample.beginning,
                    recordedBy: "k\(name)"
                )
                _ = try await repository.write { unit in try unit.keep(consent, of: customer, app: Sample.app) }
                let consents = try await repository.read { view in
                    try view.consents(of: customer, app: Sample.app, limit: 9)
                }
                try Self.require(consents, is: [consent], "As it was given.")
                let entry = try await log.add(
                    AuditRecord(
                        by: "a\(name)",
                        .databaseBackup,
                        on: "x\(name)",
                        reason: "r\(name)",
                        details: ["d": "d\(name)"]
                    )
                )
                try Self.require(entry.number, is: Int64(number) + 1, "Noted.")
                let kept = try await repository.read { view in try view.auditEntries(after: Int64(number), limit: 9) }
                try Self.require(kept, is: [entry], "As it was written.")
            }
            try Self.require(try await log.flaws(), is: [], "The log holds.")
        },
        Behavior("A quarantined object with a zero byte blocks no queue") { subject in
            let repository = subject.repository
            for (number, name) in Self.likeNames.enumerated() {
                try await repository.write { unit in
                    try unit.hold(
                        HeldEvidence(
                            digest: .number(UInt64(number)),
                            app: Sample.app,
                            reason: .missingPart,
                            code: "c\(name)",
                            body: [0, 1, 2],
                            kind: .transaction,
                            submission: Sample.submission("c\(number)", "t\(name)"),
                            receivedAt: Sample.beginning,
                            dueAt: Sample.beginning
                        )
                    )
                }
            }
            let due = try await repository.read { view in try view.dueHeldEvidence(at: Sample.beginning, limit: 99) }
            let ids = due.compactMap(\.submission?.transactionID.rawValue)
            try Self.require(ids, is: Self.likeNames.map { "t\($0)" }, "In the order in which they came.")
            try Self.require(due.map(\.code), is: Self.likeNames.map { "c\($0)" }, "As they were kept.")
        },
    ]

    /// Texts that a store may confuse which ends texts at a zero byte or leaves it out, or which keeps it behind
    /// another.
    private static let likeNames = [
        "a", "a\u{0}", "\u{0}a", "a\u{0}b", "ab", "a\u{1}", "a\u{1}b", "a\u{1}\u{1}b", "a\u{1}\u{2}", "a\u{0}\u{1}",
        "\u{0}",
        "a\u{0}\u{0}", "a\u{2}",
    ]
}
