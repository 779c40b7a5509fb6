import X509

/// What is known about one certificate, and when to ask about it again.
///
/// A value without clock or network: instants come in, and what they mean comes out. They are milliseconds since 1970.
struct CertificateRecord: Sendable {
    /// How long to wait after a first failure; each further one doubles it.
    static let shortestRetryMilliseconds: Int64 = 30_000
    /// How long to wait at most after a failure, and how old good news may grow before it is asked for again.
    ///
    /// A quarter of an hour, for which Apple's own libraries remember that a chain was good.
    static let longestWaitMilliseconds: Int64 = 900_000
    /// How long to wait at least after an answer, however soon it expires.
    static let shortestWaitMilliseconds: Int64 = 60_000

    /// The certificate.
    let certificateID: OCSPCertificateID
    /// Who issued it.
    let issuer: Certificate
    /// Whom to ask, nobody, or why it cannot be told.
    let address: Result<String?, RevocationError>

    /// The last answer that passed every check.
    private(set) var answer: OCSPResult?
    /// The newest report of a revocation, whether it stands or a newer answer has ended it.
    private var report: (revokedAt: Int64, learnedAt: Int64, statedAt: Int64)?
    /// The end of a revocation, learned elsewhere, for which a question was brought forward.
    private var hastenedFor: Int64?
    /// Why the last question had no answer; nothing after one that had.
    private(set) var failure: RevocationError?
    /// How many questions in a row had no answer.
    private(set) var failureCount = 0
    /// When to ask next, 0 for at once; nothing when there is nobody to ask.
    private(set) var questionDueAt: Int64?
    /// Whether a question is on its way.
    var isBeingAsked = false

    /// Starts with no knowledge, and with a question due at once if there is somebody to ask.
    ///
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - issuer: Who issued it.
    ///   - certificateID: The certificate's name in OCSP.
    init(certificate: Certificate, issuer: Certificate, certificateID: OCSPCertificateID) {
        self.certificateID = certificateID
        self.issuer = issuer
        do throws(RevocationError) {
            let address = try certificate.ocspAddress()
            self.address = .success(address)
            self.questionDueAt = address == nil ? nil : 0
        } catch {
            self.address = .failure(error)
            self.questionDueAt = nil
        }
    }

    /// When an answer of good ceases to hold: when the check would refuse it as stale.
    var goodEndsAt: Int64? {
        guard case .good(let until) = self.answer?.status else { return nil }
        return until + OCSPResponse.clockToleranceMilliseconds
    }

    /// What is known at an instant.
    ///
    /// - Parameters:
    ///   - position: Where the certificate stands in the chain that is asked for.
    ///   - now: The instant.
    /// - Returns: The status of this certificate alone.
    func status(at position: ChainPosition, now: Int64) -> RevocationStatus {
        // What was learned elsewhere counts whomever the certificate names.
        if case .revoked(let since, _) = self.answer?.status { return .revoked(since: since, certificate: position) }
        switch self.address {
        case .success(nil): return .good(.noResponder)
        case .failure(let error): return .unknown(error)
        case .success: break
        }
        switch self.answer?.status {
        case .good:
            if let goodEndsAt, now <= goodEndsAt { return .good(.answered) }
            return .unknown(self.failure ?? .stale)
        case .revoked(let since, _): return .revoked(since: since, certificate: position)
        case .unknown: return .unknown(.unknownToResponder)
        case nil: return self.failure.map { .unknown($0) } ?? .unchecked
        }
    }

    /// Takes in an answer and plans the next question: half-way to its end, within a minute and a quarter of an hour.
    ///
    /// An answer older than the one at hand changes nothing: somebody on the way may replay what was right before a
    /// revocation. Nor does a responder's forgetting end a revocation; only a newer good answer does, as for a
    /// certificate that was on hold.
    ///
    /// - Parameters:
    ///   - answer: The answer, checked.
    ///   - now: The instant.
    mutating func record(_ answer: OCSPResult, at now: Int64) {
        self.failure = nil
        self.failureCount = 0
        if self.isNewer(answer) {
            self.answer = answer
            if case .revoked(let revokedAt, _) = answer.status {
                self.report = (revokedAt, self.report?.learnedAt ?? now, answer.thisUpdateAt)
            }
        }
        let half = (answer.nextUpdateAt - now) / 2
        let wait = min(max(half, Self.shortestWaitMilliseconds), Self.longestWaitMilliseconds)
        self.questionDueAt = now + wait
    }

    /// Takes in that a question had no answer and plans the next one.
    ///
    /// - Parameters:
    ///   - error: Why not.
    ///   - now: The instant.
    mutating func record(_ error: RevocationError, at now: Int64) {
        self.failure = error
        // Beyond five doublings the longest wait rules, so the count stops where a shift stays small.
        self.failureCount = min(self.failureCount + 1, 16)
        let wait = Self.shortestRetryMilliseconds << (self.failureCount - 1)
        self.questionDueAt = now + min(wait, Self.longestWaitMilliseconds)
    }

    /// What was learned of a revocation, here or elsewhere; nil where none ever was.
    var revocation: CertificateRevocation? {
        guard let report else { return nil }
        var clearedAt: Int64?
        if case .good = self.answer?.status { clearedAt = self.answer?.thisUpdateAt }
        return CertificateRevocation(
            certificateID: self.certificateID,
            revokedAt: report.revokedAt,
            learnedAt: report.learnedAt,
            statedAt: report.statedAt,
            clearedAt: clearedAt
        )
    }

    /// Takes over what was learned of this certificate before this process, or by another.
    ///
    /// A report that no newer good answer is known against counts as if it had been answered here. That a revocation is
    /// over is not believed: the responder is asked at once instead.
    ///
    /// - Parameters:
    ///   - known: What was learned.
    ///   - now: The instant.
    mutating func adopt(_ known: CertificateRevocation, at now: Int64) {
        if let clearedAt = known.clearedAt, !known.isInForce {
            guard case .revoked = self.answer?.status, let report, report.statedAt < clearedAt,
                self.hastenedFor != clearedAt
            else { return }
            self.hastenedFor = clearedAt
            if self.questionDueAt != nil { self.questionDueAt = now }
            return
        }
        if let report, report.statedAt >= known.statedAt {
            self.report?.learnedAt = min(report.learnedAt, known.learnedAt)
            return
        }
        let learnedAt = min(self.report?.learnedAt ?? known.learnedAt, known.learnedAt)
        self.report = (known.revokedAt, learnedAt, known.statedAt)
        // Only a newer answer of good speaks against it; a responder that has forgotten the certificate does not.
        if case .good = self.answer?.status, let answer, answer.thisUpdateAt > known.statedAt { return }
        self.answer = OCSPResult(
            status: .revoked(at: known.revokedAt, reason: nil),
            thisUpdateAt: known.statedAt,
            nextUpdateAt: known.statedAt
        )
    }

    private func isNewer(_ answer: OCSPResult) -> Bool {
        guard let held = self.answer else { return true }
        guard answer.thisUpdateAt >= held.thisUpdateAt else { return false }
        if case .revoked = held.status {
            switch answer.status {
            case .revoked: return true
            case .good: return answer.thisUpdateAt > held.thisUpdateAt
            case .unknown: return false
            }
        }
        return true
    }
}

extension Certificate {
    /// The first address of an OCSP responder that the certificate names (RFC 5280 section 4.2.2.1).
    ///
    /// - Returns: The address as it stands there, or nothing when it names none.
    /// - Throws: `RevocationError.certificateUnreadable`, `.addressInvalid`.
    func ocspAddress() throws(RevocationError) -> String? {
        let access: AuthorityInformationAccess?
        do {
            access = try self.extensions.authorityInformationAccess
        } catch {
            throw .certificateUnreadable
        }
        for description in access ?? AuthorityInformationAccess() where description.method == .ocspServer {
            guard case .uniformResourceIdentifier(let address) = description.location else { continue }
            guard OCSPTransport.isHTTP(address) else { throw .addressInvalid }
            return address
        }
        return nil
    }
}
