import Ledger

extension CatalogReader {
    /// Reads the value of Sandbox purchases, and the list of testers.
    mutating func sandbox(_ field: DocumentField?) -> (policies: SandboxPolicies, testers: Set<CustomerID>) {
        var policies = SandboxPolicies()
        let example = "sandbox: { consumable: capped 20 fulfillments 6000 gems, rest: testers, testers: [anna] }"
        guard let field,
            let parts = self.validation.map(
                field,
                known: Self.kinds.map(\.word) + ["rest", "testers"],
                example: example
            )
        else { return (policies, []) }
        let rest = parts["rest"].flatMap { self.sandboxPolicy($0) }
        for (word, kind) in Self.kinds {
            policies[kind] = parts[word].flatMap { self.sandboxPolicy($0) } ?? rest ?? policies[kind]
        }
        let testers = parts["testers"].map { self.testers($0) } ?? []
        let isForTesters = TransactionSnapshot.Kind.allCases.contains { policies[$0] == .testers }
        if isForTesters, testers.isEmpty {
            self.warn(
                parts["testers"] ?? field,
                "lets testers buy in the Sandbox and lists none",
                "Add for example: testers: [anna]"
            )
        } else if !isForTesters, let listed = parts["testers"] {
            self.warn(listed, "lists testers, but no kind is for testers", "Write for example: rest: testers")
        }
        return (policies, testers)
    }

    private mutating func sandboxPolicy(_ field: DocumentField) -> SandboxPolicy? {
        let example = "\(field.key): capped 20 fulfillments 6000 gems"
        guard let text = self.validation.string(field, example: example) else { return nil }
        switch text {
        case "deny": return .deny
        case "testers": return .testers
        case "allow": return .allow
        default: break
        }
        var words = text.split(separator: " ").map(String.init)[...]
        guard words.popFirst() == "capped" else {
            self.validation.refuse(
                word: text,
                origin: field.node.origin,
                keyPath: field.keyPath,
                what: "unknown word \"\(Validation.shortened(text))\"",
                known: ["deny", "testers", "capped", "allow"]
            )
            return nil
        }
        guard case .capped(var fulfillments, var coins) = SandboxPolicy.standard else { return nil }
        var named: Set<String> = []
        while let number = words.popFirst() {
            guard let count = Int(number), (0...1_000_000_000).contains(count), let word = words.popFirst() else {
                self.validation.refuse(
                    field,
                    expected: "deny, testers, allow, or capped with numbers of fulfillments and coins",
                    example: example
                )
                return nil
            }
            if !named.insert(word).inserted {
                self.validation.note(field, problem: "caps \"\(word)\" twice", remedy: "Keep one of the two.")
            }
            if word == "fulfillments" {
                fulfillments = count
            } else if self.coinNames.contains(bytesOf: word) {
                coins[word] = count
            } else {
                self.validation.refuse(
                    word: word,
                    origin: field.node.origin,
                    keyPath: field.keyPath,
                    what: "unknown coin \"\(Validation.shortened(word))\"",
                    known: ["fulfillments"] + self.coinNames
                )
                return nil
            }
        }
        return .capped(fulfillmentsADay: fulfillments, coinsADay: coins)
    }

    private mutating func testers(_ field: DocumentField) -> Set<CustomerID> {
        var testers: Set<CustomerID> = []
        for element in self.validation.oneOrMore(field) {
            guard let text = self.validation.string(element, example: "testers: [anna, ben]") else { continue }
            guard let customer = CustomerID(text) else {
                self.validation.refuse(
                    element,
                    expected: "a customer id of 1 to \(CustomerID.maximumBytes) bytes without control characters",
                    example: "testers: [anna, ben]"
                )
                continue
            }
            if !testers.insert(customer).inserted {
                self.validation.note(
                    element,
                    problem: "\"\(Validation.shortened(text))\" is listed twice",
                    remedy: "Keep one of the two."
                )
            }
        }
        return testers
    }

    /// Reads what a restore by another customer does.
    mutating func transfer(_ field: DocumentField?) -> TransferPolicies {
        var policies = TransferPolicies()
        let example = "transfer: { non-consumable: transfer, auto-renewable: keep-while-renewing }"
        let moving = Self.kinds.filter { $0.kind != .consumable }
        guard let field,
            let parts = self.validation.map(
                field,
                known: moving.map(\.word) + ["rest"],
                refused: ["consumable": ("consumables are never transferred", "Remove it.")],
                example: example
            )
        else { return policies }
        let rest = parts["rest"].map { self.transfers($0, kind: nil) } ?? [:]
        for (word, kind) in moving {
            let own = parts[word].map { self.transfers($0, kind: kind) } ?? [:]
            for environment in StoreEnvironment.allCases {
                guard let policy = own[environment] ?? rest[environment] else { continue }
                policies[kind, environment] = policy
            }
        }
        return policies
    }

    /// Reads one policy for every environment, or one for each named environment.
    private mutating func transfers(
        _ field: DocumentField,
        kind: TransactionSnapshot.Kind?
    ) -> [StoreEnvironment: TransferPolicy] {
        if case .map = field.node.content {
            let words = StoreEnvironment.allCases.map(\.rawValue)
            let example = "\(field.key): { Production: keep, Sandbox: share }"
            guard let parts = self.validation.map(field, known: words, example: example) else { return [:] }
            var policies: [StoreEnvironment: TransferPolicy] = [:]
            for environment in StoreEnvironment.allCases {
                policies[environment] = parts[environment.rawValue].flatMap { self.transferPolicy($0, kind: kind) }
            }
            return policies
        }
        guard let policy = self.transferPolicy(field, kind: kind) else { return [:] }
        return Dictionary(uniqueKeysWithValues: StoreEnvironment.allCases.map { ($0, policy) })
    }

    private mutating func transferPolicy(
        _ field: DocumentField,
        kind: TransactionSnapshot.Kind?
    ) -> TransferPolicy? {
        let words = TransferPolicy.allCases.map(\.rawValue)
        let example = "\(field.key): transfer"
        guard let word = self.validation.word(field, among: words, example: example) else { return nil }
        if word == TransferPolicy.keepWhileRenewing.rawValue, kind != .autoRenewable {
            self.validation.note(
                field,
                problem: "only an auto-renewable renews",
                remedy: "Write for example: \(field.key): keep"
            )
            return nil
        }
        return TransferPolicy(rawValue: word)
    }

    /// Reads what happens when a product is refunded.
    mutating func onRefund(
        _ field: DocumentField?,
        kind: TransactionSnapshot.Kind?,
        grantsCoins: Bool
    ) -> RefundConsequence? {
        let words = RefundConsequence.allCases.map(\.rawValue)
        guard let field, let word = self.validation.word(field, among: words, example: "onRefund: debt"),
            let consequence = RefundConsequence(rawValue: word)
        else { return nil }
        switch consequence {
        case .debt, .freeze: self.requireCoins(field, grantsCoins)
        case .revoke where kind != .consumable: self.requireCoins(field, grantsCoins)
        case .revoke, .block, .notify, .nothing: break
        }
        return consequence
    }

    /// Reads what happens while Apple decides about a refund of a product.
    mutating func onRequest(_ field: DocumentField?, grantsCoins: Bool) -> RequestConsequence {
        let words = RequestConsequence.allCases.map(\.rawValue)
        guard let field, let word = self.validation.word(field, among: words, example: "onRequest: freeze"),
            let consequence = RequestConsequence(rawValue: word)
        else { return .nothing }
        if consequence == .freeze { self.requireCoins(field, grantsCoins) }
        return consequence
    }

    /// Reads what follows from refunds that are reported without Apple's signature.
    mutating func reportedRefunds(_ field: DocumentField?) -> ReportedRefund.Treatment? {
        let words = ReportedRefund.Treatment.allCases.map(\.rawValue)
        guard let field, let word = self.validation.word(field, among: words, example: "reportedRefunds: freeze")
        else { return nil }
        return ReportedRefund.Treatment(rawValue: word)
    }

    private mutating func requireCoins(_ field: DocumentField, _ grantsCoins: Bool) {
        guard !grantsCoins else { return }
        self.validation.note(
            field,
            problem: "the product grants no coins to which this could apply",
            remedy: "Entitlements end with a refund by themselves: remove it, write notify or block, or add grants."
        )
    }
}

extension CatalogReader {
    /// Reads the rates to US dollars at which Apple receives what a customer paid, each with its source and day.
    mutating func dollarRates(_ field: DocumentField?) -> [RuleRate] {
        guard let field else { return [] }
        let example = "dollarRates: [{ from: CNY, to: USD, rate: 0.14, source: ECB, day: 2026-01-02 }]"
        var reading = RuleReading(file: "", vocabularies: [])
        reading.validation = self.validation
        let rates = reading.rates(field, example: example)
        self.validation = reading.validation
        if let other = rates.first(where: { $0.to != "USD" }) {
            self.validation.note(
                field,
                problem: "a rate to \(other.to), but Apple receives US dollars",
                remedy: "Write for example: \(example)"
            )
        }
        return rates
    }
}

extension CatalogReader {
    /// Reads the score from which on customers are reported as risks; `nil` if no customer is assessed.
    mutating func riskThreshold(_ field: DocumentField?) -> Int64? {
        let example = "risk: { threshold: 50 }"
        guard let field, let parts = self.validation.map(field, known: ["threshold"], example: example) else {
            return nil
        }
        guard let threshold = self.validation.required("threshold", in: parts, example: "threshold: 50") else {
            return nil
        }
        return self.validation.integer(threshold, in: 1...Risk.heaviest, example: "threshold: 50")
    }
}
