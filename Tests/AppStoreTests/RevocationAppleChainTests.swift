import AppStore
import Foundation
import PurserTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct RevocationAppleChainTests {
    static let folder: URL? = ProcessInfo.processInfo.environment["PURSER_VECTORS"]
        .map { URL(filePath: $0).appending(path: "certs") }

    private final class Asked: Sendable {
        private let addresses = Mutex<Set<String>>([])

        var all: Set<String> { self.addresses.withLock { $0 } }

        func insert(_ address: String) {
            self.addresses.withLock { _ = $0.insert(address) }
        }
    }

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: try #require(Self.folder).appending(path: "\(name).der")))
    }

    @Test(
        "Apple's own leaf and intermediate each name a responder, and the checker asks about both",
        .enabled(if: Self.folder != nil, "PURSER_VECTORS names no folder with Apple's certificates")
    )
    func addresses() async throws {
        let chain = try SignerChain(
            leaf: try self.bytes("leaf-jws-prod-ecc-2025-2027-G6"),
            intermediate: try self.bytes("AppleWWDRCA-G6"),
            root: try self.bytes("AppleRootCA-G3")
        )
        let clock = ManualClock()
        let asked = Asked()
        let checker = RevocationChecker(
            transport: OCSPTransport { address, _ throws(RevocationError) in
                asked.insert(address)
                throw .unreachable
            },
            now: { RevocationAuthority.start + clock.elapsedMilliseconds },
            nonce: { [UInt8](repeating: 0, count: OCSPRequest.nonceByteCount) },
            onChange: { _ in }
        )
        #expect(checker.note(chain) == .unchecked)
        let task = Task { await checker.run(clock: clock) }
        while !checker.isSettled { await Task.yield() }
        task.cancel()
        await task.value

        #expect(asked.all == ["http://ocsp.apple.com/ocsp03-wwdrg602", "http://ocsp.apple.com/ocsp03-applerootcag3"])
        #expect(checker.status(of: chain.id) == .unknown(.unreachable))
    }
}
