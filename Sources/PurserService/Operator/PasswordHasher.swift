import AppStore
import Crypto
import CryptoExtras
import Foundation
package import Ledger
import Synchronization

/// Hashes passwords with scrypt (RFC 7914), at most two at a time.
///
/// Each hash takes 32 MB of memory and a good part of a second of one core, so two threads of their own do all of them,
/// a few more wait, and the rest is refused: no number of sign-ins takes memory or threads from customers. Strangers
/// get a part of the places only, so that they keep no operator out.
package final class PasswordHasher: Sendable {
    /// The cost of a hash.
    package struct Cost: Hashable, Sendable {
        /// The number of rounds, a power of two.
        let rounds: Int
        /// The size of a block.
        let blockSize: Int
        /// The number of independent mixes, one after the other.
        let parallelism: Int

        /// 32 MB, three times.
        package static let standard = Self(rounds: 1 << 15, blockSize: 8, parallelism: 3)

        /// Creates a cost.
        package init(rounds: Int, blockSize: Int, parallelism: Int) {
            self.rounds = rounds
            self.blockSize = blockSize
            self.parallelism = parallelism
        }
    }

    /// The hashes that run or wait.
    private struct Pending {
        /// The number of all.
        var count = 0
        /// The number of those that strangers asked for.
        var strangerCount = 0
    }

    /// The number of hashes at a time.
    private static let threadCount = 2
    /// The maximum number of hashes that run or wait: the last one waits a few seconds.
    package static let capacity = 18
    /// The maximum number of those that strangers ask for.
    package static let strangerCapacity = 10
    private static let saltByteCount = 16
    private static let hashByteCount = 32
    private static let scheme = "scrypt"
    /// Started by the first sign-in, and shared by all services of the process.
    private static let threads = ThreadExecutor(count: threadCount, named: "purser-password")

    private let cost: Cost
    private let randomBytes: @Sendable (Int) -> [UInt8]
    private let pending = Mutex(Pending())
    /// The hash that is compared with where there is none, so that an unknown name takes as long as a known one.
    private let hashOfUnknown: String

    /// Creates a hasher; `ambient` provides the salts.
    package init(cost: Cost = .standard, ambient: Ambient) {
        self.cost = cost
        self.randomBytes = ambient.randomBytes
        self.hashOfUnknown = Self.text(
            cost,
            salt: Array(repeating: 0, count: Self.saltByteCount),
            hash: Array(repeating: 0, count: Self.hashByteCount)
        )
    }

    /// Returns the encoded hash of a password, with its salt and cost.
    package func hash(_ password: String) async throws(OperatorError) -> String {
        let salt = self.randomBytes(Self.saltByteCount)
        guard let hash = try await self.derive(password, salt: salt, self.cost) else { throw .busy }
        return Self.text(self.cost, salt: salt, hash: hash)
    }

    /// Returns whether a password has an encoded hash; without one, false after the same time.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - encoded: The encoded hash.
    ///   - isStranger: Whether the person is not known here, so that only a part of the places is for them.
    /// - Returns: Whether it has.
    /// - Throws: `busy` where too many hashes run or wait.
    package func matches(
        _ password: String,
        _ encoded: String?,
        ofStranger isStranger: Bool = false
    ) async throws(OperatorError) -> Bool {
        guard let parts = Self.parts(encoded ?? self.hashOfUnknown) else { return false }
        let found = try await self.derive(password, salt: parts.salt, parts.cost, ofStranger: isStranger)
        guard encoded != nil, let found else { return false }
        // The comparison of digests takes the same time wherever they differ.
        return SHA256.hash(data: found) == SHA256.hash(data: parts.hash)
    }

    /// Derives a hash on one of the threads; `nil` if the library refuses the cost.
    private func derive(
        _ password: String,
        salt: [UInt8],
        _ cost: Cost,
        ofStranger isStranger: Bool = false
    ) async throws(OperatorError) -> [UInt8]? {
        let isAdmitted = self.pending.withLock { pending in
            guard pending.count < Self.capacity, !isStranger || pending.strangerCount < Self.strangerCapacity else {
                return false
            }
            pending.count += 1
            if isStranger { pending.strangerCount += 1 }
            return true
        }
        guard isAdmitted else { throw .busy }
        defer {
            self.pending.withLock { pending in
                pending.count -= 1
                if isStranger { pending.strangerCount -= 1 }
            }
        }
        // Keyboards write the same letter in different ways.
        let bytes = Array(password.precomposedStringWithCanonicalMapping.utf8)
        return await withTaskExecutorPreference(Self.threads) { await Self.derive(bytes, salt, cost) }
    }

    @concurrent private static func derive(_ password: [UInt8], _ salt: [UInt8], _ cost: Cost) async -> [UInt8]? {
        let key = try? KDF.Scrypt.deriveKey(
            from: password,
            salt: salt,
            outputByteCount: Self.hashByteCount,
            rounds: cost.rounds,
            blockSize: cost.blockSize,
            parallelism: cost.parallelism
        )
        return key.map { key in unsafe key.withUnsafeBytes { bytes in unsafe Array(bytes) } }
    }

    private static func text(_ cost: Cost, salt: [UInt8], hash: [UInt8]) -> String {
        let encoded = [salt, hash].map { String(decoding: Base64URL.encode($0), as: UTF8.self) }
        return ([Self.scheme, "\(cost.rounds)", "\(cost.blockSize)", "\(cost.parallelism)"] + encoded)
            .joined(separator: "$")
    }

    private static func parts(_ encoded: String) -> (cost: Cost, salt: [UInt8], hash: [UInt8])? {
        let parts = encoded.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == Self.scheme, let rounds = Int(parts[1]), let blockSize = Int(parts[2]),
            let parallelism = Int(parts[3]), let salt = Base64URL.decode(parts[4].utf8),
            let hash = Base64URL.decode(parts[5].utf8)
        else { return nil }
        return (Cost(rounds: rounds, blockSize: blockSize, parallelism: parallelism), salt, hash)
    }
}
