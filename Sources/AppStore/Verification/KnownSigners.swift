import Foundation
import Synchronization

/// The signers seen lately, newest use first, each found by the exact bytes that led to it.
///
/// Only a signer whose certificates and whose signature have been verified is remembered, so nobody but a trusted signer
/// can fill it. Apple uses very few signers at a time; the bound is for a simulator that makes many.
final class KnownSigners<Signer: Sendable>: Sendable {
    /// A signer, and what leads to it.
    private struct Entry {
        let segment: [UInt8]
        let signer: Signer
    }

    /// The most signers remembered; one takes about 10 KB.
    private static var capacity: Int { 32 }

    private let entries = Mutex<[Entry]>([])

    /// The signer that these bytes led to before: they have to be equal one for one.
    func signer(_ segment: ArraySlice<UInt8>) -> Signer? {
        self.entries.withLock { entries in
            guard let index = entries.firstIndex(where: { Self.areEqual($0.segment, segment) }) else { return nil }
            if index > 0 { entries.swapAt(index, index - 1) }
            return entries[max(index - 1, 0)].signer
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
    func remember(_ signer: Signer, for segment: [UInt8]) -> Bool {
        self.entries.withLock { entries in
            guard !entries.contains(where: { $0.segment == segment }) else { return false }
            if entries.count >= Self.capacity { entries.removeLast() }
            entries.insert(Entry(segment: segment, signer: signer), at: 0)
            return true
        }
    }
}
