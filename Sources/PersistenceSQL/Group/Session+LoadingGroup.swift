import Ledger

extension Session {
    /// A unit of a group with the app and environment that it belongs to.
    private struct GroupUnit {
        let intake: Intake
        let scope: Scope
        /// The tokens that it states or assigns.
        let tokens: Set<LocalID<AccountToken>>
        /// The customers whom it names.
        let people: Set<LocalID<CustomerID>>

        init(_ intake: Intake, _ scope: Scope) {
            self.intake = intake
            self.scope = scope
            let stated = intake.transactions.compactMap(\.accountToken) + intake.renewals.compactMap(\.accountToken)
            self.tokens = Set((stated + intake.customerTokens).map { LocalID(scope.app, $0) })
            self.people = Set(intake.people.map { LocalID(scope.app, $0) })
        }

        /// Apple's ids of all originals in it.
        var originals: Set<LocalID<OriginalTransactionID>> {
            let previous = self.intake.transactions.compactMap(\.previousOriginalTransactionID)
            return Set((self.intake.originals + previous).map { LocalID(self.scope.number, $0) })
        }

        /// Apple's ids of its transactions.
        var transactions: [LocalID<TransactionID>] {
            self.intake.transactions.map { LocalID(self.scope.number, $0.transactionID) }
        }

        /// The Apple Accounts of its transactions.
        var accounts: [LocalID<AppTransactionID>] {
            self.intake.transactions.compactMap(\.appTransactionID).map { LocalID(self.scope.number, $0) }
        }
    }

    /// The customers who may have a token, found by its digest.
    private final class TokenCandidates {
        let tokens: [LocalID<AccountToken>]
        var found: [LocalID<AccountToken>: [Int64]] = [:]

        init(_ tokens: Set<LocalID<AccountToken>>) { self.tokens = Array(tokens) }
    }

    /// Loads what the units of the open group will use, in three rounds: what is stored by Apple's ids and by names, what
    /// belongs to the originals and customers that were found, and what belongs to the owners of purchases in them.
    ///
    /// What is not loaded here is loaded when a unit needs it; that only costs time. With round trips, the numbers of new
    /// rows are taken in advance too.
    func loadGroup(of intakes: [Intake], hasRoundTrips: Bool) throws {
        guard let group else { return }
        let units = try intakes.compactMap { intake in
            // Nothing is stored of a new app.
            try self.knownScope(ScopeName(app: intake.app, environment: intake.environment)).map { scope in
                GroupUnit(intake, scope)
            }
        }
        guard !units.isEmpty else { return }
        group.isLoadedTogether = true
        let candidates = TokenCandidates(units.reduce(into: []) { $0.formUnion($1.tokens) })
        var names = self.names(of: units, in: group) + [self.set(ofCandidates: candidates, in: group)]
        if hasRoundTrips { names += self.numbers(for: units, in: group) }
        try self.read(names)
        let chains = try self.loadChains(of: units, candidates, in: group)
        let owners = chains.flatMap { chain in
            Set(chain.record.transactions.values.compactMap(\.owner)).map { LocalID(chain.scope.number, $0) }
        }
        try self.read(self.sets(ofCustomers: Set(owners), in: group))
    }

    // MARK: The first round

    /// Returns the sets by the ids and names in units.
    private func names(of units: [GroupUnit], in group: GroupCommit) -> [KeySet] {
        let transactions = units.flatMap(\.transactions)
        let originals = units.reduce(into: Set()) { $0.formUnion($1.originals) }
        let accounts = units.flatMap(\.accounts)
        let tokens = units.reduce(into: Set()) { $0.formUnion($1.tokens) }
        let assigned = units.flatMap { unit in unit.intake.customerTokens.map { LocalID(unit.scope.app, $0) } }
        let publishing = units.filter(\.intake.publishesEvents).map(\.scope.app)
        let notifications = units.compactMap { unit in
            unit.intake.notification.map { LocalID(unit.scope.number, $0.uuid) }
        }
        let submitted = units.flatMap { unit in
            unit.intake.submissions.map { LocalID(unit.scope.number, $0.transactionID) }
        }
        let counted: [Int64] = submitted.isEmpty ? [] : [1]
        let decided = transactions + originals.map { LocalID($0.place, TransactionID($0.id.rawValue)) }
        return [
            self.set(ofSinksOf: Set(units.map(\.scope.app))),
            self.set(ofFoldsOf: Set(units.map(\.scope.number))),
            self.set(Self.appEvents, publishing, in: group),
            self.set(Self.notifications, notifications, in: group),
            self.set(Self.homes, transactions, in: group),
            self.set(Self.submissions, transactions + submitted, in: group),
            self.set(Self.decisions, decided, in: group),
            self.set(ofOriginals: originals, in: group),
            self.set(Self.uses, accounts, in: group),
            self.set(Self.readers, accounts, in: group),
            self.set(Self.orderTokens, tokens, in: group),
            self.set(Self.orderedTokens, tokens, in: group),
            self.set(Self.awaiting, assigned, in: group),
            self.set(Self.customerNumbers, units.flatMap(\.people), in: group),
            self.set(Self.submissionCounts, counted, in: group),
        ]
    }

    /// Returns the set that finds the customers who may have tokens.
    private func set(ofCandidates candidates: TokenCandidates, in group: GroupCommit) -> KeySet {
        let loaded = group.loaded
        for token in candidates.tokens { loaded.ownTokens.keep(nil, for: token) }
        return KeySet(.names.customersByToken, candidates.tokens.map(Self.digest)) { place, row in
            let token = candidates.tokens[place]
            let customer = try row.integer()
            let loose = try row.tokens()
            loaded.looseTokens.keep(loose, for: customer)
            candidates.found[token, default: []].append(customer)
        }
    }

    /// Returns the sets that find stored evidence and take numbers for new rows.
    private func numbers(for units: [GroupUnit], in group: GroupCommit) -> [KeySet] {
        let evidence = units.flatMap { unit in unit.intake.evidence.map { (app: unit.scope.app, evidence: $0) } }
        let counts = [
            (SQLStatement.evidence.takePositions, evidence.count),
            (.chains.takeOriginals, units.reduce(0) { $0 + $1.originals.count }),
            (.names.takeCustomers, units.reduce(0) { $0 + $1.people.count }),
        ]
        let taking = counts.filter { $0.1 > 0 }.map { query, count in
            KeySet(query, [[.integer(Int64(count))]]) { _, row in
                group.numbers[query, default: []].insert(try row.integer(), at: 0)
            }
        }
        return taking + [self.set(ofEvidence: evidence, in: group)]
    }

    // MARK: The second and the third round

    /// Loads the chains of units, and what belongs to the customers who were found by name or by token.
    private func loadChains(
        of units: [GroupUnit],
        _ candidates: TokenCandidates,
        in group: GroupCommit
    ) throws -> [StoredChain] {
        var chains: [StoredChain] = []
        var loading: Set<Int64> = []
        var people: Set<LocalID<Int64>> = []
        for unit in units {
            for id in unit.originals {
                guard case .some(.some(let number)) = group.loaded.originalNumbers.known(id),
                    case .some(.some(let original)) = group.loaded.originals.known(number),
                    original.joinedRoot == nil, loading.insert(number).inserted
                else { continue }
                chains.append(StoredChain(record: ChainRecord(of: [original], root: number), scope: unit.scope))
            }
            for name in unit.people {
                guard case .some(.some(let number)) = group.loaded.customerNumbers.known(name) else { continue }
                people.insert(LocalID(unit.scope.number, number))
            }
            for token in unit.tokens {
                let owners = candidates.found[token] ?? []
                let buyer = group.loaded.orderTokens.known(token) ?? nil
                people.formUnion((owners + [buyer].compactMap(\.self)).map { LocalID(unit.scope.number, $0) })
            }
        }
        let roots = chains.map(\.record.root)
        let numbers = chains.map { [SQLValue.integer($0.scope.number), .integer($0.record.root)] }
        var submissions = [[SubmissionLine]](repeating: [], count: chains.count)
        var decisions = [[DecisionLine]](repeating: [], count: chains.count)
        var sets = self.sets(ofCustomers: people, in: group) + [self.set(ofOwnersAmong: candidates, in: group)]
        sets.append(self.set(Self.chainEvents, roots.map(EventStreamNumber.init(original:)), in: group))
        sets.append(
            KeySet(.ownership.submissions, numbers) { place, row in
                submissions[place].append(try SubmissionLine(in: &row))
            }
        )
        sets.append(
            KeySet(.decisions.decisionsOfOriginal, numbers) { place, row in
                decisions[place].append(try DecisionLine(in: &row))
            }
        )
        try self.fill(&chains, with: sets)
        for (place, chain) in chains.enumerated() {
            let record = chain.record
            group.loaded.keep(record)
            group.keep(submissions[place], in: Self.submissions, of: record.root, record, scope: chain.scope)
            group.keep(decisions[place], in: Self.decisions, of: record.root, record, scope: chain.scope)
        }
        return chains
    }

    /// Returns the set that finds which of some customers have a token because they own something with it.
    private func set(ofOwnersAmong candidates: TokenCandidates, in group: GroupCommit) -> KeySet {
        let loaded = group.loaded
        var asked: [(token: LocalID<AccountToken>, customer: Int64)] = []
        for (token, customers) in candidates.found {
            if let owner = customers.first(where: { loaded.looseTokens.known($0)?.contains(token.id) == true }) {
                loaded.ownTokens.keep(owner, for: token)
            } else {
                asked += customers.map { (token, $0) }
            }
        }
        let keys = asked.map { [SQLValue.integer($0.customer), .token($0.token.id)] }
        return KeySet(.ownership.ownsWithToken, keys) { [asked] place, _ in
            guard loaded.ownTokens.known(asked[place].token) == .some(nil) else { return }
            loaded.ownTokens.keep(asked[place].customer, for: asked[place].token)
        }
    }

    /// Returns the sets of what is stored of customers, each in an app and environment.
    private func sets(ofCustomers people: Set<LocalID<Int64>>, in group: GroupCommit) -> [KeySet] {
        let numbers = Set(people.map(\.id))
        return [
            self.set(Self.customers, numbers, in: group),
            self.set(Self.customerEvents, numbers.map(EventStreamNumber.init(customer:)), in: group),
            self.set(Self.looseTokens, numbers, in: group),
            self.set(Self.holderStates, people, in: group),
            self.set(Self.holdings, people, in: group),
        ]
    }
}
