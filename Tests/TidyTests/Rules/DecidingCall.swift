/// A call that decides something about purchases, owners, money or work.
///
/// Such calls belong to the ledger. The persistence targets load the values that it needs and save what comes out.
struct DecidingCall: Hashable, Sendable {
    /// The call, as far as its beginning identifies it in code: `EventDerivation(`, `.carryOut(`.
    let spelling: String
    /// What it decides, as the end of the sentence "it decides …".
    let decides: String

    /// A call that decides this.
    init(_ spelling: String, _ decides: String) {
        self.spelling = spelling
        self.decides = decides
    }

    /// The name of the declaration that is called: `resolution` of `Ownership.resolution(`.
    var name: String {
        let path = self.spelling.prefix { character in character != "(" }
        return path.split(separator: ".").last.map(String.init) ?? String(path)
    }

    /// The calls that no persistence target makes.
    static let project =
        Self.chains + Self.owners + Self.entitlements + Self.events + Self.goods + Self.orders + Self.refunds
        + Self.customers + Self.operation

    /// Decisions about what a chain's evidence means.
    private static let chains = [
        Self("FactRecorder", "which facts of a unit are new, and which chains they join"),
        Self("DerivedChain(", "which purchases a chain consists of"),
        Self("PriorChain(", "what a chain meant before a unit of work"),
        Self(".value.purchases", "which purchases a chain consists of"),
        Self(".chain.purchases", "which purchases a chain consists of"),
        Self("Derivation(", "in which state a subscription is"),
        Self(".state(at", "in which state something is at an instant"),
        Self(".stateWithoutNextChange(", "in which state a subscription is"),
        Self(".merge(snapshot", "which of several signed snapshots counts"),
        Self("SaleChange(", "which sales a chain contains, and which of them changed"),
        Self(".sales(in", "which sales a chain contains"),
        Self("FigureChange", "what a chain adds to the figures"),
        Self("SubscriptionFigures(", "what a subscription adds to the figures"),
        Self(".nextAskAt(", "when Apple is asked about a chain"),
        Self(".reportAskAt(", "when Apple is asked about a reported refund"),
    ]

    /// Decisions about who owns a purchase.
    private static let owners = [
        Self("ClaimWriter", "which claims change with a chain"),
        Self("OwnershipChangeWriter", "what an operator's change of ownership does"),
        Self("ChainOwnership(", "which customer owns a purchase"),
        Self("Ownership.resolution(", "which customers own the purchases of several chains"),
        Self("Ownership.claims(", "which customers own the purchases of a chain"),
        Self("Payers(", "which customers paid for a purchase"),
        Self(".isNew(after", "whether a submission is a new one"),
        Self(".following(", "when a change of ownership counts as made"),
        Self(".isSettled(by", "whether a decision of an operator has an effect"),
    ]

    /// Decisions about what a customer may use.
    private static let entitlements = [
        Self(".holding(of", "what a customer holds in a chain"),
        Self(".timedHolding(", "what a customer holds in a chain, and for how long"),
        Self(".entitlements(", "what a customer may use"),
        Self(".sandboxEntitlements(", "what a customer may use in the Sandbox"),
        Self(".nextChange(", "when time changes what a customer may use"),
    ]

    /// Decisions about what is published, and to which sinks.
    private static let events = [
        Self("EventDerivation(", "which events a change of a chain has"),
        Self("EntitlementEventDerivation(", "which events a change of entitlements has"),
        Self("OrderEventDerivation(", "which event a change of an order has"),
        Self("PublishedChain(", "what was published about a chain"),
        Self("NumberedEvent(", "which numbers an event has"),
        Self(".receives(", "which sinks receive an event"),
        Self("filter.admits(", "which events a filter admits"),
        Self(".step(", "which events a replay sends next"),
    ]

    /// Decisions about goods and coins.
    private static let goods = [
        Self("FulfillmentEvaluation(", "which goods a purchase is owed"),
        Self(".demand(policy", "what the policy demands for a purchase"),
        Self(".advanceReleasingHold(", "which state a fulfillment enters"),
        Self(".carryOut(", "whether a wallet has the coins for a request, and which lots it takes"),
        Self(".advance(to", "which coins expire"),
        Self(".transfer(to", "which coins a merged wallet brings"),
        Self(".job.settle(", "when a job is due"),
        Self(".job.lease(", "which worker may carry out a job"),
        Self(".job.conclude(", "what the result of a job changes"),
        Self(".job.perform(", "what an operator's action changes"),
    ]

    /// Decisions about orders.
    private static let orders = [
        Self(".record.apply(", "what an action changes in an order"),
        Self(".hear(", "what a payment or a fulfillment changes in an order"),
        Self(".refuses(", "whether an order refuses an action"),
        Self(".ignores(", "whether an action changes an order"),
        Self(".isPaid(by", "whether a payment pays for an order"),
        Self(".releases(", "whether an order releases held goods"),
        Self(".refusal(openCount", "whether a customer may create another order"),
    ]

    /// Decisions about refunds.
    private static let refunds = [
        Self(".conclude(", "what the result of a job changes"),
        Self(".job.apply(", "what a newer state of a refund changes"),
        Self(".job.decide(", "whether an operator's decision on a refund request still counts"),
        Self(".learn(from", "what a refund request learns from a newer one"),
        Self(".job.wake(", "when a refund request is considered again"),
        Self(".job.move(", "what a new owner, or an operator, changes in a job"),
        Self(".job.forgetPerson(", "what an erasure removes from a refund request"),
        Self(".ending(trial", "whether a trial of a refund policy ends"),
        Self(".ended(at", "whether a trial of a refund policy ends"),
        Self(".decision(", "which rule of a policy answers"),
    ]

    /// Decisions about customers.
    private static let customers = [
        Self(".crossing(after", "whether a customer's risk is worth an event"),
        Self(".raisedAt(after", "since when a customer's risk is raised"),
        Self(".saysSame(", "whether a consent is a new one"),
        Self("CustomerID.erased(", "which name replaces an erased one"),
        Self("JSONText.naming(", "what an erasure changes in an event"),
    ]

    /// Decisions about imports, requests, quotas and alarms.
    private static let operation = [
        Self(".job.add(", "how many rows an import has"),
        Self(".job.retry(", "how many rows an import has to repeat"),
        Self(".joined(with", "what two statements about one thing mean together"),
        Self(".overlaying(", "which of several statements about one thing counts"),
        Self(".status(for", "whether a repeated request is carried out"),
        Self("IdempotentLease.number(", "which lease of a request is the newest"),
        Self("AuditQuota(", "whether an action is entered in the audit log"),
        Self(".start(at", "which signatures count against the limit of an offer"),
        Self("AlarmEvaluation(", "which alarms fire"),
        Self(".covers(", "which alarms a silence covers"),
        Self("RecordingContext(", "under which circumstances a unit publishes"),
    ]
}
