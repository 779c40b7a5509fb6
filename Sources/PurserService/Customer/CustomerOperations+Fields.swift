import AppStore
import Ledger

// What is said about customers in words and numbers.
extension CustomerOperations {
    /// A text with its name.
    static func text(_ name: String, _ text: String) -> OperationResult.Field { .init(name, .text(text)) }

    /// A customer with a name for the role; `null` where it is nobody.
    static func customer(_ name: String, _ customer: CustomerID?) -> OperationResult.Field {
        .init(name, customer.map { .text($0.rawValue) } ?? .json(.null))
    }

    /// Texts with their name.
    static func texts(_ name: String, _ texts: [String]) -> OperationResult.Field {
        .init(name, .json(.array(texts.map { .string($0) })))
    }

    /// A number with its name.
    static func number(_ name: String, _ number: Int) -> OperationResult.Field { .init(name, .number(Int64(number))) }

    /// What is known of a customer.
    static func fields(_ profile: CustomerProfile) -> [OperationResult.Field] {
        var fields = [Self.text("customer", profile.customer.rawValue)]
        if let target = profile.mergedInto { fields.append(Self.text("mergedInto", target.rawValue)) }
        if !profile.mergedCustomers.isEmpty {
            fields.append(Self.texts("merged", profile.mergedCustomers.map(\.rawValue)))
        }
        if let instant = profile.firstSeenAt { fields.append(Self.text("firstSeen", instant.rfc3339)) }
        if let instant = profile.lastSeenAt { fields.append(Self.text("lastSeen", instant.rfc3339)) }
        if !profile.tokens.isEmpty {
            fields.append(Self.texts("accountTokens", profile.tokens.map(\.description)))
        }
        if !profile.accounts.isEmpty {
            let accounts = profile.accounts.map { account in
                [
                    Self.text("account", "\(account.binding.account)"),
                    Self.text("environment", account.environment.rawValue),
                ]
            }
            fields.append(.init("appleAccounts", .list(accounts)))
        }
        let counts = profile.counts.map { count in
            [
                Self.text("environment", count.environment.rawValue), Self.number("purchases", count.purchases),
                Self.number("chains", count.chains), Self.number("activeRights", count.activeRights),
            ]
        }
        fields.append(.init("counts", .list(counts)))
        for topic in CustomerFact.Topic.allCases {
            guard let value = profile.facts[topic] else { continue }
            let shown = if case .instant(let instant) = value { instant.rfc3339 } else { value.text }
            fields.append(Self.text(topic.rawValue, shown))
        }
        if let consent = profile.consent { fields.append(Self.text("consentSince", consent.givenAt.rfc3339)) }
        fields.append(Self.number("events", Int(profile.eventCount)))
        return fields
    }

    /// What goes and what stays of a customer.
    static func fields(_ preview: ErasurePreview) -> [OperationResult.Field] {
        [
            Self.number("factsErased", preview.facts), Self.number("consentDetailsErased", preview.consents),
            Self.number("accountTokensErased", preview.tokens), Self.number("appleAccountsErased", preview.accounts),
            Self.number("reasonsErased", preview.reasons), Self.number("purchasesKept", preview.purchases),
        ]
    }

    /// What an act on ownership did, or would do.
    static func fields(_ outcome: OwnershipOutcome, report: Operations.Report) -> [OperationResult.Field] {
        for move in outcome.moves { report(.line(Self.line(move, isPlanned: outcome.isPreview))) }
        for change in outcome.rights {
            report(
                .line(
                    OperationLine([
                        Self.text("type", "rights"), Self.text("customer", change.customer.rawValue),
                        Self.text("environment", change.environment.rawValue),
                        Self.rights("before", change.before), Self.rights("after", change.after),
                    ])
                )
            )
        }
        var fields = [Self.number("moves", outcome.moves.count)]
        if outcome.isNewCustomer { fields.append(.init("customerSeenBefore", .flag(false))) }
        switch outcome.token {
        case .notAsked: break
        case .planned: fields.append(Self.text("accountTokenAtApple", "planned"))
        case .set(let token):
            fields += [Self.text("accountTokenAtApple", "set"), Self.text("accountToken", token.description)]
        case .failed(let code):
            // The move stands all the same.
            fields += [Self.text("accountTokenAtApple", "failed"), Self.text("accountTokenFailure", code)]
        }
        if let change = outcome.change { fields.append(Self.text("change", change.rawValue)) }
        return fields + OperationResult.fields(of: outcome.nothing)
    }

    /// A move in one line; the act of one that is only planned has no name that would ever be found.
    static func line(_ move: OwnershipMove, isPlanned: Bool = false) -> OperationLine {
        OperationLine(
            [
                Self.text("at", move.movedAt.rfc3339), Self.text("type", "move"),
                Self.customer("from", move.from), Self.customer("to", move.to),
                Self.texts("transactions", move.transactionIDs.map(\.rawValue)),
                Self.text("environment", move.environment.rawValue), Self.text("reason", move.reason.rawValue),
            ] + (isPlanned ? [] : move.change.map { [Self.text("change", $0.rawValue)] } ?? [])
        )
    }

    /// Something that happened, in one line.
    static func line(_ entry: TimelineEntry) -> OperationLine {
        let fields: [OperationResult.Field]
        switch entry.subject {
        case .move(let move): return Self.line(move)
        case .event(let event):
            fields = [Self.text("name", event.name.rawValue), Self.number("number", Int(event.number))]
        case .submission(let submission, let environment):
            fields = [
                Self.text("name", submission.intent.rawValue),
                Self.text("transaction", submission.transactionID.rawValue),
                Self.text("environment", environment.rawValue),
            ]
        case .act(let act):
            fields =
                [Self.text("name", act.action.rawValue), Self.text("by", act.operatorName)]
                + (act.outcome.map { [Self.text("outcome", $0.word)] } ?? [])
                + (act.outcome?.code.map { [Self.text("code", $0)] } ?? [])
                + (act.reason?.text.map { [Self.text("reason", $0)] } ?? [])
        case .evidence(let word, let environment):
            fields = Self.fields(word) + [Self.text("environment", environment.rawValue)]
        }
        return OperationLine([Self.text("at", entry.at.rfc3339), Self.text("type", entry.kind.rawValue)] + fields)
    }

    /// Something that an id stands for, in a few lines.
    static func lines(of match: LookupAnswer.Match) -> [OperationLine] {
        switch match {
        case .transaction(let report): return [Self.line("transaction", report)]
        case .originalTransaction(let report): return [Self.line("originalTransaction", report)]
        case .accountToken(let token, let customer):
            return [
                OperationLine([
                    Self.text("type", "accountToken"), Self.text("token", token.description),
                    Self.text("customer", customer.rawValue),
                ])
            ]
        case .customer(let customer, let record):
            return [
                OperationLine(
                    [Self.text("type", "customer"), Self.text("customer", customer.rawValue)]
                        + (record.mergedInto.map { [Self.text("mergedInto", $0.rawValue)] } ?? [])
                )
            ]
        case .appleAccount(let environment, let bindings):
            return bindings.map { binding in
                OperationLine([
                    Self.text("type", "appleAccount"), Self.text("environment", environment.rawValue),
                    Self.text("customer", binding.customer.rawValue), Self.text("firstSeen", binding.firstAt.rfc3339),
                    Self.text("lastSeen", binding.lastAt.rfc3339),
                ])
            }
        case .order(let reports): return reports.map { Self.line("order", $0) }
        }
    }

    private static func line(_ type: String, _ report: TransactionReport) -> OperationLine {
        OperationLine([
            Self.text("type", type), Self.text("transaction", report.transactionID.rawValue),
            Self.text("environment", report.environment.rawValue),
            Self.text("product", report.purchase?.productID.rawValue ?? "unknown"),
            Self.text("state", report.purchase?.state.rawValue ?? "unknown"),
            Self.customer("customer", report.claim.owner),
            Self.text("reason", report.claim.reason.rawValue),
        ])
    }

    private static func fields(_ word: TimelineEntry.Word) -> [OperationResult.Field] {
        switch word {
        case .transaction(let snapshot):
            [
                Self.text("name", snapshot.revocation == nil ? "transaction" : "transaction revoked"),
                Self.text("transaction", snapshot.transactionID.rawValue),
                Self.text("product", snapshot.productID.rawValue),
            ]
        case .renewal(let snapshot):
            [Self.text("name", "renewal"), Self.text("product", snapshot.productID.rawValue)]
                + (snapshot.renewStatusChangedAt.map { [Self.text("renewStatusChangedAt", $0.rfc3339)] } ?? [])
        case .status(let statement):
            [Self.text("name", "status \(statement.status.rawValue)")]
        case .refundRequest(let statement):
            [
                Self.text("name", "refund \(statement.kind.rawValue)"),
                Self.text("transaction", statement.transactionID.rawValue),
            ]
        }
    }

    /// The rights that somebody has, with their name; one without an end has no `until`.
    private static func rights(_ name: String, _ entitlements: [Entitlement]) -> OperationResult.Field {
        let active = entitlements.filter(\.isActive).map { entitlement in
            [Self.text("right", entitlement.right.rawValue)]
                + (entitlement.until.map { [Self.text("until", $0.rfc3339)] } ?? [])
        }
        return .init(name, .list(active))
    }
}
