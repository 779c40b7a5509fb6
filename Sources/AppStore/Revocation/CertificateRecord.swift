import X509

/// The knowledge about one certificate's revocation, and the time of the next question about it.
///
/// The record is a value without a clock or a network. The caller passes instants, in milliseconds since 1970.
struct CertificateRecord: Sendable {
    /// The wait after a first failure, in milliseconds; it doubles with each further failure.
    static let shortestRetryMilliseconds: Int64 = 30_000
    /// The maximum wait after a failure, and the maximum age of a good answer before the next question, in
    /// milliseconds.
    ///
    /// It is a quarter of an hour, the time for which Apple's own libraries remember that a chain is good.
    static let longestWaitMilliseconds: Int64 = 900_000
    /// The minimum wait after an answer, however soon it expires, in milliseconds.
    static let shortestWaitMilliseconds: Int64 = 60_000

    /// The certificate.
    let certificateID: OCSPCertificateID
    /// The certificate of the issuer.
    let issuer: Certificate
    /// The responder's address; `nil` if the certificate names none, or the reason why the address cannot be read.
    let address: Result<String?, RevocationError>

    /// The last answer that passed every check.
    private(set) var answer: OCSPResult?
    /// The latest report of a revocation, whether it is in force or a newer answer has ended it.
    private var report: (revokedAt: Int64, learnedAt: Int64, statedAt: Int64)?
    /// The end of a revocation, learned from elsewhere, because of which the next question was brought forward.
    private var hastenedFor: Int64?
    /// The reason why the last question had no answer; `nil` if it had one.
    private(set) var failure: RevocationError?
    /// The number of consecutive questions without an answer.
    private(set) var failureCount = 0
    /// The time of the next question, 0 for immediately; `nil` if the certificate names no responder.
    private(set) var questionDueAt: Int64?
    /// Whether a question is in flight.
    var isBeingAsked = false

    /// Creates a record without knowledge, whose first question is due immediately if the certificate names a
    /// responder.
    ///
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - issuer: The certificate of the issuer.
    ///   - certificateID: The certificate's identifier in OCSP.
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

    /// The time at which the good answer ends: when the checker would refuse it as stale.
    var goodEndsAt: Int64? {
        guard case .good(let until) = self.answer?.status else { return nil }
        return until + OCSPResponse.clockToleranceMilliseconds
    }

    /// Returns the status at an instant.
    ///
    /// - Parameters:
    ///   - position: The position of the certificate in its chain.
    ///   - now: The instant.
    /// - Returns: The status of this certificate alone.
    func status(at position: ChainPosition, now: Int64) -> RevocationStatus {
        // Knowledge from elsewhere counts regardless of the responder that the certificate names.
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

    /// Records an answer and schedules the next question halfway to the answer's end, within one minute and a quarter
    /// of an hour.
    ///
    /// An answer older than the current one changes nothing, because an attacker may replay an answer from before a
    /// revocation. A responder that no longer knows the certificate does not end a revocation; only a newer good answer
    /// does, as for a certificate that was on hold.
    ///
    /// - Parameters:
    ///   - answer: The verified answer.
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

    /// Records that a question had no answer and schedules the next one.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - now: The instant.
    mutating func record(_ error: RevocationError, at now: Int64) {
        self.failure = error
        // After five doublings the maximum wait applies, so the exponent is bounded.
        self.failureCount = min(self.failureCount + 1, 16)
        let wait = Self.shortestRetryMilliseconds << (self.failureCount - 1)
        self.questionDueAt = now + min(wait, Self.longestWaitMilliseconds)
    }

    /// The knowledge about a revocation, from this process or elsewhere; `nil` if there never was one.
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

    /// Adopts knowledge about this certificate from an earlier or another process.
    ///
    /// A report of a revocation counts as if this process had received it, unless this process knows a newer good
    /// answer. The end of a revocation is not accepted; instead, the responder is asked immediately.
    ///
    /// - Parameters:
    ///   - known: The knowledge.
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
        // Only a newer good answer contradicts the report; an answer that the certificate is unknown does not.
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
    /// Returns the first address of an OCSP responder that the certificate names (RFC 5280 section 4.2.2.1).
    ///
    /// - Returns: The address as written in the certificate, or `nil` if it names none.
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
