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
            guard
                let index = signers.firstIndex(where: {
                    $0.segment.count == segment.count && $0.segment.elementsEqual(segment)
                })
            else { return nil }
            if index > 0 { signers.swapAt(index, index - 1) }
            return signers[max(index - 1, 0)]
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
