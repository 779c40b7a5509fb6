import Synchronization

/// A checker that returns a chain's revocation status from memory and asks OCSP responders in the background.
///
/// ``note(_:)`` and ``status(of:)`` answer immediately, so that you can call them for every request; ``run(clock:)``
/// does the background work. A slow or failing responder therefore delays no request. In return, a chain is unchecked
/// until its first question is answered; the caller decides what to do with each status.
///
/// A good answer stays in effect until it expires, even while the responder is unavailable. A revocation stays in
/// effect until a newer answer says that the certificate is good. To keep revocations beyond the end of the process,
/// store ``revocations`` and pass them to ``adopt(_:)``.
public final class RevocationChecker: Sendable {
    /// The maximum number of chains.
    ///
    /// Apple signs with a handful at a time. Only chains that lead to a pinned root are noted, so that an attacker
    /// cannot fill the registry. A chain whose status is requested is in use, and is removed only if nearly all others
    /// are in use too. The knowledge of a revocation remains after the chain is removed.
    public static let maximumChainCount = 64
    /// The maximum number of questions in flight.
    static let maximumQuestionCount = 4
    /// The maximum pause while a question is scheduled, so that a jump of the wall clock is noticed.
    static let longestRest: Duration = .seconds(60)

    let transport: OCSPTransport
    let now: @Sendable () -> Int64
    let nonce: @Sendable () -> [UInt8]
    let onChange: @Sendable (RevocationChange) -> Void
    let records = Mutex(RevocationRecords())
    let wake = WakeSignal()

    /// Creates a checker without knowledge.
    ///
    /// - Parameters:
    ///   - transport: The transport to the responders.
    ///   - now: A closure that returns the current time, in milliseconds since 1970.
    ///   - nonce: A closure that returns 32 new unpredictable bytes at each call; the default uses the system's
    ///     generator.
    ///   - onChange: A closure that ``run(clock:)`` calls with each change of a chain's status, one at a time and in
    ///     order; it must not block.
    public init(
        transport: OCSPTransport,
        now: @escaping @Sendable () -> Int64 = AppStoreTime.live.now,
        nonce: (@Sendable () -> [UInt8])? = nil,
        onChange: @escaping @Sendable (RevocationChange) -> Void = { _ in }
    ) {
        self.transport = transport
        self.now = now
        self.nonce = nonce ?? SystemChance.nonce
        self.onChange = onChange
    }

    /// Returns the status of a chain.
    ///
    /// - Parameter id: The identifier of the chain.
    /// - Returns: The status; ``RevocationStatus/unchecked`` for a chain that was never noted.
    public func status(of id: CertificateChainID) -> RevocationStatus {
        self.records.withLock { $0.status(of: id) } ?? .unchecked
    }

    /// Returns the time of a chain's revocation and the time at which it was learned.
    ///
    /// - Parameter id: The identifier of the chain.
    /// - Returns: Both times; `nil` if the chain is not known to be revoked.
    public func revocation(of id: CertificateChainID) -> ChainRevocation? {
        self.records.withLock { $0.revocation(of: id) }
    }

    /// The knowledge about revocations, whether they are in force or have ended, for storing.
    public var revocations: [CertificateRevocation] { self.records.withLock { $0.revocations } }

    /// Adopts knowledge about revocations from an earlier or another process; it adds to the existing knowledge.
    ///
    /// - Parameter known: The stored knowledge.
    public func adopt(_ known: [CertificateRevocation]) {
        guard !known.isEmpty else { return }
        let now = self.now()
        self.records.withLock { $0.adopt(known, now: now) }
        self.wake.raise()
    }

    /// Notes that a valid chain was used, so that the checker tracks its status.
    ///
    /// For a known chain it costs one lookup. The first time, it identifies and inspects the certificates; a chain that
    /// names no responder is good immediately.
    ///
    /// - Parameter chain: The chain, which the caller has verified to lead to a pinned root.
    /// - Returns: The status.
    @discardableResult
    public func note(_ chain: SignerChain) -> RevocationStatus {
        if let status = self.records.withLock({ $0.note(chain.id) }) { return status }
        // Hashing and parsing happen outside the lock; a concurrent second caller finds the chain already added.
        let records = Self.records(of: chain)
        let now = self.now()
        let status = self.records.withLock {
            $0.add(chain, records: records, limit: Self.maximumChainCount, now: now)
        }
        self.wake.raise()
        return status
    }

    /// Whether no question is due or in flight, no change is unreported, and ``run(clock:)`` waits.
    package var isSettled: Bool {
        let now = self.now()
        return self.wake.isAwaited
            && self.records.withLock { records in
                records.askedCount == 0 && records.changes.isEmpty && (records.nextEventAt(now: now) ?? .max) > now
            }
    }

    /// The number of known chains.
    package var chainCount: Int { self.records.withLock { $0.chainCount } }

    private static func records(
        of chain: SignerChain
    ) -> Result<[(ChainPosition, CertificateRecord)], RevocationError> {
        let subjects = [
            (ChainPosition.leaf, chain.leaf, chain.intermediate),
            (ChainPosition.intermediate, chain.intermediate, chain.root),
        ]
        do throws(RevocationError) {
            var records: [(ChainPosition, CertificateRecord)] = []
            for (position, certificate, issuer) in subjects {
                let id = try OCSPCertificateID(certificate: certificate, issuer: issuer)
                records.append(
                    (position, CertificateRecord(certificate: certificate, issuer: issuer, certificateID: id))
                )
            }
            return .success(records)
        } catch {
            return .failure(error)
        }
    }
}
