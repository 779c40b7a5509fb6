import AppStore
import PurserTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct RevocationCheckerTests {
    let world: RevocationWorld

    init() throws {
        self.world = try RevocationWorld()
    }

    @Test("A new chain is unchecked, and good after questions about both certificates")
    func good() async throws {
        #expect(self.world.status == .unchecked)
        #expect(self.world.checker.note(self.world.chain) == .unchecked)
        #expect(self.world.status == .unchecked)

        try await self.world.running {
            await self.world.settle()
            #expect(self.world.status == .good(.answered))
            #expect(self.world.checker.note(self.world.chain) == .good(.answered))
        }
        let addresses: Set = [RevocationAuthority.leafAddress, RevocationAuthority.intermediateAddress]
        #expect(self.world.responder.addresses == addresses)
        #expect(self.world.responder.nonces.count == 2)
        let change = RevocationChange(chain: self.world.chain.id, old: .unchecked, new: .good(.answered))
        #expect(self.world.changes == [change])
    }

    @Test("A chain that was never noted is unchecked, and the checker does not ask about it")
    func stranger() async throws {
        try await self.world.running {
            await self.world.settle()
            #expect(self.world.status == .unchecked)
        }
        #expect(self.world.responder.questions(about: 3) == 0)
    }

    @Test(
        "A revoked certificate revokes its chain, and the change names it",
        arguments: [(UInt8(3), ChainPosition.leaf), (2, .intermediate)]
    )
    func revoked(serial: UInt8, position: ChainPosition) async throws {
        let since = RevocationAuthority.start - RevocationAuthority.day
        var recipe = RevocationRecipe()
        recipe.state = .revoked(at: since, reason: 1)
        self.world.responder.set(.answers(recipe), for: serial)
        self.world.checker.note(self.world.chain)
        try await self.world.running { await self.world.settle() }

        #expect(self.world.status == .revoked(since: since, certificate: position))
        #expect(self.world.changes.last?.new == .revoked(since: since, certificate: position))
    }

    @Test("Of two revocations the earlier one counts")
    func bothRevoked() async throws {
        var recipe = RevocationRecipe()
        recipe.state = .revoked(at: RevocationAuthority.start - 1000, reason: nil)
        self.world.responder.set(.answers(recipe), for: 3)
        recipe.state = .revoked(at: RevocationAuthority.start - 2000, reason: nil)
        self.world.responder.set(.answers(recipe), for: 2)
        self.world.checker.note(self.world.chain)
        try await self.world.running { await self.world.settle() }

        let earlier = RevocationAuthority.start - 2000
        #expect(self.world.status == .revoked(since: earlier, certificate: .intermediate))
    }

    @Test("A later revocation is reported as a change from good to revoked")
    func revokedLater() async throws {
        self.world.checker.note(self.world.chain)
        try await self.world.running {
            await self.world.settle()
            var recipe = RevocationRecipe()
            recipe.state = .revoked(at: RevocationAuthority.start, reason: nil)
            self.world.responder.set(.answers(recipe), for: 3)
            await self.world.advance(by: .seconds(15 * 60))
        }
        let expected = RevocationStatus.revoked(since: RevocationAuthority.start, certificate: .leaf)
        #expect(self.world.changes.map(\.new) == [.good(.answered), expected])
        #expect(self.world.changes.last?.old == .good(.answered))
    }

    @Test(
        "Only a newer good answer ends a revocation, not a missing, an unknown, or a replayed one"
    )
    func revocationStays() async throws {
        var revoked = RevocationRecipe()
        revoked.state = .revoked(at: RevocationAuthority.start, reason: 6)
        self.world.responder.set(.answers(revoked), for: 3)
        self.world.checker.note(self.world.chain)
        let expected = RevocationStatus.revoked(since: RevocationAuthority.start, certificate: .leaf)

        try await self.world.running {
            await self.world.settle()
            #expect(self.world.status == expected)

            self.world.responder.set(.fails(.unreachable), for: 3)
            await self.world.advance(by: .seconds(20 * 3600), step: .seconds(60))
            #expect(self.world.status == expected)

            var forgetting = RevocationRecipe()
            forgetting.state = .unknown
            self.world.responder.set(.answers(forgetting), for: 3)
            await self.world.advance(by: .seconds(1800), step: .seconds(60))
            #expect(self.world.status == expected)

            var replayed = RevocationRecipe()
            replayed.thisUpdateAt -= 30 * RevocationAuthority.hour
            self.world.responder.set(.answers(replayed), for: 3)
            await self.world.advance(by: .seconds(1800), step: .seconds(60))
            #expect(self.world.status == expected)

            self.world.responder.set(.answers(RevocationRecipe()), for: 3)
            await self.world.advance(by: .seconds(1800), step: .seconds(60))
            #expect(self.world.status == .good(.answered))
        }
    }

    @Test("A responder that does not know a certificate makes its chain unknown")
    func unknown() async throws {
        var recipe = RevocationRecipe()
        recipe.state = .unknown
        self.world.responder.set(.answers(recipe), for: 3)
        self.world.checker.note(self.world.chain)
        try await self.world.running { await self.world.settle() }

        #expect(self.world.status == .unknown(.unknownToResponder))
    }

    @Test("Several notes of a chain at once cause one question, and so do chains with the same intermediate")
    func oneQuestion() async throws {
        let others = try (4...7).map { try RevocationAuthority(leafSerial: $0).chain }
        let (checker, chain) = (self.world.checker, self.world.chain)
        try await self.world.running {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<100 { group.addTask { checker.note(chain) } }
                for other in others { group.addTask { checker.note(other) } }
            }
            await self.world.settle()
        }
        #expect(self.world.responder.questions(about: 2) == 1)
        for serial in 3...7 as ClosedRange<UInt8> {
            #expect(self.world.responder.questions(about: serial) == 1)
        }
        #expect(others.allSatisfy { self.world.checker.status(of: $0.id) == .good(.answered) })
    }

    @Test("Certificates without a responder are good immediately, without a question")
    func noResponder() async throws {
        let world = try RevocationWorld(
            authority: try RevocationAuthority(leafAddress: nil, intermediateAddress: nil)
        )
        #expect(world.checker.note(world.chain) == .good(.noResponder))
        try await world.running { await world.until { world.checker.isSettled } }

        #expect(world.responder.addresses.isEmpty)
        #expect(world.changes.isEmpty)
    }

    @Test("The checker asks about the intermediate of a leaf without a responder")
    func leafWithoutResponder() async throws {
        let world = try RevocationWorld(authority: try RevocationAuthority(leafAddress: nil))
        #expect(world.checker.note(world.chain) == .unchecked)
        try await world.running { await world.settle() }

        #expect(world.status == .good(.noResponder))
        #expect(world.responder.questions(about: 2) == 1)
        #expect(world.responder.questions(about: 3) == 0)
    }

    @Test(
        "The checker never asks an address that is not HTTP",
        arguments: ["ldap://ocsp.example.test/", "file:///etc/hosts", "ocsp", "http://", ""]
    )
    func badAddress(address: String) async throws {
        let world = try RevocationWorld(authority: try RevocationAuthority(leafAddress: address))
        #expect(world.checker.note(world.chain) == .unknown(.addressInvalid))
        try await world.running { await world.settle() }

        #expect(world.status == .unknown(.addressInvalid))
        #expect(world.changes.map(\.new) == [.unknown(.addressInvalid)])
        #expect(world.responder.questions(about: 3) == 0)
    }

    @Test("The number of chains is bounded; the one that was noted longest ago leaves")
    func bounded() throws {
        let checker = self.world.checker
        let limit = RevocationChecker.maximumChainCount
        let plain = try RevocationAuthority(leafAddress: nil, intermediateAddress: nil)
        func chain(_ number: Int) -> SignerChain {
            SignerChain(
                id: CertificateChainID(leaf: [UInt8(number)], intermediate: []),
                leaf: plain.leaf,
                intermediate: plain.intermediate.certificate,
                root: plain.root.certificate
            )
        }
        for number in 0..<limit { checker.note(chain(number)) }
        checker.note(chain(0))
        checker.note(chain(limit))

        #expect(checker.chainCount == limit)
        #expect(checker.status(of: chain(0).id) == .good(.noResponder))
        #expect(checker.status(of: chain(1).id) == .unchecked)
        #expect(checker.status(of: chain(limit).id) == .good(.noResponder))
    }

    @Test("A stored revocation counts before the first question, and a replayed answer cannot end it")
    func adopted() async throws {
        let leaf = try OCSPCertificateID(certificate: self.world.authority.leaf, issuer: self.world.chain.intermediate)
        let start = RevocationAuthority.start
        self.world.checker.adopt([
            CertificateRevocation(
                certificateID: leaf,
                revokedAt: start - 9000,
                learnedAt: start - 5000,
                statedAt: start + 1000
            )
        ])
        let revoked = RevocationStatus.revoked(since: start - 9000, certificate: .leaf)
        #expect(self.world.checker.note(self.world.chain) == revoked)
        let known = self.world.checker.revocation(of: self.world.chain.id)
        #expect(known == ChainRevocation(since: start - 9000, learnedAt: start - 5000))

        try await self.world.running {
            // The responder's good answer is older than the report.
            await self.world.settle()
            #expect(self.world.status == revoked)

            var newer = RevocationRecipe()
            newer.thisUpdateAt += 2000
            self.world.responder.set(.answers(newer), for: 3)
            await self.world.advance(by: .seconds(1800), step: .seconds(60))
            #expect(self.world.status == .good(.answered))
            #expect(self.world.checker.revocation(of: self.world.chain.id) == nil)
        }
        let kept = try #require(self.world.checker.revocations.first)
        #expect(kept.learnedAt == start - 5000 && (kept.clearedAt ?? 0) >= start + 2000 && !kept.isInForce)

        // The end of a revocation from elsewhere is not accepted, and does not revoke the chain either.
        let other = try RevocationWorld()
        other.checker.adopt([kept])
        #expect(other.checker.note(other.chain) == .unchecked)
    }

    @Test("New revocations are listed for storing, and the end of one from elsewhere causes an immediate question")
    func learned() async throws {
        var recipe = RevocationRecipe()
        recipe.state = .revoked(at: RevocationAuthority.start - 9000, reason: nil)
        self.world.responder.set(.answers(recipe), for: 3)
        self.world.checker.note(self.world.chain)
        #expect(self.world.checker.revocations.isEmpty)
        try await self.world.running {
            await self.world.settle()
            let kept = try #require(self.world.checker.revocations.first)
            #expect(kept.revokedAt == RevocationAuthority.start - 9000)
            #expect(kept.statedAt == RevocationAuthority.start && kept.isInForce)

            let asked = self.world.responder.questions(about: 3)
            var cleared = RevocationRecipe()
            cleared.thisUpdateAt += 1000
            self.world.responder.set(.answers(cleared), for: 3)
            let end = CertificateRevocation(
                certificateID: kept.certificateID,
                revokedAt: kept.revokedAt,
                learnedAt: kept.learnedAt,
                statedAt: kept.statedAt,
                clearedAt: kept.statedAt + 1000
            )
            for _ in 0..<3 { self.world.checker.adopt([end]) }
            await self.world.settle()
            #expect(self.world.responder.questions(about: 3) == asked + 1)
            #expect(self.world.status == .good(.answered))
        }
    }

    @Test("A chain in use remains while many unused ones are added, until it is no longer used")
    func usedIsKept() throws {
        let checker = self.world.checker
        let plain = try RevocationAuthority(leafAddress: nil, intermediateAddress: nil)
        func chain(_ number: Int) -> SignerChain {
            SignerChain(
                id: CertificateChainID(
                    leaf: [UInt8(truncatingIfNeeded: number), UInt8(number / 256)],
                    intermediate: []
                ),
                leaf: plain.leaf,
                intermediate: plain.intermediate.certificate,
                root: plain.root.certificate
            )
        }
        checker.note(chain(0))
        #expect(checker.status(of: chain(0).id) == .good(.noResponder))
        for number in 1..<500 { checker.note(chain(number)) }
        #expect(checker.chainCount == RevocationChecker.maximumChainCount)
        #expect(checker.status(of: chain(0).id) == .good(.noResponder))
        #expect(checker.status(of: chain(1).id) == .unchecked)

        for _ in 0..<3 * RevocationRecords.halvingPeriod { _ = checker.status(of: chain(499).id) }
        for number in 500..<600 { checker.note(chain(number)) }
        #expect(checker.status(of: chain(0).id) == .unchecked)
        #expect(checker.status(of: chain(499).id) == .good(.noResponder))
    }

    @Test("A revoked chain is refused again, even after many other chains were added")
    func revokedIsRemembered() async throws {
        var recipe = RevocationRecipe()
        recipe.state = .revoked(at: RevocationAuthority.start, reason: nil)
        self.world.responder.set(.answers(recipe), for: 3)
        self.world.checker.note(self.world.chain)
        try await self.world.running { await self.world.settle() }

        let plain = try RevocationAuthority(leafAddress: nil, intermediateAddress: nil)
        for number in 0..<200 {
            self.world.checker.note(
                SignerChain(
                    id: CertificateChainID(leaf: [UInt8(number)], intermediate: []),
                    leaf: plain.leaf,
                    intermediate: plain.intermediate.certificate,
                    root: plain.root.certificate
                )
            )
        }
        #expect(self.world.checker.chainCount == RevocationChecker.maximumChainCount)
        let revoked = RevocationStatus.revoked(since: RevocationAuthority.start, certificate: .leaf)
        #expect(self.world.checker.note(self.world.chain) == revoked)
    }

    /// Returns chains of the same certificates under different identifiers.
    private static func chains(_ authority: RevocationAuthority, _ numbers: Range<Int>) -> [SignerChain] {
        numbers.map { number in
            SignerChain(
                id: CertificateChainID(
                    leaf: [UInt8(truncatingIfNeeded: number), UInt8(number / 256)],
                    intermediate: []
                ),
                leaf: authority.leaf,
                intermediate: authority.intermediate.certificate,
                root: authority.root.certificate
            )
        }
    }

    /// Returns a report that the leaf of an authority was revoked.
    private static func report(_ authority: RevocationAuthority) throws -> CertificateRevocation {
        CertificateRevocation(
            certificateID: try OCSPCertificateID(
                certificate: authority.leaf,
                issuer: authority.intermediate.certificate
            ),
            revokedAt: RevocationAuthority.start,
            learnedAt: RevocationAuthority.start,
            statedAt: RevocationAuthority.start
        )
    }

    @Test("A registry full of revoked chains accepts another one, and keeps the revocations of those that leave")
    func fullOfRevokedChains() async throws {
        var recipe = RevocationRecipe()
        recipe.state = .revoked(at: RevocationAuthority.start, reason: nil)
        self.world.responder.set(.answers(recipe), for: 3)
        self.world.checker.note(self.world.chain)
        try await self.world.running { await self.world.settle() }
        let learned = try #require(self.world.checker.revocations.first)

        let stolen = try RevocationAuthority(leafAddress: nil, intermediateAddress: nil)
        let report = try Self.report(stolen)
        self.world.checker.adopt([report])
        let revoked = RevocationStatus.revoked(since: RevocationAuthority.start, certificate: .leaf)
        for chain in Self.chains(stolen, 0..<200) { #expect(self.world.checker.note(chain) == revoked) }
        #expect(self.world.checker.chainCount == RevocationChecker.maximumChainCount)

        // The first chain has left; its revocation is still known and listed for storing.
        #expect(self.world.status == .unchecked)
        #expect(Set(self.world.checker.revocations) == [learned, report])
        #expect(self.world.checker.note(self.world.chain) == revoked)
        #expect(self.world.status == revoked)
    }

    @Test("A registry full of chains in use accepts a revoked one, and keeps it until its status is requested")
    func fullOfChainsInUse() throws {
        let checker = self.world.checker
        let honest = try RevocationAuthority(leafAddress: nil, intermediateAddress: nil)
        for chain in Self.chains(honest, 0..<RevocationChecker.maximumChainCount) {
            checker.note(chain)
            for _ in 0..<3 { #expect(checker.status(of: chain.id) == .good(.noResponder)) }
        }
        let stolen = try RevocationAuthority(leafAddress: nil, intermediateAddress: nil)
        checker.adopt([try Self.report(stolen)])
        let revoked = RevocationStatus.revoked(since: RevocationAuthority.start, certificate: .leaf)
        let late = Self.chains(stolen, 1000..<1008)
        for chain in late { #expect(checker.note(chain) == revoked) }
        for chain in late { #expect(checker.status(of: chain.id) == revoked) }
        #expect(checker.chainCount == RevocationChecker.maximumChainCount)
    }
}
