import Crypto
import Synchronization
import X509

/// Certificate chains by what their verification came to, so that the same certificates cost no second signature check.
///
/// Anybody can put leaves of their own below Apple's genuine intermediate. The intermediate's own signature is checked
/// once; a pair of leaf and intermediate that was refused is refused again by its digest; and what is new may be made
/// to wait for a rate. The outcome for the same bytes is always the same, because nothing here depends on time.
package final class CertificateChainCache: Sendable {
    /// Why a pair was refused, without the part of the request in which it stood.
    private struct Refusal {
        let code: VerificationError.Code
        let expected: String
        let found: String
    }

    private struct Refused {
        var reasons: [[UInt8]: Refusal] = [:]
        /// The digests in the order in which each is to make room.
        var order: [[UInt8]] = []
        /// The place in `order` of the oldest, once it is full.
        var oldest = 0
    }

    /// The most refused pairs that are remembered, about half a megabyte; the oldest makes room.
    ///
    /// A stranger who fills them makes room for nothing but other refusals.
    package static let maximumRefused = 1024

    private let roots: [TrustAnchors.Root]
    private let place: String
    private let maximumRefused: Int
    private let chains = SignerCache<CertificateChain>()
    private let rootsOfIntermediates = SignerCache<Certificate>()
    private let refused = Mutex(Refused())
    private let checks = Mutex(0)

    /// How many signatures of certificates have been checked.
    package var checkCount: Int { self.checks.withLock { $0 } }

    /// How many refused pairs are remembered.
    package var refusedCount: Int { self.refused.withLock { $0.reasons.count } }

    /// Chains that lead to these roots; `place` is what the list of certificates is called where it is found.
    package init(roots: [TrustAnchors.Root], place: String, maximumRefused: Int = maximumRefused) {
        self.maximumRefused = maximumRefused
        self.roots = roots
        self.place = place
    }

    /// The chain of some certificates, leaf first, once it is verified.
    ///
    /// - Parameters:
    ///   - certificates: Leaf and intermediate, DER, and perhaps others that are parsed and not used.
    ///   - part: Where the chain was found.
    ///   - admission: Asked before the signatures of certificates that are unknown are checked.
    /// - Returns: The chain.
    /// - Throws: The first check that fails, or that the pair may not be checked now.
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

    /// Counts that something which a chain signed is verified.
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

    /// SHA-256 over the length of the leaf, the leaf and the intermediate.
    ///
    /// With the length, because these bytes are a stranger's: no other division of the same bytes has the same digest.
    private static func digest(_ pair: (leaf: [UInt8], intermediate: [UInt8])) -> [UInt8] {
        var hash = SHA256()
        hash.update(data: Array("\(pair.leaf.count) ".utf8))
        hash.update(data: pair.leaf)
        hash.update(data: pair.intermediate)
        return Array(hash.finalize())
    }
}
