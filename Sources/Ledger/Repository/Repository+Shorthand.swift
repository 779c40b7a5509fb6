extension Repository {
    /// Performs `accessKey` as one unit of work.
    package func accessKey(_ digest: ContentDigest) async throws(RepositoryError) -> AccessKey? {
        try await self.read { unit in try unit.accessKey(digest) }
    }

    /// Performs `accessKey` as one unit of work.
    package func accessKey(_ id: AccessKeyID) async throws(RepositoryError) -> AccessKey? {
        try await self.read { unit in try unit.accessKey(id) }
    }

    /// Performs `accessKeys` as one unit of work.
    package func accessKeys(
        of app: AppName?,
        after id: AccessKeyID?,
        limit: Int
    ) async throws(RepositoryError) -> [AccessKey] {
        try await self.read { unit in try unit.accessKeys(of: app, after: id, limit: limit) }
    }

    /// Performs `customer` as one unit of work.
    package func customer(ofToken digest: ContentDigest, app: AppName) async throws(RepositoryError) -> CustomerID? {
        try await self.read { unit in try unit.customer(ofToken: digest, app: app) }
    }

    /// Performs `customerTokenCount` as one unit of work.
    package func customerTokenCount(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> Int {
        try await self.read { unit in try unit.customerTokenCount(of: customer, app: app) }
    }

    /// Performs `add` as one unit of work.
    package func add(_ key: AccessKey) async throws(RepositoryError) {
        try await self.write { unit in try unit.add(key) }
    }

    /// Performs `revokeAccessKey` as one unit of work.
    package func revokeAccessKey(
        _ id: AccessKeyID,
        _ revocation: AccessKey.Revocation
    ) async throws(RepositoryError) -> AccessKey? {
        try await self.write { unit in try unit.revokeAccessKey(id, revocation) }
    }

    /// Performs `noteUse` as one unit of work.
    package func noteUse(of keys: [AccessKeyID: Instant]) async throws(RepositoryError) {
        try await self.write { unit in try unit.noteUse(of: keys) }
    }

    /// Performs `add` as one unit of work.
    package func add(_ token: CustomerTokenRecord) async throws(RepositoryError) {
        try await self.write { unit in try unit.add(token) }
    }

    /// Performs `removeUnusedCustomerTokens` as one unit of work.
    package func removeUnusedCustomerTokens(
        seenBefore instant: Instant,
        limit: Int
    ) async throws(RepositoryError) -> (removed: Int, isDone: Bool) {
        try await self.write { unit in try unit.removeUnusedCustomerTokens(seenBefore: instant, limit: limit) }
    }

    /// Performs `removeCustomerTokens` as one unit of work.
    package func removeCustomerTokens(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> Int {
        try await self.write { unit in try unit.removeCustomerTokens(of: customer, app: app) }
    }

    /// Performs `begin` as one unit of work.
    package func begin(
        _ request: IdempotentRequest,
        maximum: Int?,
        at now: Instant,
        leaseEnd: Instant,
        keptUntil: Instant
    ) async throws(RepositoryError) -> IdempotencyStatus {
        try await self.write { unit in
            try unit.begin(request, maximum: maximum, at: now, leaseEnd: leaseEnd, keptUntil: keptUntil)
        }
    }

    /// Performs `end` as one unit of work.
    package func end(_ lease: IdempotentLease, _ answer: IdempotentResponse) async throws(RepositoryError) {
        try await self.write { unit in try unit.end(lease, answer) }
    }

    /// Performs `abandon` as one unit of work.
    package func abandon(_ lease: IdempotentLease) async throws(RepositoryError) {
        try await self.write { unit in try unit.abandon(lease) }
    }

    /// Performs `forgetAnswers` as one unit of work.
    package func forgetAnswers(at now: Instant, limit: Int) async throws(RepositoryError) -> Int {
        try await self.write { unit in try unit.forgetAnswers(at: now, limit: limit) }
    }

    /// Performs `auditHead` as one unit of work.
    package func auditHead() async throws(RepositoryError) -> AuditHead {
        try await self.read { unit in try unit.auditHead() }
    }

    /// Performs `auditEntries` as one unit of work.
    package func auditEntries(after number: Int64, limit: Int) async throws(RepositoryError) -> [AuditEntry] {
        try await self.read { unit in try unit.auditEntries(after: number, limit: limit) }
    }

    /// Performs `append` as one unit of work.
    package func append(_ draft: AuditDraft, within quota: BudgetName?) async throws(RepositoryError) -> AuditEntry? {
        try await self.write { unit in try unit.append(draft, within: quota) }
    }

    /// Performs `catalogVersions` as one unit of work.
    package func catalogVersions(
        of app: AppName,
        before number: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [CatalogVersion] {
        try await self.read { unit in try unit.catalogVersions(of: app, before: number, limit: limit) }
    }

    /// Performs `catalogText` as one unit of work.
    package func catalogText(_ number: Int64, of app: AppName) async throws(RepositoryError) -> CatalogText? {
        try await self.read { unit in try unit.catalogText(number, of: app) }
    }

    /// Performs `keep` as one unit of work.
    package func keep(_ version: CatalogVersion, text: CatalogText) async throws(RepositoryError) -> Bool {
        try await self.write { unit in try unit.keep(version, text: text) }
    }

    /// Performs `ledger` as one unit of work.
    package func ledger(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> CustomerLedger {
        try await self.read { unit in try unit.ledger(of: customer, app: app, environment: environment) }
    }

    /// Performs `chain` as one unit of work.
    package func chain(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> OwnedChain? {
        try await self.read { unit in try unit.chain(of: transaction, app: app, environment: environment) }
    }

    /// Performs `dueChains` as one unit of work.
    package func dueChains(at now: Instant, limit: Int) async throws(RepositoryError) -> [DueChain] {
        try await self.read { unit in try unit.dueChains(at: now, limit: limit) }
    }

    /// Performs `nextChainDueAt` as one unit of work.
    package func nextChainDueAt() async throws(RepositoryError) -> Instant? {
        try await self.read { unit in try unit.nextChainDueAt() }
    }

    /// Performs `advance` as one unit of work.
    package func advance(_ chain: DueChain, at now: Instant, catalog: Catalog) async throws(RepositoryError) {
        try await self.write { unit in try unit.advance(chain, at: now, catalog: catalog) }
    }

    /// Performs `newestOutage` as one unit of work.
    package func newestOutage() async throws(RepositoryError) -> Instant? {
        try await self.read { unit in try unit.newestOutage() }
    }

    /// Performs `revokedCertificates` as one unit of work.
    package func revokedCertificates() async throws(RepositoryError) -> [RevokedCertificate] {
        try await self.read { unit in try unit.revokedCertificates() }
    }

    /// Performs `changeBudget` as one unit of work.
    package func changeBudget(
        _ name: BudgetName,
        _ change: @escaping @Sendable (Int64) -> Int64?
    ) async throws(RepositoryError) -> Int64 {
        try await self.write { unit in try unit.changeBudget(name, change) }
    }

    /// Performs `acquire` as one unit of work.
    package func acquire(
        _ leaderRole: LeaderRole,
        by node: NodeID,
        at now: Instant,
        until: Instant
    ) async throws(RepositoryError) -> Bool {
        try await self.write { unit in try unit.acquire(leaderRole, by: node, at: now, until: until) }
    }

    /// Performs `release` as one unit of work.
    package func release(_ leaderRole: LeaderRole, by node: NodeID) async throws(RepositoryError) {
        try await self.write { unit in try unit.release(leaderRole, by: node) }
    }

    /// Performs `noteOutage` as one unit of work.
    package func noteOutage(at instant: Instant) async throws(RepositoryError) {
        try await self.write { unit in try unit.noteOutage(at: instant) }
    }

    /// Performs `keep` as one unit of work.
    package func keep(_ revoked: RevokedCertificate) async throws(RepositoryError) {
        try await self.write { unit in try unit.keep(revoked) }
    }

    /// Performs `facts` as one unit of work.
    package func facts(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> CustomerFacts {
        try await self.read { unit in try unit.facts(of: customer, app: app) }
    }

    /// Performs `consents` as one unit of work.
    package func consents(of customer: CustomerID, app: AppName, limit: Int) async throws(RepositoryError) -> [Consent]
    {
        try await self.read { unit in try unit.consents(of: customer, app: app, limit: limit) }
    }

    /// Performs `auditEntries` as one unit of work.
    package func auditEntries(
        of customer: CustomerID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [AuditEntry] {
        try await self.read { unit in try unit.auditEntries(of: customer, app: app, limit: limit) }
    }

    /// Performs `submissions` as one unit of work.
    package func submissions(
        of customer: CustomerID,
        among transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [Submission] {
        try await self.read { unit in
            try unit.submissions(of: customer, among: transactions, app: app, environment: environment)
        }
    }

    /// Performs `record` as one unit of work.
    package func record(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> CustomerRecord? {
        try await self.read { unit in try unit.record(of: customer, app: app) }
    }

    /// Performs `state` as one unit of work.
    package func state(_ facts: [CustomerFact], of customer: CustomerID, app: AppName) async throws(RepositoryError) {
        try await self.write { unit in try unit.state(facts, of: customer, app: app) }
    }

    /// Performs `keep` as one unit of work.
    package func keep(_ consent: Consent, of customer: CustomerID, app: AppName) async throws(RepositoryError) -> Bool {
        try await self.write { unit in try unit.keep(consent, of: customer, app: app) }
    }

    /// Performs `withdraw` as one unit of work.
    package func withdraw(
        _ id: ConsentID,
        _ withdrawal: Consent.Withdrawal,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Consent? {
        try await self.write { unit in try unit.withdraw(id, withdrawal, of: customer, app: app) }
    }

    /// Performs `erasePersonalFields` as one unit of work.
    package func erasePersonalFields(of customer: CustomerID, app: AppName) async throws(RepositoryError) {
        try await self.write { unit in try unit.erasePersonalFields(of: customer, app: app) }
    }

    /// Performs `holdings` as one unit of work.
    package func holdings(
        of customer: CustomerID,
        app: AppName,
        environments: [StoreEnvironment],
        gracePolicy: GracePolicy,
        at now: Instant
    ) async throws(RepositoryError) -> CustomerHoldings {
        try await self.read { unit in
            try unit.holdings(of: customer, app: app, environments: environments, gracePolicy: gracePolicy, at: now)
        }
    }

    /// Performs `dueEntitlements` as one unit of work.
    package func dueEntitlements(at now: Instant, limit: Int) async throws(RepositoryError) -> [DueEntitlements] {
        try await self.read { unit in try unit.dueEntitlements(at: now, limit: limit) }
    }

    /// Performs `advance` as one unit of work.
    package func advance(
        _ entitlements: DueEntitlements,
        at now: Instant,
        catalog: Catalog
    ) async throws(RepositoryError) {
        try await self.write { unit in try unit.advance(entitlements, at: now, catalog: catalog) }
    }

    /// Performs `events` as one unit of work.
    package func events(
        of stream: EventStream,
        after number: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [Event] {
        try await self.read { unit in try unit.events(of: stream, after: number, limit: limit) }
    }

    /// Performs `oldestUnsentEvent` as one unit of work.
    package func oldestUnsentEvent(
        for sink: SinkName,
        of app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> Instant? {
        try await self.read { unit in try unit.oldestUnsentEvent(for: sink, of: app, limit: limit) }
    }

    /// Performs `setSinks` as one unit of work.
    package func setSinks(_ names: [SinkName], of app: AppName) async throws(RepositoryError) {
        try await self.write { unit in try unit.setSinks(names, of: app) }
    }

    /// Performs `acknowledge` as one unit of work.
    package func acknowledge(
        _ lease: EventStreamLease,
        through number: Int64,
        until: Instant
    ) async throws(RepositoryError)
        -> EventStreamLease.Progress
    {
        try await self.write { unit in try unit.acknowledge(lease, through: number, until: until) }
    }

    /// Performs `putBack` as one unit of work.
    package func putBack(_ lease: EventStreamLease, until: Instant) async throws(RepositoryError) {
        try await self.write { unit in try unit.putBack(lease, until: until) }
    }

    /// Performs `isHeld` as one unit of work.
    package func isHeld(_ digest: EvidenceDigest, app: AppName) async throws(RepositoryError) -> Bool {
        try await self.read { unit in try unit.isHeld(digest, app: app) }
    }

    /// Performs `dueHeldEvidence` as one unit of work.
    package func dueHeldEvidence(at now: Instant, limit: Int) async throws(RepositoryError) -> [HeldEvidence] {
        try await self.read { unit in try unit.dueHeldEvidence(at: now, limit: limit) }
    }

    /// Performs `nextHeldDueAt` as one unit of work.
    package func nextHeldDueAt() async throws(RepositoryError) -> Instant? {
        try await self.read { unit in try unit.nextHeldDueAt() }
    }

    /// Performs `heldCounts` as one unit of work.
    package func heldCounts() async throws(RepositoryError) -> [HeldEvidence.Reason: Int] {
        try await self.read { unit in try unit.heldCounts() }
    }

    /// Performs `evidence` as one unit of work.
    package func evidence(
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [(position: Int64, app: AppName, evidence: SignedEvidence)] {
        try await self.read { unit in try unit.evidence(after: position, limit: limit) }
    }

    /// Performs `newestEvidencePosition` as one unit of work.
    package func newestEvidencePosition() async throws(RepositoryError) -> Int64 {
        try await self.read { unit in try unit.newestEvidencePosition() }
    }

    /// Performs `evidence` as one unit of work.
    package func evidence(_ digest: EvidenceDigest, app: AppName) async throws(RepositoryError) -> SignedEvidence? {
        try await self.read { unit in try unit.evidence(digest, app: app) }
    }

    /// Performs `hold` as one unit of work.
    package func hold(_ held: HeldEvidence) async throws(RepositoryError) {
        try await self.write { unit in try unit.hold(held) }
    }

    /// Performs `judge` as one unit of work.
    package func judge(_ held: HeldEvidence) async throws(RepositoryError) {
        try await self.write { unit in try unit.judge(held) }
    }

    /// Performs `reviewHeldEvidence` as one unit of work.
    package func reviewHeldEvidence(_ reasons: Set<HeldEvidence.Reason>, at now: Instant) async throws(RepositoryError)
    {
        try await self.write { unit in try unit.reviewHeldEvidence(reasons, at: now) }
    }

    /// Performs `renewalExtension` as one unit of work.
    package func renewalExtension(
        _ id: RenewalExtensionID,
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> RenewalExtension? {
        try await self.read { unit in try unit.renewalExtension(id, of: app, environment: environment) }
    }

    /// Performs `openRenewalExtensions` as one unit of work.
    package func openRenewalExtensions(
        of app: AppName,
        environment: StoreEnvironment,
        after order: RenewalExtension?,
        limit: Int
    ) async throws(RepositoryError) -> [RenewalExtension] {
        try await self.read { unit in
            try unit.openRenewalExtensions(of: app, environment: environment, after: order, limit: limit)
        }
    }

    /// Performs `renewalExtensions` as one unit of work.
    package func renewalExtensions(
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) async throws(RepositoryError) -> [RenewalExtension] {
        try await self.read { unit in try unit.renewalExtensions(of: app, environment: environment, limit: limit) }
    }

    /// Performs `failures` as one unit of work.
    package func failures(of order: RenewalExtension, limit: Int) async throws(RepositoryError) -> [ExtensionFailure] {
        try await self.read { unit in try unit.failures(of: order, limit: limit) }
    }

    /// Performs `create` as one unit of work.
    package func create(_ order: RenewalExtension) async throws(RepositoryError) -> RenewalExtension {
        try await self.write { unit in try unit.create(order) }
    }

    /// Performs `keep` as one unit of work.
    package func keep(_ order: RenewalExtension) async throws(RepositoryError) {
        try await self.write { unit in try unit.keep(order) }
    }

    /// Performs `keep` as one unit of work.
    package func keep(_ failure: ExtensionFailure) async throws(RepositoryError) {
        try await self.write { unit in try unit.keep(failure) }
    }

    /// Performs `fulfillment` as one unit of work.
    package func fulfillment(_ id: FulfillmentID, of app: AppName) async throws(RepositoryError) -> Fulfillment? {
        try await self.read { unit in try unit.fulfillment(id, of: app) }
    }

    /// Performs `fulfillments` as one unit of work.
    package func fulfillments(
        of app: AppName,
        matching filter: FulfillmentFilter,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedFulfillment] {
        try await self.read { unit in try unit.fulfillments(of: app, matching: filter, after: position, limit: limit) }
    }

    /// Performs `oldestOpenPurchase` as one unit of work.
    package func oldestOpenPurchase(of app: AppName) async throws(RepositoryError) -> Instant? {
        try await self.read { unit in try unit.oldestOpenPurchase(of: app) }
    }

    /// Performs `suspendedFulfillmentCount` as one unit of work.
    package func suspendedFulfillmentCount(of app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.read { unit in try unit.suspendedFulfillmentCount(of: app, limit: limit) }
    }

    /// Performs `conclude` as one unit of work.
    package func conclude(
        _ lease: FulfillmentLease,
        _ outcome: FulfillmentOutcome,
        at now: Instant
    ) async throws(RepositoryError) -> Fulfillment? {
        try await self.write { unit in try unit.conclude(lease, outcome, at: now) }
    }

    /// Performs `perform` as one unit of work.
    package func perform(
        _ action: FulfillmentAction,
        on id: FulfillmentID,
        of app: AppName,
        at now: Instant,
        workersAt: Instant,
        catalog: Catalog
    ) async throws(RepositoryError) -> FulfillmentAnswer? {
        try await self.write { unit in
            try unit.perform(action, on: id, of: app, at: now, workersAt: workersAt, catalog: catalog)
        }
    }

    /// Performs `periods` as one unit of work.
    package func periods(
        endedWithin span: Range<Instant>,
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) async throws(RepositoryError) -> EndedPeriods {
        try await self.read { unit in
            try unit.periods(endedWithin: span, of: app, environment: environment, limit: limit)
        }
    }

    /// Performs `subscription` as one unit of work.
    package func subscription(
        near place: Double,
        of app: AppName,
        environment: StoreEnvironment,
        endingWithin span: Range<Instant>,
        at now: Instant
    ) async throws(RepositoryError) -> OriginalTransactionID? {
        try await self.read { unit in
            try unit.subscription(near: place, of: app, environment: environment, endingWithin: span, at: now)
        }
    }

    /// Performs `sandboxCustomerCount` as one unit of work.
    package func sandboxCustomerCount(of app: AppName, since instant: Instant) async throws(RepositoryError) -> Int {
        try await self.read { unit in try unit.sandboxCustomerCount(of: app, since: instant) }
    }

    /// Performs `databaseBytes` as one unit of work.
    package func databaseBytes() async throws(RepositoryError) -> Int64? {
        try await self.read { unit in try unit.databaseBytes() }
    }

    /// Performs `grants` as one unit of work.
    package func grants(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> [Grant] {
        try await self.read { unit in try unit.grants(of: customer, app: app) }
    }

    /// Performs `keep` as one unit of work.
    package func keep(
        _ grant: Grant,
        for customer: CustomerID,
        app: AppName,
        catalog: Catalog
    ) async throws(RepositoryError) -> Bool {
        try await self.write { unit in try unit.keep(grant, for: customer, app: app, catalog: catalog) }
    }

    /// Performs `revoke` as one unit of work.
    package func revoke(
        _ id: GrantID,
        of customer: CustomerID,
        app: AppName,
        _ revocation: Grant.Revocation,
        catalog: Catalog
    ) async throws(RepositoryError) -> Grant? {
        try await self.write { unit in try unit.revoke(id, of: customer, app: app, revocation, catalog: catalog) }
    }

    /// Performs `dueChainChecks` as one unit of work.
    package func dueChainChecks(at now: Instant, limit: Int) async throws(RepositoryError) -> [ChainCheck] {
        try await self.read { unit in try unit.dueChainChecks(at: now, limit: limit) }
    }

    /// Performs `history` as one unit of work.
    package func history(
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> HistoryProgress {
        try await self.read { unit in try unit.history(of: app, environment: environment) }
    }

    /// Performs `missingNotifications` as one unit of work.
    package func missingNotifications(
        _ uuids: [String],
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> Set<String> {
        try await self.read { unit in try unit.missingNotifications(uuids, of: app, environment: environment) }
    }

    /// Performs `answered` as one unit of work.
    package func answered(
        _ check: ChainCheck,
        at askedAt: Instant,
        revision: String?,
        gracePolicy: GracePolicy
    ) async throws(RepositoryError) {
        try await self.write { unit in
            try unit.answered(check, at: askedAt, revision: revision, gracePolicy: gracePolicy)
        }
    }

    /// Performs `putOff` as one unit of work.
    package func putOff(_ check: ChainCheck, until: Instant) async throws(RepositoryError) {
        try await self.write { unit in try unit.putOff(check, until: until) }
    }

    /// Performs `askAbout` as one unit of work.
    package func askAbout(
        _ chains: [OriginalTransactionID],
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) {
        try await self.write { unit in try unit.askAbout(chains, of: app, environment: environment, at: now) }
    }

    /// Performs `planHistory` as one unit of work.
    package func planHistory(
        of app: AppName,
        environment: StoreEnvironment,
        windows: [HistoryWindow],
        through: Instant,
        deepAt: Instant?
    ) async throws(RepositoryError) {
        try await self.write { unit in
            try unit.planHistory(of: app, environment: environment, windows: windows, through: through, deepAt: deepAt)
        }
    }

    /// Performs `readHistory` as one unit of work.
    package func readHistory(
        _ window: HistoryWindow,
        of app: AppName,
        environment: StoreEnvironment,
        to next: HistoryWindow?,
        count: HistoryCount
    ) async throws(RepositoryError) {
        try await self.write { unit in
            try unit.readHistory(window, of: app, environment: environment, to: next, count: count)
        }
    }

    /// Performs `importJob` as one unit of work.
    package func importJob(_ id: ImportJobID, of app: AppName) async throws(RepositoryError) -> ImportJob? {
        try await self.read { unit in try unit.importJob(id, of: app) }
    }

    /// Performs `importJobs` as one unit of work.
    package func importJobs(of app: AppName, limit: Int) async throws(RepositoryError) -> [ImportJob] {
        try await self.read { unit in try unit.importJobs(of: app, limit: limit) }
    }

    /// Performs `importJobs` as one unit of work.
    package func importJobs(
        of app: AppName,
        in state: ImportJob.State,
        limit: Int
    ) async throws(RepositoryError) -> [ImportJob] {
        try await self.read { unit in try unit.importJobs(of: app, in: state, limit: limit) }
    }

    /// Performs `pendingImportRows` as one unit of work.
    package func pendingImportRows(
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) async throws(RepositoryError) -> [ImportRow] {
        try await self.read { unit in try unit.pendingImportRows(of: id, in: app, after: position, limit: limit) }
    }

    /// Performs `pendingImportRows` as one unit of work.
    package func pendingImportRows(
        of id: ImportJobID,
        in app: AppName,
        naming appleIDs: [String]
    ) async throws(RepositoryError) -> [ImportRow] {
        try await self.read { unit in try unit.pendingImportRows(of: id, in: app, naming: appleIDs) }
    }

    /// Performs `failedImportRows` as one unit of work.
    package func failedImportRows(
        of id: ImportJobID,
        in app: AppName,
        after position: ImportRow.Position,
        limit: Int
    ) async throws(RepositoryError) -> [ImportRow] {
        try await self.read { unit in try unit.failedImportRows(of: id, in: app, after: position, limit: limit) }
    }

    /// Performs `importFact` as one unit of work.
    package func importFact(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> ImportFact? {
        try await self.read { unit in try unit.importFact(of: transaction, app: app, environment: environment) }
    }

    /// Performs `beginImport` as one unit of work.
    package func beginImport(_ job: ImportJob) async throws(RepositoryError) {
        try await self.write { unit in try unit.beginImport(job) }
    }

    /// Performs `addImportRows` as one unit of work.
    package func addImportRows(
        _ rows: [ImportRow],
        to id: ImportJobID,
        of app: AppName
    ) async throws(RepositoryError) -> ImportJob? {
        try await self.write { unit in try unit.addImportRows(rows, to: id, of: app) }
    }

    /// Performs `moveImport` as one unit of work.
    package func moveImport(
        _ id: ImportJobID,
        of app: AppName,
        from states: Set<ImportJob.State>,
        to state: ImportJob.State,
        pause: ImportJob.Pause?,
        at now: Instant
    ) async throws(RepositoryError) -> ImportJob? {
        try await self.write { unit in try unit.moveImport(id, of: app, from: states, to: state, pause: pause, at: now)
        }
    }

    /// Performs `settleImportRows` as one unit of work.
    package func settleImportRows(
        _ states: [ImportRow.Position: ImportRow.State],
        of id: ImportJobID,
        in app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> ImportJob? {
        try await self.write { unit in try unit.settleImportRows(states, of: id, in: app, at: now) }
    }

    /// Performs `retryImportRows` as one unit of work.
    package func retryImportRows(of id: ImportJobID, in app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.write { unit in try unit.retryImportRows(of: id, in: app, limit: limit) }
    }

    /// Performs `removeAbandonedImportRows` as one unit of work.
    package func removeAbandonedImportRows(of app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.write { unit in try unit.removeAbandonedImportRows(of: app, limit: limit) }
    }

    /// Performs `legacyUses` as one unit of work.
    package func legacyUses(of app: AppName, since day: CivilDay) async throws(RepositoryError) -> [LegacyUse] {
        try await self.read { unit in try unit.legacyUses(of: app, since: day) }
    }

    /// Performs `firstLegacyUseDay` as one unit of work.
    package func firstLegacyUseDay(of app: AppName) async throws(RepositoryError) -> CivilDay? {
        try await self.read { unit in try unit.firstLegacyUseDay(of: app) }
    }

    /// Performs `count` as one unit of work.
    package func count(_ uses: [LegacyUse]) async throws(RepositoryError) {
        try await self.write { unit in try unit.count(uses) }
    }

    /// Performs `signatures` as one unit of work.
    package func signatures(
        of offer: OfferID,
        _ productID: ProductID,
        for customer: CustomerID,
        app: AppName,
        since: Instant
    ) async throws(RepositoryError) -> [Instant] {
        try await self.read { unit in try unit.signatures(of: offer, productID, for: customer, app: app, since: since) }
    }

    /// Performs `keep` as one unit of work.
    package func keep(_ signed: SignedOffer, within limit: OfferLimit?) async throws(RepositoryError) -> Bool {
        try await self.write { unit in try unit.keep(signed, within: limit) }
    }

    /// Performs `discard` as one unit of work.
    package func discard(_ signed: SignedOffer) async throws(RepositoryError) {
        try await self.write { unit in try unit.discard(signed) }
    }

    /// Performs `order` as one unit of work.
    package func order(_ id: OrderID, app: AppName) async throws(RepositoryError) -> OrderRecord? {
        try await self.read { unit in try unit.order(id, app: app) }
    }

    /// Performs `order` as one unit of work.
    package func order(with token: AccountToken, app: AppName) async throws(RepositoryError) -> OrderRecord? {
        try await self.read { unit in try unit.order(with: token, app: app) }
    }

    /// Performs `orders` as one unit of work.
    package func orders(
        in queue: OrderQueue,
        app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedOrder] {
        try await self.read { unit in try unit.orders(in: queue, app: app, after: position, limit: limit) }
    }

    /// Performs `orders` as one unit of work.
    package func orders(
        of customer: CustomerID,
        app: AppName,
        before position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedOrder] {
        try await self.read { unit in try unit.orders(of: customer, app: app, before: position, limit: limit) }
    }

    /// Performs `openOrders` as one unit of work.
    package func openOrders(
        of customer: CustomerID,
        app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> OpenOrders {
        try await self.read { unit in try unit.openOrders(of: customer, app: app, at: now) }
    }

    /// Performs `orderCount` as one unit of work.
    package func orderCount(of customer: CustomerID, app: AppName, since: Instant) async throws(RepositoryError) -> Int
    {
        try await self.read { unit in try unit.orderCount(of: customer, app: app, since: since) }
    }

    /// Performs `paymentsWithoutOrder` as one unit of work.
    package func paymentsWithoutOrder(
        app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [(position: Int64, payment: OrderPayment)] {
        try await self.read { unit in try unit.paymentsWithoutOrder(app: app, after: position, limit: limit) }
    }

    /// Performs `orderProgress` as one unit of work.
    package func orderProgress(of app: AppName) async throws(RepositoryError) -> Int64? {
        try await self.read { unit in try unit.orderProgress(of: app) }
    }

    /// Performs `dueOrders` as one unit of work.
    package func dueOrders(at now: Instant, limit: Int) async throws(RepositoryError) -> [(app: AppName, id: OrderID)] {
        try await self.read { unit in try unit.dueOrders(at: now, limit: limit) }
    }

    /// Performs `nextOrderDueAt` as one unit of work.
    package func nextOrderDueAt() async throws(RepositoryError) -> Instant? {
        try await self.read { unit in try unit.nextOrderDueAt() }
    }

    /// Performs `dueOrderChecks` as one unit of work.
    package func dueOrderChecks(
        of app: AppName,
        at now: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [OrderRecord] {
        try await self.read { unit in try unit.dueOrderChecks(of: app, at: now, limit: limit) }
    }

    /// Performs `block` as one unit of work.
    package func block(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> CustomerBlock? {
        try await self.read { unit in try unit.block(of: customer, app: app) }
    }

    /// Performs `create` as one unit of work.
    package func create(
        _ order: Order,
        app: AppName,
        catalog: Catalog,
        after newest: Int64?,
        within limits: OrderLimits
    ) async throws(RepositoryError) -> OrderCreation {
        try await self.write { unit in try unit.create(order, app: app, catalog: catalog, after: newest, within: limits)
        }
    }

    /// Performs `perform` as one unit of work.
    package func perform(
        _ action: OrderAction,
        on id: OrderID,
        app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> OrderRecord? {
        try await self.write { unit in try unit.perform(action, on: id, app: app, at: now) }
    }

    /// Performs `hear` as one unit of work.
    package func hear(
        _ payments: [OrderPayment],
        fulfillments: [FulfillmentID],
        app: AppName,
        from position: Int64,
        through last: Int64,
        at now: Instant
    ) async throws(RepositoryError) -> Bool {
        try await self.write { unit in
            try unit.hear(payments, fulfillments: fulfillments, app: app, from: position, through: last, at: now)
        }
    }

    /// Performs `block` as one unit of work.
    package func block(
        _ customer: CustomerID,
        _ block: CustomerBlock?,
        app: AppName
    ) async throws(RepositoryError) -> CustomerBlockChange {
        try await self.write { unit in try unit.block(customer, block, app: app) }
    }

    /// Performs `ownershipChange` as one unit of work.
    package func ownershipChange(
        _ id: OwnershipChangeID,
        of app: AppName
    ) async throws(RepositoryError) -> (change: OwnershipChange, isUndone: Bool)? {
        try await self.read { unit in try unit.ownershipChange(id, of: app) }
    }

    /// Performs `transfers` as one unit of work.
    package func transfers(
        of customer: CustomerID,
        app: AppName,
        skipping: Int,
        limit: Int
    ) async throws(RepositoryError) -> [OwnershipTransfer] {
        try await self.read { unit in try unit.transfers(of: customer, app: app, skipping: skipping, limit: limit) }
    }

    /// Performs `transfers` as one unit of work.
    package func transfers(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) async throws(RepositoryError) -> [OwnershipTransfer] {
        try await self.read { unit in
            try unit.transfers(of: transaction, app: app, environment: environment, limit: limit)
        }
    }

    /// Performs `accountTokens` as one unit of work.
    package func accountTokens(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> [AccountToken] {
        try await self.read { unit in try unit.accountTokens(of: customer, app: app) }
    }

    /// Performs `customer` as one unit of work.
    package func customer(of token: AccountToken, app: AppName) async throws(RepositoryError) -> CustomerID? {
        try await self.read { unit in try unit.customer(of: token, app: app) }
    }

    /// Performs `appleAccounts` as one unit of work.
    package func appleAccounts(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [AppleAccountBinding] {
        try await self.read { unit in try unit.appleAccounts(of: customer, app: app, environment: environment) }
    }

    /// Performs `unclaimedChains` as one unit of work.
    package func unclaimedChains(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [OwnedChain] {
        try await self.read { unit in try unit.unclaimedChains(of: account, app: app, environment: environment) }
    }

    /// Performs `bindings` as one unit of work.
    package func bindings(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [AppleAccountBinding] {
        try await self.read { unit in try unit.bindings(of: account, app: app, environment: environment) }
    }

    /// Performs `change` as one unit of work.
    package func change(
        _ change: OwnershipChange,
        of app: AppName,
        catalog: Catalog,
        isPreview: Bool
    ) async throws(RepositoryError) -> Result<[OwnershipTransfer], OwnershipRefusal> {
        try await self.write { unit in try unit.change(change, of: app, catalog: catalog, isPreview: isPreview) }
    }

    /// Performs `preview` as one unit of work.
    package func preview(_ intake: Intake) async throws(RepositoryError) -> OwnershipPreview {
        try await self.write { unit in try unit.preview(intake) }
    }

    /// Performs `assign` as one unit of work.
    package func assign(
        _ token: AccountToken,
        to customer: CustomerID,
        app: AppName,
        at now: Instant,
        catalog: Catalog
    ) async throws(RepositoryError) -> Bool {
        try await self.write { unit in try unit.assign(token, to: customer, app: app, at: now, catalog: catalog) }
    }

    /// Performs `fetchedPrices` as one unit of work.
    package func fetchedPrices(
        of product: ProductID,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [FetchedPrice] {
        try await self.read { unit in try unit.fetchedPrices(of: product, app: app, limit: limit) }
    }

    /// Performs `fetchedPrices` as one unit of work.
    package func fetchedPrices(
        in storefront: String,
        app: AppName,
        limit: Int
    ) async throws(RepositoryError) -> [FetchedPrice] {
        try await self.read { unit in try unit.fetchedPrices(in: storefront, app: app, limit: limit) }
    }

    /// Performs `priceLadders` as one unit of work.
    package func priceLadders(in currency: String, app: AppName) async throws(RepositoryError) -> [PriceLadder] {
        try await self.read { unit in try unit.priceLadders(in: currency, app: app) }
    }

    /// Performs `priceConsents` as one unit of work.
    package func priceConsents(
        of app: AppName,
        after place: Int64,
        limit: Int
    ) async throws(RepositoryError) -> PriceConsentPage {
        try await self.read { unit in try unit.priceConsents(of: app, after: place, limit: limit) }
    }

    /// Performs `keep` as one unit of work.
    package func keep(_ prices: [FetchedPrice], of app: AppName) async throws(RepositoryError) {
        try await self.write { unit in try unit.keep(prices, of: app) }
    }

    /// Performs `keep` as one unit of work.
    package func keep(
        _ ladders: [PriceLadder],
        of app: AppName,
        at now: Instant,
        by name: String
    ) async throws(RepositoryError) {
        try await self.write { unit in try unit.keep(ladders, of: app, at: now, by: name) }
    }

    /// Performs `probe` as one unit of work.
    package func probe() async throws(RepositoryError) {
        try await self.write { unit in try unit.probe() }
    }

    /// Performs `keep` as one unit of work.
    package func keep(_ receipts: [StoredReceipt]) async throws(RepositoryError) {
        try await self.write { unit in try unit.keep(receipts) }
    }

    /// Performs `expediteReceipts` as one unit of work.
    package func expediteReceipts(
        of chains: [OriginalTransactionID],
        app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) -> Int {
        try await self.write { unit in
            try unit.expediteReceipts(of: chains, app: app, environment: environment, at: now)
        }
    }

    /// Performs `settle` as one unit of work.
    package func settle(_ lease: ReceiptLease, _ step: ReceiptStep) async throws(RepositoryError) -> Bool {
        try await self.write { unit in try unit.settle(lease, step) }
    }

    /// Performs `refund` as one unit of work.
    package func refund(_ id: RefundID, of app: AppName) async throws(RepositoryError) -> RefundRecord? {
        try await self.read { unit in try unit.refund(id, of: app) }
    }

    /// Performs `refunds` as one unit of work.
    package func refunds(
        of app: AppName,
        matching filter: RefundFilter,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedRefund] {
        try await self.read { unit in try unit.refunds(of: app, matching: filter, after: position, limit: limit) }
    }

    /// Performs `refunds` as one unit of work.
    package func refunds(
        of app: AppName,
        openedAfter cursor: RefundCursor,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedRefund] {
        try await self.read { unit in try unit.refunds(of: app, openedAfter: cursor, limit: limit) }
    }

    /// Performs `reportedRefunds` as one unit of work.
    package func reportedRefunds(
        of app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedReportedRefund] {
        try await self.read { unit in try unit.reportedRefunds(of: app, after: position, limit: limit) }
    }

    /// Performs `reportedRefunds` as one unit of work.
    package func reportedRefunds(
        of app: AppName,
        reportedAfter cursor: RefundCursor,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedReportedRefund] {
        try await self.read { unit in try unit.reportedRefunds(of: app, reportedAfter: cursor, limit: limit) }
    }

    /// Performs `refunds` as one unit of work.
    package func refunds(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment,
        before: Instant,
        limit: Int
    ) async throws(RepositoryError) -> [AccountRefund] {
        try await self.read { unit in
            try unit.refunds(of: account, app: app, environment: environment, before: before, limit: limit)
        }
    }

    /// Performs `refundPolicies` as one unit of work.
    package func refundPolicies(
        of app: AppName,
        before version: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [RefundPolicy] {
        try await self.read { unit in try unit.refundPolicies(of: app, before: version, limit: limit) }
    }

    /// Performs `consumption` as one unit of work.
    package func consumption(
        of transactions: [TransactionID],
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> ConsumptionEvidence? {
        try await self.read { unit in try unit.consumption(of: transactions, app: app, environment: environment) }
    }

    /// Performs `tallies` as one unit of work.
    package func tallies(
        of version: Int64,
        app: AppName
    ) async throws(RepositoryError) -> [RefundExperiment.Arm: RefundTally] {
        try await self.read { unit in try unit.tallies(of: version, app: app) }
    }

    /// Performs `consentRescindedAt` as one unit of work.
    package func consentRescindedAt(
        for account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> Instant? {
        try await self.read { unit in try unit.consentRescindedAt(for: account, app: app, environment: environment) }
    }

    /// Performs `refundOverride` as one unit of work.
    package func refundOverride(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> RefundOverride?
    {
        try await self.read { unit in try unit.refundOverride(of: customer, app: app) }
    }

    /// Performs `makeRoom` as one unit of work.
    package func makeRoom(
        for report: ReportedRefund,
        of app: AppName,
        environment: StoreEnvironment,
        limit: Int,
        before: Instant
    ) async throws(RepositoryError) -> Int? {
        try await self.write { unit in
            try unit.makeRoom(for: report, of: app, environment: environment, limit: limit, before: before)
        }
    }

    /// Performs `conclude` as one unit of work.
    package func conclude(
        _ lease: RefundLease,
        _ step: RefundStep,
        at now: Instant
    ) async throws(RepositoryError) -> RefundRecord? {
        try await self.write { unit in try unit.conclude(lease, step, at: now) }
    }

    /// Performs `decide` as one unit of work.
    package func decide(
        _ decision: RefundAnswer.Decision,
        on id: RefundID,
        of app: AppName
    ) async throws(RepositoryError) -> (record: RefundRecord, isTaken: Bool)? {
        try await self.write { unit in try unit.decide(decision, on: id, of: app) }
    }

    /// Performs `keep` as one unit of work.
    package func keep(_ policy: RefundPolicy, of app: AppName) async throws(RepositoryError) -> Bool {
        try await self.write { unit in try unit.keep(policy, of: app) }
    }

    /// Performs `state` as one unit of work.
    package func state(
        _ evidence: ConsumptionEvidence,
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> ConsumptionEvidence? {
        try await self.write { unit in try unit.state(evidence, of: transaction, app: app, environment: environment) }
    }

    /// Performs `endTrial` as one unit of work.
    package func endTrial(of version: Int64, _ end: RefundTrial.End, app: AppName) async throws(RepositoryError) -> Bool
    {
        try await self.write { unit in try unit.endTrial(of: version, end, app: app) }
    }

    /// Performs `setRefundOverride` as one unit of work.
    package func setRefundOverride(
        _ override: RefundOverride?,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) {
        try await self.write { unit in try unit.setRefundOverride(override, of: customer, app: app) }
    }

    /// Performs `reports` as one unit of work.
    package func reports(
        of app: AppName,
        matching filter: ReportFilter,
        before number: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [ReportRecord] {
        try await self.read { unit in try unit.reports(of: app, matching: filter, before: number, limit: limit) }
    }

    /// Performs `report` as one unit of work.
    package func report(_ number: Int64, of app: AppName) async throws(RepositoryError) -> ReportRecord? {
        try await self.read { unit in try unit.report(number, of: app) }
    }

    /// Performs `part` as one unit of work.
    package func part(_ part: Int, ofReport number: Int64, of app: AppName) async throws(RepositoryError) -> [UInt8]? {
        try await self.read { unit in try unit.part(part, ofReport: number, of: app) }
    }

    /// Performs `absences` as one unit of work.
    package func absences(
        of app: AppName,
        within days: ClosedRange<CivilDay>
    ) async throws(RepositoryError) -> [ReportAbsence] {
        try await self.read { unit in try unit.absences(of: app, within: days) }
    }

    /// Performs `dayStates` as one unit of work.
    package func dayStates(
        of app: AppName,
        within days: ClosedRange<PacificDay>
    ) async throws(RepositoryError) -> [DayState] {
        try await self.read { unit in try unit.dayStates(of: app, within: days) }
    }

    /// Performs `put` as one unit of work.
    package func put(
        _ report: ReportRecord,
        bytes: [UInt8],
        of app: AppName
    ) async throws(RepositoryError) -> ReportStoreResult {
        try await self.write { unit in try unit.put(report, bytes: bytes, of: app) }
    }

    /// Performs `put` as one unit of work.
    package func put(_ absence: ReportAbsence, of app: AppName) async throws(RepositoryError) {
        try await self.write { unit in try unit.put(absence, of: app) }
    }

    /// Performs `changeDay` as one unit of work.
    package func changeDay(
        _ day: PacificDay,
        of app: AppName,
        _ change: @escaping @Sendable (inout DayState) -> Void
    ) async throws(RepositoryError) -> DayState {
        try await self.write { unit in try unit.changeDay(day, of: app, change) }
    }

    /// Performs `riskRecord` as one unit of work.
    package func riskRecord(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> RiskRecord? {
        try await self.read { unit in try unit.riskRecord(of: customer, app: app) }
    }

    /// Performs `riskRecords` as one unit of work.
    package func riskRecords(
        of app: AppName,
        after place: RiskCursor?,
        limit: Int
    ) async throws(RepositoryError) -> [RiskRecord] {
        try await self.read { unit in try unit.riskRecords(of: app, after: place, limit: limit) }
    }

    /// Performs `dueRisks` as one unit of work.
    package func dueRisks(of app: AppName, at now: Instant, limit: Int) async throws(RepositoryError) -> [CustomerID] {
        try await self.read { unit in try unit.dueRisks(of: app, at: now, limit: limit) }
    }

    /// Performs `note` as one unit of work.
    package func note(
        _ assessment: RiskAssessment,
        of customer: CustomerID,
        app: AppName
    ) async throws(RepositoryError) -> Bool {
        try await self.write { unit in try unit.note(assessment, of: customer, app: app) }
    }

    /// Performs `sales` as one unit of work.
    package func sales(
        of app: AppName,
        environment: StoreEnvironment,
        within span: Range<Instant>,
        after cursor: SaleCursor?,
        limit: Int
    ) async throws(RepositoryError) -> SalePage {
        try await self.read { unit in
            try unit.sales(of: app, environment: environment, within: span, after: cursor, limit: limit)
        }
    }

    /// Performs `wallets` as one unit of work.
    package func wallets(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [WalletBalance] {
        try await self.read { unit in try unit.wallets(of: customer, app: app, environment: environment) }
    }

    /// Performs `lots` as one unit of work.
    package func lots(of wallet: WalletName, before number: Int64?, limit: Int) async throws(RepositoryError) -> [Lot] {
        try await self.read { unit in try unit.lots(of: wallet, before: number, limit: limit) }
    }

    /// Performs `movements` as one unit of work.
    package func movements(
        of wallet: WalletName,
        before number: Int64?,
        limit: Int
    ) async throws(RepositoryError) -> [Movement] {
        try await self.read { unit in try unit.movements(of: wallet, before: number, limit: limit) }
    }

    /// Performs `lots` as one unit of work.
    package func lots(
        of purchase: PurchaseKey,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [CoinName: PurchaseLots] {
        try await self.read { unit in try unit.lots(of: purchase, app: app, environment: environment) }
    }

    /// Performs `dueWallets` as one unit of work.
    package func dueWallets(at now: Instant, limit: Int) async throws(RepositoryError) -> [WalletName] {
        try await self.read { unit in try unit.dueWallets(at: now, limit: limit) }
    }

    /// Performs `carryOut` as one unit of work.
    package func carryOut(
        _ request: WalletRequest,
        on wallet: WalletName,
        terms: Coin
    ) async throws(RepositoryError) -> Result<WalletOutcome, WalletRefusal> {
        try await self.write { unit in try unit.carryOut(request, on: wallet, terms: terms) }
    }

    /// Performs `carryOut` as one unit of work.
    package func carryOut(
        _ request: WalletRequest,
        app: AppName,
        environment: StoreEnvironment,
        coins: [CoinName: Coin]
    ) async throws(RepositoryError) -> Result<[WalletOutcome], WalletRefusal> {
        try await self.write { unit in try unit.carryOut(request, app: app, environment: environment, coins: coins) }
    }

    /// Performs `advance` as one unit of work.
    package func advance(_ wallet: WalletName, at now: Instant) async throws(RepositoryError) {
        try await self.write { unit in try unit.advance(wallet, at: now) }
    }

    /// Performs `samples` as one unit of work.
    package func samples(through minute: Int64) async throws(RepositoryError) -> [NodeSample] {
        try await self.read { unit in try unit.samples(through: minute) }
    }

    /// Performs `metricRows` as one unit of work.
    package func metricRows(
        _ resolution: MetricResolution,
        _ numbers: ClosedRange<Int64>,
        of keys: [MetricKey]?
    ) async throws(RepositoryError) -> [MetricRow] {
        try await self.read { unit in try unit.metricRows(resolution, numbers, of: keys) }
    }

    /// Performs `metricKeys` as one unit of work.
    package func metricKeys() async throws(RepositoryError) -> [MetricKey] {
        try await self.read { unit in try unit.metricKeys() }
    }

    /// Performs `alarmRecords` as one unit of work.
    package func alarmRecords() async throws(RepositoryError) -> AlarmRecords {
        try await self.read { unit in try unit.alarmRecords() }
    }

    /// Performs `put` as one unit of work.
    package func put(_ sample: NodeSample) async throws(RepositoryError) {
        try await self.write { unit in try unit.put(sample) }
    }

    /// Performs `aggregate` as one unit of work.
    package func aggregate(
        _ rows: [MetricRow],
        removing samples: [NodeSample],
        droppingBefore rowNumbers: [MetricResolution: Int64]
    ) async throws(RepositoryError) {
        try await self.write { unit in try unit.aggregate(rows, removing: samples, droppingBefore: rowNumbers) }
    }

    /// Performs `dropSilentMetrics` as one unit of work.
    package func dropSilentMetrics() async throws(RepositoryError) {
        try await self.write { unit in try unit.dropSilentMetrics() }
    }

    /// Performs `trimMetrics` as one unit of work.
    package func trimMetrics(toBytes limit: Int) async throws(RepositoryError) {
        try await self.write { unit in try unit.trimMetrics(toBytes: limit) }
    }

    /// Performs `changeAlarmRecords` as one unit of work.
    package func changeAlarmRecords<Outcome: Sendable>(
        _ change: @escaping @Sendable (inout AlarmRecords) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.write { unit in try unit.changeAlarmRecords(change) }
    }

    /// Performs `webhooks` as one unit of work.
    package func webhooks(of app: AppName) async throws(RepositoryError) -> [WebhookEndpoint] {
        try await self.read { unit in try unit.webhooks(of: app) }
    }

    /// Performs `health` as one unit of work.
    package func health(of webhook: WebhookID, app: AppName) async throws(RepositoryError) -> WebhookHealth {
        try await self.read { unit in try unit.health(of: webhook, app: app) }
    }

    /// Performs `waitingStreams` as one unit of work.
    package func waitingStreams(
        of sink: SinkName,
        app: AppName,
        after stream: EventStream?,
        limit: Int
    ) async throws(RepositoryError) -> [WaitingEventStream] {
        try await self.read { unit in try unit.waitingStreams(of: sink, app: app, after: stream, limit: limit) }
    }

    /// Performs `waitingCounts` as one unit of work.
    package func waitingCounts(of sink: SinkName, app: AppName) async throws(RepositoryError) -> WaitingCounts {
        try await self.read { unit in try unit.waitingCounts(of: sink, app: app) }
    }

    /// Performs `pendingNumber` as one unit of work.
    package func pendingNumber(
        of stream: EventStream,
        _ sink: SinkName,
        app: AppName
    ) async throws(RepositoryError) -> Int64? {
        try await self.read { unit in try unit.pendingNumber(of: stream, sink, app: app) }
    }

    /// Performs `events` as one unit of work.
    package func events(
        of app: AppName,
        after position: Int64,
        limit: Int
    ) async throws(RepositoryError) -> [PositionedEvent] {
        try await self.read { unit in try unit.events(of: app, after: position, limit: limit) }
    }

    /// Performs `newestEventPosition` as one unit of work.
    package func newestEventPosition(of app: AppName) async throws(RepositoryError) -> Int64 {
        try await self.read { unit in try unit.newestEventPosition(of: app) }
    }

    /// Performs `eventPosition` as one unit of work.
    package func eventPosition(of app: AppName, at instant: Instant) async throws(RepositoryError) -> Int64 {
        try await self.read { unit in try unit.eventPosition(of: app, at: instant) }
    }

    /// Performs `changeWebhooks` as one unit of work.
    package func changeWebhooks<Outcome: Sendable>(
        of app: AppName,
        _ change: @escaping @Sendable (inout [WebhookEndpoint]) -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.write { unit in try unit.changeWebhooks(of: app, change) }
    }

    /// Performs `note` as one unit of work.
    package func note(_ health: WebhookHealth, of webhook: WebhookID, app: AppName) async throws(RepositoryError) {
        try await self.write { unit in try unit.note(health, of: webhook, app: app) }
    }

    /// Performs `putBack` as one unit of work.
    package func putBack(
        _ lease: EventStreamLease,
        until: Instant?,
        after failure: DeliveryFailure
    ) async throws(RepositoryError) {
        try await self.write { unit in try unit.putBack(lease, until: until, after: failure) }
    }

    /// Performs `retry` as one unit of work.
    package func retry(_ stream: EventStream, of sink: SinkName, app: AppName) async throws(RepositoryError) -> Bool {
        try await self.write { unit in try unit.retry(stream, of: sink, app: app) }
    }

    /// Performs `retryStreams` as one unit of work.
    package func retryStreams(
        of sink: SinkName,
        app: AppName,
        withSuspended: Bool,
        limit: Int
    ) async throws(RepositoryError) -> Int {
        try await self.write { unit in
            try unit.retryStreams(of: sink, app: app, withSuspended: withSuspended, limit: limit)
        }
    }

    /// Performs `recoverStreams` as one unit of work.
    package func recoverStreams(of sink: SinkName, app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.write { unit in try unit.recoverStreams(of: sink, app: app, limit: limit) }
    }

    /// Performs `forgetPending` as one unit of work.
    package func forgetPending(of sink: SinkName, app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.write { unit in try unit.forgetPending(of: sink, app: app, limit: limit) }
    }

    /// Performs `skip` as one unit of work.
    package func skip(
        _ stream: EventStream,
        number: Int64,
        of sink: SinkName,
        app: AppName,
        at now: Instant
    ) async throws(RepositoryError) -> Bool {
        try await self.write { unit in try unit.skip(stream, number: number, of: sink, app: app, at: now) }
    }

    /// Performs `advanceReplay` as one unit of work.
    package func advanceReplay(of webhook: WebhookID, app: AppName, limit: Int) async throws(RepositoryError) -> Int {
        try await self.write { unit in try unit.advanceReplay(of: webhook, app: app, limit: limit) }
    }
}

extension Repository {
    /// Performs an action on a fulfillment, in a ledger that follows real time.
    package func perform(
        _ action: FulfillmentAction,
        on id: FulfillmentID,
        of app: AppName,
        at now: Instant,
        catalog: Catalog
    ) async throws(RepositoryError) -> FulfillmentAnswer? {
        try await self.perform(action, on: id, of: app, at: now, workersAt: now, catalog: catalog)
    }
}

extension Repository {
    /// Stores a new order within the default limits; with `newest` only while that is the customer's newest order.
    package func create(
        _ order: Order,
        app: AppName,
        catalog: Catalog,
        after newest: Int64? = nil
    ) async throws(RepositoryError) -> OrderCreation {
        try await self.create(order, app: app, catalog: catalog, after: newest, within: OrderLimits())
    }

    /// Adds the purchases from a range of events that contains no fulfillments.
    package func hear(
        _ payments: [OrderPayment],
        app: AppName,
        from position: Int64,
        through last: Int64,
        at now: Instant
    ) async throws(RepositoryError) -> Bool {
        try await self.hear(payments, fulfillments: [], app: app, from: position, through: last, at: now)
    }
}

extension Repository {
    /// Returns the file of a report as received.
    package func bytes(ofReport number: Int64, of app: AppName) async throws(RepositoryError) -> [UInt8]? {
        guard var bytes = try await self.part(0, ofReport: number, of: app) else { return nil }
        var count = 1
        while let part = try await self.part(count, ofReport: number, of: app) {
            bytes += part
            count += 1
        }
        return bytes
    }
}
