import AppStore
import Foundation
import Ledger
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct PassKeyRingTests {
    /// A clock that the test sets, and bytes that differ each time.
    private final class Turned: Sendable {
        let now = Mutex(Instant(milliseconds: 1_772_366_400_000))
        let count = Mutex<UInt8>(0)

        var ambient: Ambient {
            Ambient(
                now: { self.now.withLock { $0 } },
                randomBytes: { length in
                    let number = self.count.withLock { count in
                        count += 1
                        return count
                    }
                    return Array(repeating: number, count: length)
                }
            )
        }

        func pass(_ span: Span) { self.now.withLock { $0 = $0 + span } }
    }

    private static func path() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "purser-pass-\(ProcessInfo.processInfo.globallyUniqueString)"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appending(path: "keys").path
    }

    private static func signer(_ ring: PassKeyRing, _ turned: Turned) throws -> String {
        let answer = CustomerEntitlements.nothing(of: "anna", at: turned.now.withLock { $0 })
        let pass = try PassService(keys: ring, now: turned.ambient.now).pass(for: answer, in: AppName("shop"))
        let header = try #require(pass.compact.split(separator: ".").first)
        let json = try JSONValue(json: try #require(Base64URL.decode(Array(header.utf8))))
        guard case .string(let id)? = json["kid"] else { return "" }
        return id
    }

    @Test("A new key is published a day before it signs, and its predecessor stays published")
    func rotation() throws {
        let turned = Turned()
        let ring = PassKeyRing(path: nil, ambient: turned.ambient)
        let first = try Self.signer(ring, turned)
        #expect(try ring.published().map(\.id) == [first])
        turned.pass(.days(29))
        #expect(try Self.signer(ring, turned) == first)
        turned.pass(.days(1))
        #expect(try Self.signer(ring, turned) == first, "The new one is too young.")
        let both = try ring.published().map(\.id)
        #expect(both.count == 2 && both.first == first)
        turned.pass(.days(1))
        #expect(try Self.signer(ring, turned) == both[1])
        #expect(try ring.published().map(\.id) == both, "Passes of the first are still checked.")
        turned.pass(.days(30))
        let later = try ring.published().map(\.id)
        #expect(later.count == 2 && later.first == both[1] && !later.contains(first))
    }

    @Test("Nodes that share a key publish and use the same pass keys, from a day before each signs")
    func shared() throws {
        let turned = Turned()
        func ring(_ secret: UInt8 = 1) -> PassKeyRing {
            PassKeyRing(ambient: turned.ambient) { term throws(PassError) in
                (0..<32).map { UInt8(truncatingIfNeeded: Int64($0) &* 7 &+ term) ^ secret }
            }
        }
        let first = ring()
        // The beginning of a term.
        let life = PassKeyRing.life.milliseconds
        turned.pass(Span(milliseconds: life - turned.now.withLock { $0.milliseconds } % life))
        let signer = try Self.signer(first, turned)
        #expect(try Self.signer(ring(), turned) == signer)
        #expect(try Self.signer(ring(2), turned) != signer)
        let published = try first.published().map(\.id)
        #expect(published.count == 2 && published.last == signer)
        turned.pass(Span(milliseconds: Span.days(29).milliseconds - 1))
        #expect(try first.published().map(\.id) == published)
        turned.pass(Span(milliseconds: 1))
        let next = try first.published().map(\.id)
        #expect(next.count == 2 && next.first == signer && !published.contains(next[1]))
        #expect(try Self.signer(first, turned) == signer, "The new one is too young.")
        turned.pass(.days(1))
        #expect(try Self.signer(first, turned) == next[1])
        #expect(try ring().published().map(\.id) == next)
    }

    @Test("Keys are stored in a file that only its owner can read, and survive the process")
    func file() throws {
        let turned = Turned()
        let path = try Self.path()
        let first = try Self.signer(PassKeyRing(path: path, ambient: turned.ambient), turned)
        #expect(try Self.signer(PassKeyRing(path: path, ambient: turned.ambient), turned) == first)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        #expect(throws: PassError.exposed(path: path)) {
            try PassKeyRing(path: path, ambient: turned.ambient).published()
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        try Data("{}".utf8).write(to: URL(filePath: path))
        #expect(throws: PassError.unreadable(path: path)) {
            try PassKeyRing(path: path, ambient: turned.ambient).published()
        }
    }

    @Test("After a failed rotation the existing keys stay in use, and the ring tries again")
    func failedChange() throws {
        let turned = Turned()
        let path = try Self.path()
        let first = try Self.signer(PassKeyRing(path: path, ambient: turned.ambient), turned)
        turned.pass(.days(31))
        // A non-empty folder at the path makes the file unwritable.
        let obstacle = URL(filePath: path + ".new").appending(path: "inner")
        try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
        let ring = PassKeyRing(path: path, ambient: turned.ambient)
        for _ in 0..<2 {
            #expect(try Self.signer(ring, turned) == first)
            #expect(try ring.published().map(\.id) == [first])
        }
        try FileManager.default.removeItem(atPath: path + ".new")
        #expect(try ring.published().count == 1, "The ring does not try again before the pause ends.")
        turned.pass(PassKeyRing.pause)
        #expect(try ring.published().count == 2)
        #expect(try PassKeyRing(path: path, ambient: turned.ambient).published().count == 2, "The key is stored.")
    }

    @Test("Without any key, a key that cannot be stored is an error")
    func noKey() throws {
        let turned = Turned()
        let path = try Self.path()
        let obstacle = URL(filePath: path + ".new").appending(path: "inner")
        try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
        let ring = PassKeyRing(path: path, ambient: turned.ambient)
        #expect(throws: PassError.unwritable(path: path)) { try ring.published() }
        try FileManager.default.removeItem(atPath: path + ".new")
        #expect(try ring.published().count == 1)
    }

    @Test("A key does not show its private key")
    func redacted() throws {
        let turned = Turned()
        let key = try #require(try PassKeyRing(path: nil, ambient: turned.ambient).published().first)
        #expect("\(key)" == "PassKey(\(key.id))")
        #expect(Mirror(reflecting: key).children.compactMap(\.label) == ["id"])
    }
}

extension CustomerEntitlements {
    /// An answer without entitlements.
    fileprivate static func nothing(of name: String, at now: Instant) -> Self {
        CustomerEntitlements(customer: Sample.customer(name), environment: .production, at: now, entitlements: [])
    }
}
