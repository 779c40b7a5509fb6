package import Ledger
import Logging
package import PurserService

extension Services {
    /// Returns the services of a test, which may call receivers on this machine.
    package static func inTest(
        _ repository: any Repository,
        apps: [ServedApp],
        ambient: Ambient,
        wall: Ambient? = nil,
        ingest: Ingest? = nil,
        addresses: AddressGuard = AddressGuard(allow: ["127.0.0.1"].compactMap { AllowedAddress($0) }),
        passKeys: PassKeyRing? = nil,
        connect: [AppName: Connect]? = nil,
        retention: [AppName: RetentionRules] = [:],
        thresholds: AlarmThresholds = AlarmThresholds(),
        links: (targets: [LinkTarget], results: LinkResults?) = ([], nil),
        maintenance: DatabaseMaintenance? = nil,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await ContinuousClock().sleep(for: $0) }
    ) throws -> Self {
        let wall = wall ?? ambient
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return Self(
            repository: repository,
            apps: apps,
            ambient: ambient,
            wall: wall,
            ingest: ingest ?? Ingest(repository: repository, ambient: ambient, revocation: nil, logger: logger),
            outbound: Outbound(
                sender: try OutboundSender(guard: addresses, ambient: wall),
                addresses: addresses,
                secrets: WebhookSecrets(path: nil, ambient: wall)
            ),
            passKeys: passKeys ?? PassKeyRing(path: nil, ambient: wall),
            connect: connect,
            retention: retention,
            thresholds: thresholds,
            links: links,
            maintenance: maintenance ?? .soundInMemory,
            // Tests sign in many times.
            passwordCost: PasswordHasher.Cost(rounds: 2, blockSize: 1, parallelism: 1),
            sleep: sleep,
            logger: logger
        )
    }
}

extension DatabaseMaintenance {
    /// The maintenance of a database in memory, which is always sound and copied nowhere.
    fileprivate static let soundInMemory = Self(
        backup: { _, _, _ throws(OperationFailure) in OperationResult(isClean: true, fields: []) },
        check: { _, _ throws(OperationFailure) in OperationResult(isClean: true, fields: []) }
    )
}
