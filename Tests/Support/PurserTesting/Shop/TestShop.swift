package import AppStore
package import Ledger
import Logging
package import PurserService
import Synchronization

/// A shop with everything real but the outside: the verifier with a root of its own, the ledger's rules, a repository,
/// and a clock that tests turn.
package final class TestShop: Sendable {
    /// Signs as the App Store would.
    package let authority: SigningAuthority
    /// Signs receipts as the App Store would; `nil` unless the shop was made with it.
    package let receipts: ReceiptAuthority?
    /// The app.
    package let app: ServedApp
    /// The repository with the ledger.
    package let repository: any Repository
    /// Takes evidence in.
    package let ingest: Ingest
    /// In which form things came.
    package let legacyUsage = LegacyUsageCounter()
    /// Now, by `setNow`, and bytes that count up, from another one each time.
    package let ambient: Ambient

    private let instant: Clock

    private final class Clock: Sendable {
        let now: Mutex<Instant>
        init(_ now: Instant) { self.now = Mutex(now) }
    }

    /// How often bytes were drawn.
    private final class Draws: Sendable {
        let count = Mutex(0)
    }

    /// Returns a source of bytes that count up, from another one each time.
    static func countedBytes() -> @Sendable (Int) -> [UInt8] {
        let draws = Draws()
        return { count in
            let first = draws.count.withLock { draws in
                defer { draws += 1 }
                return draws &* 31
            }
            return (0..<count).map { UInt8(truncatingIfNeeded: $0 &+ first) }
        }
    }

    /// A shop on a repository; by default one in memory.
    package init(
        repository: any Repository = InMemoryRepository(),
        authority: SigningAuthority? = nil,
        environments: Set<AppStoreEnvironment> = [.production, .sandbox],
        revocation: RevocationChecker? = nil,
        receipts: ReceiptAuthority? = nil
    ) throws {
        let signing = try authority ?? SigningAuthority()
        let clock = Clock(Instant(milliseconds: SamplePayloads.signedAt.milliseconds))
        let ambient = Ambient(
            now: { clock.now.withLock { $0 } },
            randomBytes: Self.countedBytes()
        )
        guard
            let identity = AppIdentity(
                bundleID: SamplePayloads.bundleID,
                appAppleID: SamplePayloads.appAppleID,
                environments: environments
            )
        else { preconditionFailure("The sample app is a whole identity.") }
        let signatures = SignatureVerifier(
            anchors: try TrustAnchors(roots: [signing.root] + [receipts?.root].compactMap(\.self))
        ) { chain in
            revocation?.note(chain)
        }
        self.authority = signing
        self.receipts = receipts
        self.instant = clock
        self.ambient = ambient
        self.repository = repository
        self.app = ServedApp(
            name: AppName("shop"),
            verifier: SignedDataVerifier(signatures: signatures, app: identity),
            catalog: Self.catalog
        )
        self.ingest = Ingest(
            repository: repository,
            ambient: ambient,
            revocation: revocation,
            legacyUsage: self.legacyUsage,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    /// Turns the clock.
    package func setNow(_ now: Instant) {
        self.instant.now.withLock { $0 = now }
    }

    /// What the shop sells: a monthly and a yearly plan of one entitlement, coins, a frame to own, and a pass for a
    /// month.
    package static let catalog = Catalog(
        entitlements: Dictionary(
            uniqueKeysWithValues: ["pro", "frame", "pass"].map {
                (EntitlementName($0), EntitlementDefinition(name: EntitlementName($0)))
            }
        ),
        products: Dictionary(
            uniqueKeysWithValues: [
                Product(
                    id: ProductID("pro.monthly"),
                    kind: .autoRenewable,
                    group: "pro",
                    level: 2,
                    unlocks: [EntitlementName("pro")]
                ),
                Product(
                    id: ProductID("pro.yearly"),
                    kind: .autoRenewable,
                    group: "pro",
                    level: 1,
                    unlocks: [EntitlementName("pro")]
                ),
                Product(id: ProductID("gems.600"), kind: .consumable, grants: ["gems": 600]),
                Product(id: ProductID("frame.gold"), kind: .nonConsumable, unlocks: [EntitlementName("frame")]),
                Product(
                    id: ProductID("pass.month"),
                    kind: .nonRenewing,
                    unlocks: [EntitlementName("pass")],
                    lasts: CalendarPeriod(months: 1, days: 0)
                ),
            ].map { ($0.id, $0) }
        ),
        coins: ["gems": Coin()]
    )

    /// A full notification in its compact form.
    package func notification(
        type: NotificationType = .subscribed,
        subtype: NotificationSubtype? = .initialBuy,
        uuid: String = "002e14d5-51f5-4503-b5a8-c3a1af68eb20",
        transaction: TransactionPayload? = SamplePayloads.transaction(),
        renewalInfo: RenewalInfoPayload? = SamplePayloads.renewalInfo(),
        status: SubscriptionStatus? = .active,
        signedAt: Timestamp = SamplePayloads.signedAt,
        environment: AppStoreEnvironment = .production
    ) throws -> [UInt8] {
        let payload = SamplePayloads.notification(
            type: type,
            subtype: subtype,
            uuid: uuid,
            transaction: try transaction.map { try self.authority.sign($0) },
            renewalInfo: try renewalInfo.map { try self.authority.sign($0) },
            status: status,
            signedAt: signedAt,
            environment: environment
        )
        return try self.authority.sign(payload).bytes
    }

    /// Returns the current entitlements of a customer.
    package func entitlements(
        of customer: String,
        environment: StoreEnvironment = .production
    ) async throws -> [Entitlement] {
        guard let id = CustomerID(customer) else { return [] }
        return try await CustomerQuery(repository: self.repository, ambient: self.ambient)
            .entitlements(of: id, in: self.app, environment: environment).entitlements
    }
}
