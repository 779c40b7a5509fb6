import Crypto
import Foundation
import Synchronization

/// A cache of trusted signers, keyed by the exact bytes that led to them.
///
/// The cache keeps only signers that lead to a pinned root, so that an attacker cannot fill it. Apple uses very few
/// signers at a time; the capacity matters for a simulator that creates many.
///
/// An entry is in use while verified data leads to it. A new entry replaces one that is not in use. If all are in use,
/// the new signer is not cached and is verified each time.
package final class SignerCache<Signer: Sendable>: Sendable {
    /// A signer and the bytes that lead to it.
    private struct Entry {
        let segment: [UInt8]
        let signer: Signer
        var uses = 0
    }

    private struct State {
        var entries: [Entry] = []
        var useCount = 0
    }

    /// The maximum number of signers; one takes about 10 KB.
    package static var capacity: Int { 32 }
    /// The number of uses of all signers after which each count is halved, so that a signer that is no longer used is
    /// evicted.
    ///
    /// A signer that is used once in a thousand times counts as in use at least half of the time.
    package static var halvingPeriod: Int { 1024 }

    private let state = Mutex(State())

    /// Creates an empty cache.
    package init() {}

    /// Returns the signer that exactly these bytes led to before, if any.
    package func signer(_ segment: ArraySlice<UInt8>) -> Signer? {
        self.state.withLock { state in
            state.entries.first { Self.areEqual($0.segment, segment) }?.signer
        }
    }

    /// Counts a use of these bytes by verified data; the most used entries are found first.
    package func use(_ segment: ArraySlice<UInt8>) {
        self.state.withLock { state in
            if let index = state.entries.firstIndex(where: { Self.areEqual($0.segment, segment) }) {
                state.entries[index].uses += 1
                if index > 0, state.entries[index - 1].uses < state.entries[index].uses {
                    state.entries.swapAt(index, index - 1)
                }
            }
            state.useCount += 1
            guard state.useCount == Self.halvingPeriod else { return }
            state.useCount = 0
            for index in state.entries.indices { state.entries[index].uses /= 2 }
        }
    }

    /// Caches a signer, which is not in use until data leads to it again.
    package func remember(_ signer: Signer, for segment: [UInt8]) {
        self.state.withLock { state in
            guard !state.entries.contains(where: { $0.segment == segment }) else { return }
            if state.entries.count >= Self.capacity {
                guard let unused = state.entries.firstIndex(where: { $0.uses == 0 }) else { return }
                state.entries.remove(at: unused)
            }
            state.entries.append(Entry(segment: segment, signer: signer))
        }
    }

    /// Compares with a fast memory comparison, because a header has thousands of bytes and is compared for each object.
    private static func areEqual(_ known: [UInt8], _ segment: ArraySlice<UInt8>) -> Bool {
        guard known.count == segment.count else { return false }
        return unsafe known.withUnsafeBytes { left in
            unsafe segment.withUnsafeBytes { right in
                guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else { return true }
                return unsafe memcmp(leftBase, rightBase, left.count) == 0
            }
        }
    }
}

/// A verified protected header: its signer's key, and the state of the hash after it.
///
/// Apple signs millions of objects with the same header, each with four to six kilobytes of certificates. A header that
/// equals a known one byte for byte needs no decoding, no parsing, and no chain verification. Since the signature
/// covers `header.payload`, the verifier continues from the SHA-256 state after the header and hashes only the payload.
struct KnownSigner: Sendable {
    /// The basis of the trust in a signer.
    enum Origin: Sendable {
        /// A chain of three certificates that leads to a pinned root.
        case chain(CertificateChain)
        /// The configured Xcode certificate.
        case xcode
    }

    /// The header segment of the compact form.
    let segment: [UInt8]
    /// The decoded header.
    let header: [UInt8]
    /// SHA-256 of `header`.
    let headerDigest: [UInt8]
    /// The SHA-256 state after the header segment and the dot.
    let prefix: SHA256
    /// The signer's key.
    let key: P256.Signing.PublicKey
    /// The period in which the signer may sign.
    let validity: CertificateValidity
    /// The basis of the trust.
    let origin: Origin

    /// Creates a signer whose certificates have been verified.
    init(
        segment: [UInt8],
        header: [UInt8],
        key: P256.Signing.PublicKey,
        validity: CertificateValidity,
        origin: Origin
    ) {
        self.segment = segment
        self.header = header
        self.headerDigest = Array(SHA256.hash(data: header))
        var prefix = SHA256()
        prefix.update(data: segment)
        prefix.update(data: [UInt8(ascii: ".")])
        self.prefix = prefix
        self.key = key
        self.validity = validity
        self.origin = origin
    }

    /// The identifier of the chain, or `nil` for the Xcode certificate.
    var chainID: CertificateChainID? {
        switch self.origin {
        case .chain(let chain): chain.signers.id
        case .xcode: nil
        }
    }
}
