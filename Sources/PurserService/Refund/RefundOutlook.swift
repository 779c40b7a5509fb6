package import Ledger

/// What comes next in a refund case, and what policies say about it: the facts, the answer that Apple receives if no
/// operator decides, and the answers of other policies.
package struct RefundOutlook: Hashable, Sendable {
    /// The answer of a policy to a request.
    package enum Verdict: Hashable, Sendable {
        /// The server answers at once.
        case answer(RefundReply)
        /// An operator may decide until an instant; afterwards the server answers.
        case hold(until: Instant, then: RefundReply)
        /// The server may not answer.
        case withheld(RefundReply.Refusal)
    }

    /// The answer that Apple receives if no operator decides.
    package enum Next: Hashable, Sendable {
        /// No request is open.
        case nothing
        /// The answer was built, and is sent until Apple has received it.
        case sending(RefundAnswer.SentAnswer)
        /// An operator has decided.
        case person(String, Verdict)
        /// An operator set the answer for every request of the customer.
        case override(by: String, Verdict)
        /// A rule of this version of the policy decides, or `otherwise`.
        case policy(version: Int64, rule: String?, Verdict)
        /// The server may not answer.
        case withheld(RefundReply.Refusal)
        /// The ledger does not know the purchase.
        case purchaseUnknown
    }

    /// What one policy says.
    package struct Opinion: Hashable, Sendable {
        /// The policy.
        package enum Source: Hashable, Sendable {
            /// A published version.
            case published(Int64)
            /// A preset.
            case preset(RefundPreset)
        }

        /// The policy.
        package let source: Source
        /// Whether the policy decides this case: the version in force, or the one on trial for the case's arm.
        package let isCounting: Bool
        /// The rule that matched; `nil` for `otherwise`.
        package let rule: String?
        /// The answer.
        package let verdict: Verdict
        /// The decision of its rules, which explains the answer.
        package let decision: RuleDecision
    }

    /// The maximum number of published policies whose opinions are given: the newest ones.
    package static let policyCount = 5

    /// The facts, by their names in policies; empty where they are unknown or were erased.
    package fileprivate(set) var evidence: [String: RuleValue] = [:]
    /// The origins of facts that can have several, by name.
    package fileprivate(set) var origins: [String: EvidenceOrigin] = [:]
    /// The circumstances that determine which answers Apple accepts; `nil` where the facts are unknown.
    package fileprivate(set) var circumstances: RefundCircumstances?
    /// The answer that Apple receives if no operator decides.
    package fileprivate(set) var next: Next
    /// What policies say, the newest published one first, then the presets.
    package fileprivate(set) var opinions: [Opinion] = []
}

extension RefundAdvisor {
    /// Returns what comes next in a case, with the present facts and with what each policy says about them.
    package func outlook(of record: RefundRecord, at now: Instant) async throws(RefundError) -> RefundOutlook {
        let found = try await self.outlooks(of: [record], in: record.app, comparing: true, at: now)
        return found.first ?? RefundOutlook(next: .nothing)
    }

    /// Returns what comes next in each of these cases, by the facts of their last evaluation where there was one.
    package func outlooks(
        of records: [RefundRecord],
        in app: AppName,
        at now: Instant
    ) async throws(RefundError) -> [RefundOutlook] {
        try await self.outlooks(of: records, in: app, comparing: false, at: now)
    }

    /// Returns the number of the policy in force; 0 where none was published.
    package func policyInForce(in app: AppName) async throws(RefundError) -> Int64 {
        guard let rules = self.rules[app] else { throw .appUnknown(app) }
        do throws(RepositoryError) {
            return try await self.repository.read { view in try rules.counting(in: view).inForce.version }
        } catch {
            throw .storage(error)
        }
    }

    private func outlooks(
        of records: [RefundRecord],
        in app: AppName,
        comparing: Bool,
        at now: Instant
    ) async throws(RefundError) -> [RefundOutlook] {
        guard let served = self.apps[app], let rules = self.rules[app] else { throw .appUnknown(app) }
        guard !records.isEmpty else { return [] }
        do throws(RepositoryError) {
            return try await self.repository.read { view in
                let policies =
                    comparing
                    ? try view.refundPolicies(of: app, before: nil, limit: RefundOutlook.policyCount) : []
                let counting = try rules.counting(in: view)
                return try records.map { record in
                    var outlook = RefundOutlook(next: .nothing)
                    let request = record.openRequest ?? record.refundCase.requests.last
                    guard let request else { return outlook }
                    let answer = record.answer(to: request.id)
                    var override: RefundOverride?
                    let isFixed = record.openRequest == nil || answer?.sent != nil || !comparing
                    if let answer, isFixed, let circumstances = answer.circumstances {
                        outlook.evidence = answer.evidence
                        outlook.origins = answer.origins
                        outlook.circumstances = circumstances
                        override = try record.customer.flatMap { try view.refundOverride(of: $0, app: app) }
                    } else if let sources = try view.refundSources(of: record, request, in: served, rules, at: now) {
                        let facts = RefundFacts(sources, about: record, request, catalog: served.catalog)
                        outlook.evidence = facts.named
                        outlook.origins = facts.origins
                        outlook.circumstances = facts.circumstances
                        override = sources.owner?.override
                    }
                    let policy = counting.policy(for: record.transactionID).policy
                    outlook.next = Self.next(in: record, outlook, policy, override, at: now)
                    if comparing {
                        outlook.opinions = Self.opinions(policies, on: record, request, outlook, policy.version)
                    }
                    return outlook
                }
            }
        } catch {
            throw .storage(error)
        }
    }

    private static func next(
        in record: RefundRecord,
        _ outlook: RefundOutlook,
        _ policy: RefundRules.Applied,
        _ override: RefundOverride?,
        at now: Instant
    ) -> RefundOutlook.Next {
        guard let request = record.openRequest else { return .nothing }
        let answer = record.answer(to: request.id)
        if let sent = answer?.sent { return .sending(sent) }
        if let refusal = answer?.refusal { return .withheld(refusal) }
        guard let circumstances = outlook.circumstances else { return .purchaseUnknown }
        func verdict(_ preference: RefundPreference?) -> RefundOutlook.Verdict {
            RefundOutlook.Verdict(.answer(preference), otherwise: nil, in: circumstances, at: now)
        }
        if let decision = answer?.decision { return .person(decision.by, verdict(decision.preference)) }
        if let override { return .override(by: override.by, verdict(override.preference)) }
        let decision = policy.rules.decision(on: outlook.evidence)
        return .policy(
            version: policy.version,
            rule: decision.matched?.name,
            RefundOutlook.Verdict(
                RefundDecision(decision.answer, for: request, record.deadlines),
                otherwise: policy.second,
                in: circumstances,
                at: now
            )
        )
    }

    private static func opinions(
        _ policies: [RefundPolicy],
        on record: RefundRecord,
        _ request: RefundRequest,
        _ outlook: RefundOutlook,
        _ counting: Int64
    ) -> [RefundOutlook.Opinion] {
        guard let circumstances = outlook.circumstances else { return [] }
        var files: [(source: RefundOutlook.Opinion.Source, file: RuleFile)] = policies.compactMap { policy in
            (try? RefundRules.file(policy.text)).map { (.published(policy.version), $0) }
        }
        files += RefundPreset.allCases.compactMap { preset in (try? preset.file()).map { (.preset(preset), $0) } }
        return files.map { source, file in
            let decision = file.rules.decision(on: outlook.evidence)
            return RefundOutlook.Opinion(
                source: source,
                isCounting: counting == 0 ? source == .preset(.factsOnly) : source == .published(counting),
                rule: decision.matched?.name,
                // What a policy says does not change while time passes.
                verdict: RefundOutlook.Verdict(
                    RefundDecision(decision.answer, for: request, record.deadlines),
                    otherwise: RefundPreference(rawValue: file.rules.otherwise.word),
                    in: circumstances,
                    at: request.signedAt
                ),
                decision: decision
            )
        }
    }
}

extension RefundOutlook.Verdict {
    /// Creates what the server does by a decision at an instant.
    fileprivate init(
        _ decision: RefundDecision,
        otherwise second: RefundPreference?,
        in circumstances: RefundCircumstances,
        at now: Instant
    ) {
        do throws(RefundReply.Refusal) {
            switch decision {
            case .answer(let preference):
                self = .answer(try RefundReply(preference, otherwise: second, in: circumstances))
            case .hold(let until, let preference):
                let reply = try RefundReply(preference, otherwise: second, in: circumstances)
                self = now < until ? .hold(until: until, then: reply) : .answer(reply)
            }
        } catch {
            self = .withheld(error)
        }
    }
}
