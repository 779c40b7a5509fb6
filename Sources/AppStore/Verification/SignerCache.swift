import Crypto
import Foundation
import Synchronization

/// The signers that were found trusted, each found by the exact bytes that led to it.
///
/// Only what leads to a pinned root is remembered, so a stranger cannot fill it with anything of their own. Apple uses
/// very few signers at a time; the bound is for a simulator that makes many.
///
/// An entry is in use while verified data keeps leading to it. A new entry takes the place of one that is not in use;
/// where all are in use, the new one is not remembered and costs its whole verification again.
package final class SignerCache<Signer: Sendable>: Sendable {
    /// A signer, and what leads to it.
    private struct Entry {
        let segment: [UInt8]
        let signer: Signer
        var uses = 0
    }

    private struct State {
        var entries: [Entry] = []
        var useCount = 0
    }

    /// The most signers remembered; one takes about 10 KB.
    package static var capacity: Int { 32 }
    /// After so many uses of any signer the uses of each count half, so that a signer that fell out of use is
    /// forgotten.
    ///
    /// A signer that is used once in a thousand times counts as in use half of the time at least.
    package static var halvingPeriod: Int { 1024 }

    private let state = Mutex(State())

    /// Nothing known.
    package init() {}

    /// The signer that these bytes led to before: they have to be equal one for one.
    package func signer(_ segment: ArraySlice<UInt8>) -> Signer? {
        self.state.withLock { state in
            state.entries.first { Self.areEqual($0.segment, segment) }?.signer
        }
    }

    /// Counts that verified data led to these bytes; the most used are found first.
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

    /// Remembers a signer, which is not in use until data leads to it again.
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

    /// Compares at the speed of memory: a header has thousands of bytes, and this happens for each object.
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

/// A protected header that has been verified: whose key it leads to, and how far the hashing has got after it.
///
/// Apple signs millions of objects with the same header, four to six kilobytes of certificates each time. A header that
/// equals a known one byte for byte needs no decoding, no parsing and no chain; and since the signature covers
/// `header.payload`, the state of SHA-256 after the header can be taken up again, so only the payload is left to hash.
struct KnownSigner: Sendable {
    /// How a signer came to be trusted.
    enum Origin: Sendable {
        /// Through a chain of three that leads to a pinned root.
        case chain(CertificateChain)
        /// As the configured Xcode certificate.
        case xcode
    }

    /// The header segment as it stands in the compact form.
    let segment: [UInt8]
    /// The decoded header.
    let header: [UInt8]
    /// SHA-256 of `header`.
    let headerDigest: [UInt8]
    /// The state of SHA-256 after the header segment and the dot.
    let prefix: SHA256
    /// The signer's key.
    let key: P256.Signing.PublicKey
    /// When the signer may sign.
    let validity: CertificateValidity
    /// How it is trusted.
    let origin: Origin

    /// A signer whose certificates have been verified.
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

    /// The chain's name, or `nil` for the Xcode certificate.
    var chainID: CertificateChainID? {
        switch self.origin {
        case .chain(let chain): chain.signers.id
        case .xcode: nil
        }
    }
}
