import Ledger

extension RepositoryContract {
    /// The required behavior for fulfillments.
    static let fulfillments = [
        Behavior("A fulfillment is due in the same unit as its purchase, once for all its duplicates") { subject in
            let repository = subject.repository
            let recorded = try await repository.record(Self.bought("1", by: "ada"))
            try Self.require(recorded.finish, is: .no, "It is not fulfilled.")
            for _ in 0..<3 { _ = try await repository.record(Self.bought("1", by: "ada")) }
            let positioned = try await Self.fulfillments(repository)
            try Self.require(positioned.map(\.fulfillment.state), is: [.due], "One fulfillment is due.")
            let fulfillment = positioned[0].fulfillment
            try Self.require(fulfillment.goods.coins, is: ["gems": 600], "What the catalog grants.")
            try Self.require(fulfillment.customer, is: Sample.customer("ada"), "It is for the owner.")
            let found = try await repository.read { view in try view.fulfillment(fulfillment.id, of: Sample.app) }
            try Self.require(found, is: fulfillment, "It is found by its name.")
            try Self.require(
                try await repository.read { view in try view.oldestOpenPurchase(of: Sample.app) },
                is: Sample.beginning,
                "It is paid and not fulfilled."
            )
            try await Self.requireEvents(repository, "ada", [.fulfillmentDue])
        },
        Behavior("Without a policy nothing is to be fulfilled") { subject in
            var intake = Self.bought("1", by: "ada")
            intake.catalog = Catalog()
            let recorded = try await subject.repository.record(intake)
            try Self.require(recorded.finish == nil, "Fulfillments have no say.")
            try Self.require(try await Self.fulfillments(subject.repository).isEmpty, "Nothing is due.")
        },
        Behavior("One worker has the lease, and after its end the worker can only confirm") { subject in
            let repository = subject.repository
            _ = try await repository.record(Self.bought("1", by: "ada"))
            let now = Sample.beginning
            func lease(_ seconds: Int64) async throws -> [FulfillmentLease] {
                let at = now + .seconds(seconds)
                let until = at + .seconds(60)
                return try await repository.leaseFulfillments(of: Sample.app, at: at, until: until, limit: 10).leases
            }
            let first = try Self.unwrap(try await lease(0).first, "It is due at once.")
            try Self.require(try await lease(59).isEmpty, "It is leased.")
            let second = try Self.unwrap(try await lease(60).first, "The lease is over.")
            try Self.require(second.call, is: first.call, "It is the same call.")
            let failure = DeliveryFailure(code: "status", status: 404, at: now)
            let failed = FulfillmentOutcome.failed(failure, isCertain: true, retryAt: now)
            let late = try await repository.write { unit in try unit.conclude(first, failed, at: now) }
            try Self.require(late == nil, "A lease that is over says nothing of a failure.")
            let done = try await repository.write { unit in
                try unit.conclude(first, .confirmed(recovered: nil), at: now + .seconds(90))
            }
            try Self.require(done?.state, is: .confirmed, "It is fulfilled.")
            try Self.require(done?.delay, is: .seconds(90), "From the purchase on.")
            let again = try await repository.write { unit in
                try unit.conclude(second, .confirmed(recovered: nil), at: now)
            }
            try Self.require(again == nil, "What is concluded is over.")
            try Self.require(try await lease(1_000_000).isEmpty, "Nothing is left to be done.")
            try Self.require(
                try await repository.read { view in try view.oldestOpenPurchase(of: Sample.app) } == nil,
                "Nothing is open."
            )
            var later = Self.bought("1", by: "ada")
            later.receivedAt = now + .days(1)
            try Self.require(try await repository.record(later).finish, is: .already, "It was confirmed before.")
            try await Self.requireEvents(repository, "ada", [.fulfillmentDue, .fulfillmentConfirmed])
        },
        Behavior("A failed fulfillment is retried at its instant, or suspended until an operator retries it") {
            subject in
            let repository = subject.repository
            _ = try await repository.record(Self.bought("1", by: "ada"))
            let now = Sample.beginning
            let failure = DeliveryFailure(code: "status", status: 503, at: now)
            func lease(_ seconds: Int64) async throws -> FulfillmentLease? {
                let at = now + .seconds(seconds)
                let until = at + .seconds(60)
                return try await repository.leaseFulfillments(of: Sample.app, at: at, until: until, limit: 1).leases
                    .first
            }
            let first = try Self.unwrap(try await lease(0), "It is due.")
            let outcome = FulfillmentOutcome.failed(failure, isCertain: true, retryAt: now + .seconds(30))
            let failed = try await repository.write { unit in try unit.conclude(first, outcome, at: now) }
            try Self.require(failed?.attempts, is: 1, "It was tried once.")
            try Self.require(failed?.failure, is: failure, "It says why.")
            try Self.require(try await lease(29) == nil, "It is not tried before.")
            let second = try Self.unwrap(try await lease(30), "It is tried again.")
            let suspended = try await repository.write { unit in
                try unit.conclude(
                    second,
                    .failed(failure, isCertain: true, retryAt: nil),
                    at: now + .seconds(31)
                )
            }
            try Self.require(suspended?.state, is: .suspended, "It is left to a person.")
            let open = try await repository.read { view in try view.oldestOpenPurchase(of: Sample.app) }
            try Self.require(open == nil, "What is suspended does not count as open.")
            let count = try await repository.read { view in try view.suspendedFulfillmentCount(of: Sample.app, limit: 9)
            }
            try Self.require(count, is: 1, "It is suspended.")
            let elsewhere = try await repository.read { view in
                try view.suspendedFulfillmentCount(of: AppName("other"), limit: 9)
            }
            try Self.require(elsewhere, is: 0, "Another app has its own.")
            try Self.require(try await lease(100_000) == nil, "It is not leased.")
            let id = second.fulfillment.id
            let retried = try await Self.perform(.retry, on: id, repository)
            try Self.require(retried?.fulfillment.state, is: .due, "It is due again.")
            let third = try Self.unwrap(try await lease(32), "It may be taken at once.")
            try Self.require(third.call, is: first.call, "It is the same call.")
            try await Self.requireEvents(repository, "ada", [.fulfillmentDue, .fulfillmentSuspended, .fulfillmentDue])
        },
        Behavior("A refund cancels a due fulfillment, a reversal restores it, and a leased one is waited for") {
            subject in
            let repository = subject.repository
            _ = try await repository.record(Self.bought("1", by: "ada"))
            _ = try await repository.record(Self.refunded("1", onDay: 1))
            try Self.require(try await Self.states(repository), is: [.canceled], "It was not fulfilled.")
            _ = try await repository.record(Self.reversed("1", onDay: 2))
            try Self.require(try await Self.states(repository), is: [.due], "It is paid again.")
            let now = Sample.beginning + .days(2)
            let leases = try await repository.leaseFulfillments(
                of: Sample.app,
                at: now,
                until: now + .minutes(1),
                limit: 1
            ).leases
            let lease = try Self.unwrap(leases.first, "It is due.")
            try Self.require(lease.call.round, is: 1, "It is still the first call.")
            _ = try await repository.record(Self.refunded("1", onDay: 3))
            try Self.require(try await Self.states(repository), is: [.fulfilling], "A worker may be fulfilling it.")
            let handed = try await repository.write { unit in
                try unit.conclude(lease, .confirmed(recovered: nil), at: now)
            }
            try Self.require(handed?.state, is: .revocationDue, "It is to be revoked.")
            let back = try await repository.leaseFulfillments(
                of: Sample.app,
                at: now,
                until: now + .minutes(1),
                limit: 1
            ).leases
            let taking = try Self.unwrap(back.first, "It is due at once.")
            try Self.require(taking.call, is: FulfillmentCall(kind: .revoke, round: 2, target: 100_000), "All of it.")
            let revoked = try await repository.write { unit in
                try unit.conclude(taking, .confirmed(recovered: ["gems": 400]), at: now)
            }
            try Self.require(revoked?.state, is: .revoked, "It was revoked.")
            try Self.require(revoked?.recovered, is: ["gems": 400], "As much as was there.")
            try await Self.requireEvents(
                repository,
                "ada",
                [
                    .fulfillmentDue, .fulfillmentCanceled, .fulfillmentDue, .fulfillmentConfirmed,
                    .fulfillmentRevocationDue,
                    .fulfillmentRevocationConfirmed,
                ]
            )
        },
        Behavior("A revocation of goods that keeps failing is suspended, and counted as such") { subject in
            let repository = subject.repository
            _ = try await repository.record(Self.bought("1", by: "ada"))
            let now = Sample.beginning + .days(1)
            func lease() async throws -> FulfillmentLease {
                let until = now + .minutes(1)
                let found = try await repository.leaseFulfillments(of: Sample.app, at: now, until: until, limit: 1)
                return try Self.unwrap(found.leases.first, "It is due.")
            }
            let first = try await lease()
            _ = try await repository.write { unit in try unit.conclude(first, .confirmed(recovered: nil), at: now) }
            _ = try await repository.record(Self.refunded("1", onDay: 1))
            try Self.require(try await Self.states(repository), is: [.revocationDue], "It is to be revoked.")
            let failure = DeliveryFailure(code: "status", status: 404, at: now)
            let outcome = FulfillmentOutcome.failed(failure, isCertain: true, retryAt: nil)
            let second = try await lease()
            let suspended = try await repository.write { unit in try unit.conclude(second, outcome, at: now) }
            try Self.require(suspended?.state, is: .revocationSuspended, "It is left to a person.")
            let count = try await repository.read { view in try view.suspendedFulfillmentCount(of: Sample.app, limit: 9)
            }
            try Self.require(count, is: 1, "It counts.")
            let none = try await repository.read { view in try view.suspendedFulfillmentCount(of: Sample.app, limit: 0)
            }
            try Self.require(none, is: 0, "Up to the limit.")
        },
        Behavior("The shop's own confirmation counts despite a worker's lease, and counts once") { subject in
            let repository = subject.repository
            _ = try await repository.record(Self.bought("1", by: "ada"))
            let now = Sample.beginning
            let leases = try await repository.leaseFulfillments(
                of: Sample.app,
                at: now,
                until: now + .minutes(1),
                limit: 1
            ).leases
            let lease = try Self.unwrap(leases.first, "It is due.")
            let confirm = FulfillmentAction.confirm(.fulfill, by: .shop, recovered: nil)
            let answers = [
                try await Self.perform(confirm, on: lease.fulfillment.id, repository)?.outcome,
                try await Self.perform(confirm, on: lease.fulfillment.id, repository)?.outcome,
                try await Self.perform(.suspend, on: lease.fulfillment.id, repository)?.outcome,
                try await Self.perform(confirm, on: FulfillmentID("ful_Production_9"), repository)?.outcome,
            ]
            try Self.require(answers, is: [.done, .already, .refused, nil], "Each as it is.")
            let failure = DeliveryFailure(code: "status", status: 500, at: now)
            let late = try await repository.write { unit in
                try unit.conclude(lease, .failed(failure, isCertain: true, retryAt: now), at: now)
            }
            try Self.require(late == nil, "The lease is over.")
            let kept = try await repository.read { view in try view.fulfillment(lease.fulfillment.id, of: Sample.app) }
            try Self.require(kept?.confirmedBy, is: .shop, "It is confirmed.")
        },
        Behavior("A purchase before the start of fulfillment is fulfilled only once it is released") { subject in
            let repository = subject.repository
            let catalog = Self.selling(from: Sample.beginning + .days(1))
            var intake = Self.bought("1", by: "ada")
            intake.catalog = catalog
            try Self.require(try await repository.record(intake).finish, is: .yes, "Nothing is left to be done.")
            let fulfillment = try Self.unwrap(
                try await Self.fulfillments(repository).first?.fulfillment,
                "It is recorded."
            )
            try Self.require(fulfillment.reason, is: .elsewhere, "It was fulfilled elsewhere.")
            let released = try await Self.perform(.release, on: fulfillment.id, repository, catalog)
            try Self.require(released?.fulfillment.state, is: .due, "It was released.")
            let again = try await Self.perform(.release, on: fulfillment.id, repository, catalog)
            try Self.require(again?.outcome, is: .already, "It was released before.")
            _ = try await repository.record(intake)
            try Self.require(try await Self.states(repository), is: [.due], "It stays so.")
        },
        Behavior("A submission that was signed long ago waits until Apple confirms it") { subject in
            let repository = subject.repository
            var stale = Self.bought("1", by: "ada")
            stale.receivedAt = Sample.beginning + .days(3)
            stale.asksApple = true
            try Self.require(try await repository.record(stale).finish, is: .no, "It waits.")
            let waiting = try await Self.fulfillments(repository).first?.fulfillment
            try Self.require(waiting?.reason, is: .unconfirmed, "For Apple's word.")
            let asked = try await repository.read { [stale] view in
                try view.dueChainChecks(at: stale.receivedAt, limit: 10)
            }
            try Self.require(asked.map(\.originalTransactionID.rawValue), is: ["1"], "Apple is asked at once.")
            _ = try await repository.record(stale)
            let again = try await Self.states(repository)
            try Self.require(again, is: [.waiting], "The app's word again is not Apple's.")
            let check = try Self.unwrap(asked.first, "The question.")
            try await repository.write { [stale] unit in
                try unit.answered(check, at: stale.receivedAt, revision: nil, gracePolicy: GracePolicy())
            }
            let soon = try await repository.read { [stale] view in
                try view.dueChainChecks(at: stale.receivedAt + .hours(23), limit: 10)
            }
            try Self.require(soon, is: [], "Apple was asked.")
            let next = try await repository.read { [stale] view in
                try view.dueChainChecks(at: stale.receivedAt + .days(1), limit: 10)
            }
            try Self.require(next.count, is: 1, "As long as it waits, Apple is asked each day.")
            let word = Sample.gems("1", signedAt: Sample.beginning + .days(3), number: 7)
            var answer = Sample.facts([word])
            answer.catalog = Self.selling()
            answer.receivedAt = Sample.beginning + .days(3)
            _ = try await repository.record(answer)
            try Self.require(try await Self.states(repository), is: [.due], "Apple says that it stands.")
            stale.transactions = [Sample.gems("2")]
            stale.submission = Sample.submission("ada", "2", at: stale.receivedAt)
            stale.asksApple = false
            _ = try await repository.record(stale)
            let flagged = try await Self.fulfillments(repository).last?.fulfillment
            try Self.require(flagged?.state, is: .due, "Without an order check, it is fulfilled.")
            try Self.require(flagged?.isUnconfirmed, is: true, "And says so.")
        },
        Behavior("What a notification says again of what waits for Apple is Apple's word; only consumables wait") {
            subject in
            let repository = subject.repository
            var stale = Self.bought("1", by: "ada")
            stale.receivedAt = Sample.beginning + .days(3)
            stale.asksApple = true
            _ = try await repository.record(stale)
            try Self.require(try await Self.states(repository), is: [.waiting], "Only an app has shown it.")
            var word = Sample.facts(stale.transactions)
            word.catalog = Self.selling()
            word.receivedAt = stale.receivedAt
            _ = try await repository.record(word)
            try Self.require(try await Self.states(repository), is: [.due], "It says nothing new, and vouches.")
            let pass = TransactionSnapshot(
                transactionID: TransactionID("2"),
                originalTransactionID: OriginalTransactionID("2"),
                productID: ProductID("gems"),
                kind: .nonRenewing,
                purchaseAt: Sample.beginning,
                signedAt: Sample.beginning,
                digest: .number(2)
            )
            stale.transactions = [pass]
            stale.submission = Sample.submission("ada", "2", at: stale.receivedAt)
            let product = Product(id: ProductID("gems"), kind: .nonRenewing, grants: ["gems": 600])
            stale.catalog = Catalog(
                products: [product.id: product],
                coins: ["gems": Coin()],
                fulfillment: FulfillmentPolicy(from: Sample.beginning, coins: .fulfiller)
            )
            _ = try await repository.record(stale)
            try Self.require(
                try await Self.states(repository),
                is: [.due, .due],
                "Other products need no order check."
            )
        },
        Behavior("After a dead worker's lease has ended, another worker decides on its fulfillments") { subject in
            let repository = subject.repository
            _ = try await repository.record(Self.bought("1", by: "ada"))
            let now = Sample.beginning
            let leases = try await repository.leaseFulfillments(
                of: Sample.app,
                at: now,
                until: now + .minutes(1),
                limit: 1
            ).leases
            let id = try Self.unwrap(leases.first, "It is due.").fulfillment.id
            func perform(_ action: FulfillmentAction, _ workersAt: Instant) async throws -> FulfillmentAnswer? {
                try await repository.write { unit in
                    try unit.perform(
                        action,
                        on: id,
                        of: Sample.app,
                        at: now,
                        workersAt: workersAt,
                        catalog: Self.selling()
                    )
                }
            }
            let failure = DeliveryFailure(code: "shop", status: nil, at: now)
            for (action, outcome) in [
                (FulfillmentAction.fail(failure), FulfillmentStep.Outcome.refused), (.retry, .already),
                (.suspend, .refused),
            ] {
                try Self.require(
                    try await perform(action, now + .seconds(59))?.outcome,
                    is: outcome,
                    "The worker may still be running."
                )
            }
            let suspended = try await perform(.suspend, now + .minutes(1))
            try Self.require(suspended?.fulfillment.state, is: .suspended, "The worker's lease is over.")
            try Self.require(suspended?.fulfillment.isInDoubt, is: true, "The outcome of the attempt is unknown.")
            try Self.require(try await perform(.retry, now + .minutes(1))?.fulfillment.state, is: .fulfilling, "Again.")
            let failed = try await perform(.fail(failure), now + .minutes(1))
            try Self.require(failed?.fulfillment.state, is: .due, "Who knows that it was not done may say so.")
            try Self.require(failed?.fulfillment.isInDoubt, is: false, "That is certain.")
        },
        Behavior("An uncountable purchase is suspended once it has an owner, in either order") { subject in
            let repository = subject.repository
            let product = Product(id: ProductID("gems"), kind: .consumable, grants: ["gems": .max])
            func show(_ id: String, by customer: String?) async throws {
                var snapshot = Sample.gems(id)
                snapshot.quantity = 2
                var intake = Sample.facts([snapshot], submission: customer.map { Sample.submission($0, id) })
                intake.catalog = Catalog(
                    products: [product.id: product],
                    coins: ["gems": Coin()],
                    fulfillment: FulfillmentPolicy(from: Sample.beginning, coins: .fulfiller)
                )
                _ = try await repository.record(intake)
            }
            try await show("1", by: "ada")
            try await show("2", by: nil)
            try Self.require(try await Self.states(repository), is: [.suspended, .waiting], "One has no owner.")
            try await show("2", by: "ada")
            let positioned = try await Self.fulfillments(repository).map(\.fulfillment)
            try Self.require(positioned.map(\.state), is: [.suspended, .suspended], "Neither is fulfilled.")
            try Self.require(positioned.map(\.reason), is: [.uncountable, .uncountable], "It says why.")
        },
        Behavior("A fulfillment without an owner waits, and goes to the later owner") { subject in
            let repository = subject.repository
            var intake = Sample.facts([Sample.gems("1")])
            intake.catalog = Self.selling()
            _ = try await repository.record(intake)
            let waiting = try await Self.fulfillments(repository).first?.fulfillment
            try Self.require(waiting?.reason, is: .unclaimed, "It has no owner.")
            _ = try await repository.record(Self.bought("1", by: "ben"))
            let due = try await Self.fulfillments(repository).first?.fulfillment
            try Self.require(due?.state, is: .due, "It has an owner now.")
            try Self.require(due?.customer, is: Sample.customer("ben"), "It is the new owner's.")
        },
        Behavior("The Sandbox lets through so much a day and no more") { subject in
            let repository = subject.repository
            var policies = SandboxPolicies()
            policies[.consumable] = .capped(fulfillmentsADay: 5, coinsADay: ["gems": 1300])
            let catalog = Self.selling(sandbox: policies)
            for number in 1...4 {
                var intake = Self.bought("\(number)", by: "ada")
                intake.environment = .sandbox
                intake.catalog = catalog
                _ = try await repository.record(intake)
            }
            let positioned = try await Self.fulfillments(repository)
            try Self.require(
                positioned.map(\.fulfillment.state),
                is: [.due, .due, .canceled, .canceled],
                "Two are within 1,300 coins."
            )
            try Self.require(positioned.last?.fulfillment.reason, is: .sandboxLimit, "It says why.")
            let page = try await repository.read { view in
                try view.fulfillments(
                    of: Sample.app,
                    matching: FulfillmentFilter(state: .canceled, customer: Sample.customer("ada")),
                    after: positioned[2].position,
                    limit: 1
                )
            }
            try Self.require(page, is: [positioned[3]], "A page goes on where it is said.")
            let others = try await repository.read { view in
                try view.fulfillments(
                    of: Sample.app,
                    matching: FulfillmentFilter(customer: Sample.customer("ben")),
                    after: 0,
                    limit: 10
                )
            }
            try Self.require(others, is: [], "Other customers have none.")
        },
    ]

    // MARK: What is shown

    private static func selling(
        from: Instant = Sample.beginning,
        sandbox: SandboxPolicies = SandboxPolicies()
    ) -> Catalog {
        let product = Product(id: ProductID("gems"), kind: .consumable, grants: ["gems": 600])
        return Catalog(
            products: [product.id: product],
            coins: ["gems": Coin()],
            sandbox: sandbox,
            fulfillment: FulfillmentPolicy(from: from, coins: .fulfiller)
        )
    }

    private static func bought(_ id: String, by customer: String) -> Intake {
        var intake = Sample.facts([Sample.gems(id)], submission: Sample.submission(customer, id))
        intake.catalog = Self.selling()
        return intake
    }

    private static func refunded(_ id: String, onDay day: Int64) -> Intake {
        let at = Sample.beginning + .days(day)
        var snapshot = Sample.gems(id, signedAt: at, number: UInt64(day) + 10)
        snapshot.revocation = Revocation(
            revokedAt: at,
            reason: 0,
            type: "REFUND_FULL",
            percentageMilliunits: 100_000
        )
        return Self.unit(snapshot)
    }

    private static func reversed(_ id: String, onDay day: Int64) -> Intake {
        var snapshot = Sample.gems(id, signedAt: Sample.beginning + .days(day), number: UInt64(day) + 10)
        snapshot.isReversal = true
        return Self.unit(snapshot)
    }

    private static func unit(_ snapshot: TransactionSnapshot) -> Intake {
        var intake = Sample.facts([snapshot])
        intake.receivedAt = snapshot.signedAt
        intake.catalog = Self.selling()
        return intake
    }

    private static func fulfillments(_ repository: any Repository) async throws -> [PositionedFulfillment] {
        try await repository.read { view in
            try view.fulfillments(of: Sample.app, matching: FulfillmentFilter(), after: 0, limit: 100)
        }
    }

    private static func states(_ repository: any Repository) async throws -> [FulfillmentState] {
        try await Self.fulfillments(repository).map(\.fulfillment.state)
    }

    private static func perform(
        _ action: FulfillmentAction,
        on id: FulfillmentID,
        _ repository: any Repository,
        _ catalog: Catalog = Self.selling()
    ) async throws -> FulfillmentAnswer? {
        try await repository.write { unit in
            try unit.perform(action, on: id, of: Sample.app, at: Sample.beginning, catalog: catalog)
        }
    }

    private static func requireEvents(
        _ repository: any Repository,
        _ customer: String,
        _ names: [EventName]
    ) async throws {
        let stream = EventStream(app: Sample.app, subject: .customer(Sample.customer(customer)))
        let published = try await repository.read { view in try view.events(of: stream, after: 0, limit: 100) }.map(
            \.name
        )
        let own = published.filter { $0.rawValue.hasPrefix("fulfillment.") || $0.rawValue.hasPrefix("revocation.") }
        try Self.require(own, is: names, "The events.")
    }
}
