import Foundation
import Synchronization

/// The signers seen lately, newest use first.
///
/// Only a signer whose certificates and whose signature have been verified is remembered, so nobody but a trusted signer
/// can fill it. Apple uses very few signers at a time; the bound is for a simulator that makes many.
final class KnownSigners: Sendable {
    /// The most signers remembered; one takes about 10 KB.
    static let capacity = 32

    private let signers = Mutex<[KnownSigner]>([])

    /// The signer whose header segment equals this one byte for byte.
    func signer(header segment: ArraySlice<UInt8>) -> KnownSigner? {
        self.signers.withLock { signers in
            guard let index = signers.firstIndex(where: { Self.areEqual($0.segment, segment) }) else { return nil }
            if index > 0 { signers.swapAt(index, index - 1) }
            return signers[max(index - 1, 0)]
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

    /// Remembers a signer, and says whether it was unknown; the one used longest ago makes room.
    func remember(_ signer: KnownSigner) -> Bool {
        self.signers.withLock { signers in
            guard !signers.contains(where: { $0.segment == signer.segment }) else { return false }
            if signers.count >= Self.capacity { signers.removeLast() }
            signers.insert(signer, at: 0)
            return true
        }
    }
}
