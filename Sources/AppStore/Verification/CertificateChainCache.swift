import Crypto
import Synchronization
import X509

/// A cache of verified and refused certificate chains, so that the same certificates never need a second signature
/// check.
///
/// Anyone can present their own leaves below Apple's genuine intermediate. So the signature of the intermediate is
/// checked only once, a refused pair of leaf and intermediate is refused again by its digest, and unknown certificates
/// can be subject to a rate limit. The result for the same bytes is always the same, because it does not depend on
/// time.
package final class CertificateChainCache: Sendable {
    /// The reason why a pair was refused, independent of the part of the request that contained it.
    private struct Refusal {
        let code: VerificationError.Code
        let expected: String
        let found: String
    }

    private struct Refused {
        var reasons: [[UInt8]: Refusal] = [:]
        /// The digests in the order in which they are evicted.
        var order: [[UInt8]] = []
        /// The index in `order` of the oldest digest, once the array is full.
        var oldest = 0
    }

    /// The maximum number of refused pairs, about half a megabyte; the oldest is evicted first.
    ///
    /// An attacker who fills the cache only evicts other refused pairs.
    package static let maximumRefused = 1024

    private let roots: [TrustAnchors.Root]
    private let place: String
    private let maximumRefused: Int
    private let chains = SignerCache<CertificateChain>()
    private let rootsOfIntermediates = SignerCache<Certificate>()
    private let refused = Mutex(Refused())
    private let checks = Mutex(0)

    /// The number of certificate signatures that were checked.
    package var checkCount: Int { self.checks.withLock { $0 } }

    /// The number of refused pairs in the cache.
    package var refusedCount: Int { self.refused.withLock { $0.reasons.count } }

    /// Creates a cache of chains that lead to these roots; `place` is the name of the certificate list in errors.
    package init(roots: [TrustAnchors.Root], place: String, maximumRefused: Int = maximumRefused) {
        self.maximumRefused = maximumRefused
        self.roots = roots
        self.place = place
    }

    /// Returns the verified chain of some certificates, leaf first.
    ///
    /// - Parameters:
    ///   - certificates: Leaf and intermediate in DER, optionally followed by others that are parsed and not used.
    ///   - part: The object that contains them.
    ///   - admission: A closure that decides whether the signatures of unknown certificates are checked.
    /// - Returns: The chain.
    /// - Throws: The first check that fails, or an error that the pair must not be checked now.
    package func chain(
        _ certificates: [[UInt8]],
        part: VerificationError.Part,
        admission: UnknownSignerAdmission?
    ) throws(VerificationError) -> CertificateChain {
        let pair = (leaf: certificates[0], intermediate: certificates[1])
        let digest = Self.digest(pair)
        let known = self.chains.signer(digest[...])
        let refusal = known == nil ? self.refused.withLock { $0.reasons[digest] } : nil
        let isNew = known == nil && refusal == nil

        var parsed: [Certificate] = []
        for (index, der) in certificates.enumerated() where isNew || index > 1 {
            parsed.append(try CertificateChain.parse(der, at: index, in: self.place, part: part))
        }
        if let known { return known }
        if let refusal {
            throw VerificationError(refusal.code, in: part, expected: refusal.expected, found: refusal.found)
        }
        if let admission, !admission.admits() { throw .unknownSignerMustWait(in: part) }
        do throws(VerificationError) {
            let chain = try CertificateChain(
                pair,
                digest: digest,
                parsed: (parsed[0], parsed[1]),
                in: self.place,
                part: part
            ) { (intermediate) throws(VerificationError) in
                let root = try self.root(of: intermediate, pair.intermediate, part: part)
                self.checks.withLock { $0 += 1 }
                return root
            }
            self.chains.remember(chain, for: digest)
            self.rootsOfIntermediates.use(pair.intermediate[...])
            return chain
        } catch {
            self.remember(Refusal(code: error.code, expected: error.expected, found: error.found), for: digest)
            throw error
        }
    }

    /// Counts a use of a chain by verified data.
    func use(_ chain: CertificateChain) {
        self.chains.use(chain.digest[...])
    }

    private func root(
        of intermediate: Certificate,
        _ der: [UInt8],
        part: VerificationError.Part
    ) throws(VerificationError) -> Certificate {
        if let root = self.rootsOfIntermediates.signer(der[...]) { return root }
        self.checks.withLock { $0 += 1 }
        let root = try CertificateChain.root(of: intermediate, among: self.roots, part: part)
        self.rootsOfIntermediates.remember(root, for: der)
        return root
    }

    private func remember(_ refusal: Refusal, for digest: [UInt8]) {
        self.refused.withLock { [maximumRefused] refused in
            guard refused.reasons.updateValue(refusal, forKey: digest) == nil else { return }
            if refused.order.count < maximumRefused {
                refused.order.append(digest)
            } else {
                refused.reasons[refused.order[refused.oldest]] = nil
                refused.order[refused.oldest] = digest
                refused.oldest = (refused.oldest + 1) % maximumRefused
            }
        }
    }

    /// Returns SHA-256 over the length of the leaf, the leaf, and the intermediate.
    ///
    /// The length makes the digest unambiguous: no other division of the same untrusted bytes has the same digest.
    private static func digest(_ pair: (leaf: [UInt8], intermediate: [UInt8])) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: Array("\(pair.leaf.count) ".utf8))
        hash.update(data: pair.leaf)
        hash.update(data: pair.intermediate)
        return Array(hash.finalize())
    }
}
