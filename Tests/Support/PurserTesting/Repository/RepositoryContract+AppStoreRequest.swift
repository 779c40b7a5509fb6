import Ledger

extension RepositoryContract {
    static let appStoreRequests = [
        Behavior("Orders to extend renewal dates are kept newest first, each app's and environment's apart") {
            subject in
            let repository = subject.repository
            let first = Self.order("1", at: Sample.beginning)
            let second = Self.order("2", at: Sample.beginning + .days(1))
            try await repository.write { unit in try unit.keep(first) }
            try await repository.write { unit in try unit.keep(second) }
            try await repository.write { unit in try unit.keep(Self.order("3", in: .sandbox, at: Sample.beginning)) }
            try Self.require(
                try await Self.orders(repository),
                is: [second, first],
                "Newest first, and nothing of another environment."
            )
            let one = try await repository.read { view in
                try view.renewalExtensions(of: Sample.app, environment: .production, limit: 1)
            }
            try Self.require(one, is: [second], "No more than asked for.")
            let none = try await repository.read { view in
                try view.renewalExtensions(of: AppName("other"), environment: .production, limit: 9)
            }
            try Self.require(none, is: [], "Nothing of another app.")
        },
        Behavior("The state of a request is stored once: an accepted one stays accepted, and a complete one complete") {
            subject in
            let repository = subject.repository
            var order = Self.order("1", at: Sample.beginning)
            try await repository.write { [order] unit in try unit.keep(order) }
            order.acceptedAt = Sample.beginning + .seconds(1)
            try await repository.write { [order] unit in try unit.keep(order) }
            order.completion = .init(at: Sample.beginning + .days(1), succeeded: 7, failed: 2)
            try await repository.write { [order] unit in try unit.keep(order) }
            try Self.require(try await Self.orders(repository), is: [order], "Everything is known.")
            try await repository.write { unit in try unit.keep(Self.order("1", at: Sample.beginning)) }
            var other = order
            other.completion = .init(at: Sample.beginning + .days(2), succeeded: 1, failed: 1)
            try await repository.write { [other] unit in try unit.keep(other) }
            try Self.require(try await Self.orders(repository), is: [order], "And stays as it was.")
        },
        Behavior("An accepted request stays accepted, whether a refusal of another attempt comes before or after") {
            subject in
            let repository = subject.repository
            @Sendable func accepted(_ id: String, isComplete: Bool) -> RenewalExtension {
                var order = Self.order(id, at: Sample.beginning)
                order.acceptedAt = Sample.beginning + .seconds(2)
                if isComplete { order.completion = .init(at: Sample.beginning + .days(1), succeeded: 7, failed: 2) }
                return order
            }
            @Sendable func refused(_ id: String) -> RenewalExtension {
                var order = Self.order(id, at: Sample.beginning)
                order.completion = .init(at: Sample.beginning + .seconds(1), succeeded: 0, failed: 0)
                order.refusal = .init(code: "appstore_forbidden", number: 4_030_005)
                return order
            }
            func find(_ id: String) async throws -> RenewalExtension? {
                try await repository.read { view in
                    try view.renewalExtension(
                        RenewalExtensionID(id),
                        of: Sample.app,
                        environment: .production
                    )
                }
            }
            for (id, isComplete) in [("1", false), ("2", true)] {
                try await repository.write { unit in try unit.keep(accepted(id, isComplete: isComplete)) }
                try await repository.write { unit in try unit.keep(refused(id)) }
                try Self.require(try await find(id), is: accepted(id, isComplete: isComplete), "It was accepted first.")
            }
            for (id, isComplete) in [("3", false), ("4", true)] {
                try await repository.write { unit in try unit.keep(refused(id)) }
                try await repository.write { unit in try unit.keep(refused(id)) }
                try Self.require(try await find(id), is: refused(id), "It is refused.")
                for order in [accepted(id, isComplete: isComplete), refused(id)] {
                    try await repository.write { unit in try unit.keep(order) }
                    let known = try await find(id)
                    try Self.require(known, is: accepted(id, isComplete: isComplete), "Another attempt was accepted.")
                }
            }
            let open = try await repository.read { view in
                try view.openRenewalExtensions(
                    of: Sample.app,
                    environment: .production,
                    after: nil,
                    limit: 9
                )
            }
            try Self.require(open.map(\.id.rawValue), is: ["1", "3"], "Apple is still at work on these.")
        },
        Behavior("A new order is kept once by its id, with what has become of it; another environment's is another") {
            subject in
            let repository = subject.repository
            var order = Self.single("1", at: Sample.beginning)
            try Self.require(
                try await repository.write { [order] unit in try unit.create(order) },
                is: order,
                "It is new."
            )
            order.acceptedAt = Sample.beginning + .seconds(1)
            order.completion = .init(at: Sample.beginning + .seconds(1), succeeded: 1, failed: 0)
            order.renewsAt = Sample.beginning + .days(40)
            try await repository.write { [order] unit in try unit.keep(order) }
            let again = try await repository.write { unit in
                try unit.create(Self.single("1", at: Sample.beginning + .days(1)))
            }
            try Self.require(again, is: order, "It is known, and stays as it is.")
            try Self.require(try await Self.orders(repository), is: [order], "There is one.")
            let other = Self.single("1", in: .sandbox, at: Sample.beginning)
            try Self.require(
                try await repository.write { unit in try unit.create(other) },
                is: other,
                "Another environment."
            )
            let reopened = try await subject.reopen?() ?? repository
            func find(_ id: String, app: AppName = Sample.app) async throws -> RenewalExtension? {
                try await reopened.read { view in
                    try view.renewalExtension(RenewalExtensionID(id), of: app, environment: .production)
                }
            }
            try Self.require(try await find("1"), is: order, "Found.")
            try Self.require(try await find("2"), is: nil, "Unknown.")
            try Self.require(try await find("1", app: AppName("other")), is: nil, "Other apps have none.")
            await reopened.close()
        },
        Behavior("Open orders are read oldest first, page by page, without those that are complete or refused") {
            subject in
            let repository = subject.repository
            for number in 1...5 {
                _ = try await repository.write { unit in
                    try unit.create(
                        Self.single("\(number)", at: Sample.beginning + .days(Int64(number / 2)))
                    )
                }
            }
            var refused = Self.single("4", at: Sample.beginning + .days(2))
            refused.completion = .init(at: Sample.beginning + .days(3), succeeded: 0, failed: 0)
            refused.refusal = .init(code: "appstore_forbidden", number: 4_030_005)
            try await repository.write { [refused] unit in try unit.keep(refused) }
            func page(after last: RenewalExtension?) async throws -> [RenewalExtension] {
                try await repository.read { view in
                    try view.openRenewalExtensions(
                        of: Sample.app,
                        environment: .production,
                        after: last,
                        limit: 2
                    )
                }
            }
            let first = try await page(after: nil)
            try Self.require(first.map(\.id.rawValue), is: ["1", "2"], "The oldest.")
            let second = try await page(after: first.last)
            try Self.require(second.map(\.id.rawValue), is: ["3", "5"], "The next; the refused one is over.")
            try Self.require(try await page(after: second.last), is: [], "No more.")
            let known = try await repository.read { view in
                try view.renewalExtension(
                    RenewalExtensionID("4"),
                    of: Sample.app,
                    environment: .production
                )
            }
            try Self.require(known, is: refused, "With Apple's reason.")
        },
        Behavior("A failed extension is stored once, and listed from the instant of its request on") { subject in
            let repository = subject.repository
            let order = Self.order("1", at: Sample.beginning)
            let failures = [("5", 1), ("4", 1), ("9", 3)].map { id, day in
                Self.failure(id, at: Sample.beginning + .days(Int64(day)))
            }
            for failure in failures + failures { try await repository.write { unit in try unit.keep(failure) } }
            try await repository.write { unit in try unit.keep(Self.failure("7", at: Sample.beginning - .seconds(1))) }
            try await repository.write { unit in
                try unit.keep(Self.failure("8", of: "another", at: Sample.beginning + .days(1)))
            }
            try Self.require(
                try await repository.read { view in try view.failures(of: order, limit: 9) }.map(
                    \.originalTransactionID.rawValue
                ),
                is: ["4", "5", "9"],
                "Of its product, since then, in order."
            )
            try Self.require(
                try await repository.read { view in try view.failures(of: order, limit: 1) }.count,
                is: 1,
                "No more than asked for."
            )
        },
        Behavior("An offer is signed for a customer up to its limit, even with concurrent signing") {
            subject in
            let repository = subject.repository
            let limit = OfferLimit(2, within: CalendarPeriod("P1M"))
            let kept = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<8 as Range<UInt64> {
                    group.addTask {
                        (try? await repository.write { unit in
                            try unit.keep(Self.signed(number, at: Sample.beginning), within: limit)
                        }) ?? false
                    }
                }
                return await group.reduce(into: 0) { count, isKept in count += isKept ? 1 : 0 }
            }
            try Self.require(kept, is: 2, "As often as the limit allows.")
            let month = Sample.beginning + .days(31)
            let soon = Self.signed(10, at: month)
            try Self.require(
                try await repository.write { unit in try unit.keep(soon, within: limit) },
                is: false,
                "A month is not over."
            )
            let later = Self.signed(11, at: month + .seconds(1))
            try Self.require(
                try await repository.write { unit in try unit.keep(later, within: limit) },
                is: true,
                "Now it is."
            )
            try Self.require(
                try await repository.write { unit in try unit.keep(later, within: OfferLimit(3)) },
                is: false,
                "Without a period all count."
            )
        },
        Behavior("Signatures of an offer are each customer's, product's and offer's own") { subject in
            let repository = subject.repository
            let signed = Self.signed(1, at: Sample.beginning)
            try Self.require(
                try await repository.write { unit in try unit.keep(signed, within: nil) },
                is: true,
                "Kept."
            )
            func signatures(of offer: String, for customer: String, since: Instant) async throws -> [Instant] {
                try await repository.read { view in
                    try view.signatures(
                        of: OfferID(offer),
                        signed.productID,
                        for: Sample.customer(customer),
                        app: Sample.app,
                        since: since
                    )
                }
            }
            try Self.require(
                try await signatures(of: "stay", for: "anna", since: Sample.beginning),
                is: [Sample.beginning],
                "There it is."
            )
            let later = Sample.beginning + .seconds(1)
            try Self.require(try await signatures(of: "stay", for: "anna", since: later), is: [], "Not later.")
            try Self.require(try await signatures(of: "go", for: "anna", since: Sample.beginning), is: [], "Another.")
            try Self.require(
                try await signatures(of: "stay", for: "ben", since: Sample.beginning),
                is: [],
                "Ben: none."
            )
        },
        Behavior("A discarded signature no longer counts, and others do") { subject in
            let repository = subject.repository
            let limit = OfferLimit(2)
            for number in [1, 2] as [UInt64] {
                let isKept = try await repository.write { unit in
                    try unit.keep(Self.signed(number, at: Sample.beginning), within: limit)
                }
                try Self.require(isKept, is: true, "Kept.")
            }
            try await repository.write { unit in try unit.discard(Self.signed(9, at: Sample.beginning)) }
            let over = Self.signed(3, at: Sample.beginning)
            try Self.require(
                try await repository.write { unit in try unit.keep(over, within: limit) },
                is: false,
                "What never was frees nothing."
            )
            try await repository.write { unit in try unit.discard(Self.signed(2, at: Sample.beginning)) }
            try Self.require(
                try await repository.write { unit in try unit.keep(over, within: limit) },
                is: true,
                "One is free again."
            )
            let next = Self.signed(4, at: Sample.beginning)
            try Self.require(
                try await repository.write { unit in try unit.keep(next, within: limit) },
                is: false,
                "And only one."
            )
        },
    ]

    private static func orders(_ repository: any Repository) async throws -> [RenewalExtension] {
        try await repository.read { view in
            try view.renewalExtensions(of: Sample.app, environment: .production, limit: 9)
        }
    }

    private static func order(
        _ id: String,
        in environment: StoreEnvironment = .production,
        at orderedAt: Instant
    ) -> RenewalExtension {
        RenewalExtension(
            id: RenewalExtensionID(id),
            app: Sample.app,
            environment: environment,
            target: .product(ProductID("com.example.plus.monthly"), storefronts: ["USA", "DEU"]),
            days: 14,
            reasonCode: 3,
            orderedAt: orderedAt,
            orderedBy: "root"
        )
    }

    private static func single(
        _ id: String,
        in environment: StoreEnvironment = .production,
        at orderedAt: Instant
    ) -> RenewalExtension {
        RenewalExtension(
            id: RenewalExtensionID(id),
            app: Sample.app,
            environment: environment,
            target: .subscription(OriginalTransactionID("2000000000000001")),
            days: 7,
            reasonCode: 0,
            orderedAt: orderedAt,
            orderedBy: "root"
        )
    }

    private static func failure(
        _ original: String,
        of product: String = "com.example.plus.monthly",
        at instant: Instant
    ) -> ExtensionFailure {
        ExtensionFailure(
            app: Sample.app,
            environment: .production,
            productID: ProductID(product),
            originalTransactionID: OriginalTransactionID(original),
            at: instant
        )
    }

    private static func signed(_ number: UInt64, at instant: Instant) -> SignedOffer {
        SignedOffer(
            app: Sample.app,
            customer: Sample.customer("anna"),
            productID: ProductID("com.example.plus.monthly"),
            offer: OfferID("stay"),
            signedAt: instant,
            nonce: Sample.token(number)
        )
    }
}
