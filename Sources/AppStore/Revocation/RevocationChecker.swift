import Synchronization

/// Knows, without asking, whether a chain is revoked; and asks in the background.
///
/// ``note(_:)`` and ``status(of:)`` answer from memory at once and belong on the hot path; ``run(clock:)`` is the
/// background. A responder that is slow or down therefore delays nobody. The price is that a chain is unchecked for as
/// long as its first question takes; what to do with each status is for the caller to decide.
///
/// An answer of good counts until it would be refused as stale, even while the responder is down. A revocation counts
/// until a newer answer says good; whoever keeps ``revocations`` and hands them to ``adopt(_:)`` has it outlast the
/// process.
public final class RevocationChecker: Sendable {
    /// How many chains are kept.
    ///
    /// Apple signs with a handful at a time; only chains that lead to a pinned root are noted, so that nobody else can
    /// fill the registry. A chain whose status is asked for is in use, and leaves only when nearly all others are. What
    /// was learned of a revocation outlasts the chain's leaving.
    public static let maximumChainCount = 64
    /// How many questions may be on their way at once.
    static let maximumQuestionCount = 4
    /// How long to rest at most while something is planned, so that a leap of the wall clock is noticed.
    static let longestRest: Duration = .seconds(60)

    let transport: OCSPTransport
    let now: @Sendable () -> Int64
    let nonce: @Sendable () -> [UInt8]
    let onChange: @Sendable (RevocationChange) -> Void
    let records = Mutex(RevocationRecords())
    let wake = WakeSignal()

    /// Makes a checker that knows nothing.
    ///
    /// - Parameters:
    ///   - transport: How questions reach responders.
    ///   - now: The instant, milliseconds since 1970.
    ///   - nonce: 32 bytes that nobody can foretell, new ones at each call; without any, the system's.
    ///   - onChange: Told of each change of a chain's status, one after another and in order, by ``run(clock:)``; it
    ///     must not block.
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

    /// What is known about a chain.
    ///
    /// - Parameter id: The chain.
    /// - Returns: The status; ``RevocationStatus/unchecked`` for a chain that was never noted.
    public func status(of id: CertificateChainID) -> RevocationStatus {
        self.records.withLock { $0.status(of: id) } ?? .unchecked
    }

    /// Since when a chain is revoked, and when that was learned of.
    ///
    /// - Parameter id: The chain.
    /// - Returns: Both; nil where the chain is not revoked as far as is known.
    public func revocation(of id: CertificateChainID) -> ChainRevocation? {
        self.records.withLock { $0.revocation(of: id) }
    }

    /// What was learned of revocations, whether they stand or are over, to be kept.
    public var revocations: [CertificateRevocation] { self.records.withLock { $0.revocations } }

    /// Takes over what was learned of revocations before this process, or by another; what is known stays known.
    ///
    /// - Parameter known: All that is kept.
    public func adopt(_ known: [CertificateRevocation]) {
        guard !known.isEmpty else { return }
        let now = self.now()
        self.records.withLock { $0.adopt(known, now: now) }
        self.wake.raise()
    }

    /// Takes note that a valid chain was seen, so that it is asked about and kept.
    ///
    /// Costs one lookup when the chain is known. The first time, its certificates are named and looked through, and a
    /// chain that names no responder is good at once.
    ///
    /// - Parameter chain: The chain; the caller has checked that it leads to a pinned root.
    /// - Returns: What is known about it.
    @discardableResult
    public func note(_ chain: SignerChain) -> RevocationStatus {
        if let status = self.records.withLock({ $0.note(chain.id) }) { return status }
        // Hashes and parsing happen outside the lock; who comes second finds the chain added.
        let records = Self.records(of: chain)
        let now = self.now()
        let status = self.records.withLock {
            $0.add(chain, records: records, limit: Self.maximumChainCount, now: now)
        }
        self.wake.raise()
        return status
    }

    /// Whether nothing is due, on its way or untold, and ``run(clock:)`` rests.
    package var isSettled: Bool {
        let now = self.now()
        return self.wake.isAwaited
            && self.records.withLock { records in
                records.askedCount == 0 && records.changes.isEmpty && (records.nextEventAt(now: now) ?? .max) > now
            }
    }

    /// How many chains are known.
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
