import AppStore
import PurserTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct RevocationScheduleTests {
    let world: RevocationWorld

    init() throws {
        self.world = try RevocationWorld()
    }

    @Test("The checker asks again every quarter of an hour, well before a good answer ends")
    func refresh() async throws {
        self.world.checker.note(self.world.chain)
        try await self.world.running {
            await self.world.settle()
            #expect(self.world.responder.questions(about: 3) == 1)
            await self.world.advance(by: .seconds(15 * 60 - 1))
            #expect(self.world.responder.questions(about: 3) == 1)
            await self.world.advance(by: .seconds(1))
            #expect(self.world.responder.questions(about: 3) == 2)
            await self.world.advance(by: .seconds(45 * 60), step: .seconds(60))
            #expect(self.world.responder.questions(about: 3) == 5)
        }
        #expect(self.world.changes.count == 1)
    }

    @Test("The checker asks again halfway to the end of an answer, but at most once a minute")
    func shortLived() async throws {
        var recipe = RevocationRecipe()
        recipe.nextUpdateAt = RevocationAuthority.start + 10 * 60 * 1000
        self.world.responder.set(.answers(recipe), for: 3)
        recipe.nextUpdateAt = RevocationAuthority.start
        self.world.responder.set(.answers(recipe), for: 2)
        self.world.checker.note(self.world.chain)
        try await self.world.running {
            await self.world.settle()
            await self.world.advance(by: .seconds(5 * 60 - 1))
            #expect(self.world.responder.questions(about: 3) == 1)
            #expect(self.world.responder.questions(about: 2) == 5)
            await self.world.advance(by: .seconds(1))
            #expect(self.world.responder.questions(about: 3) == 2)
            #expect(self.world.responder.questions(about: 2) == 6)
        }
    }

    @Test(
        "Without a responder the last good answer counts until it would be refused, then the chain is unknown"
    )
    func lastGood() async throws {
        var recipe = RevocationRecipe()
        recipe.nextUpdateAt = RevocationAuthority.start + 2 * RevocationAuthority.hour
        self.world.responder.set(.answers(recipe), for: 2, 3)
        self.world.checker.note(self.world.chain)
        try await self.world.running {
            await self.world.settle()
            self.world.responder.set(.fails(.unreachable), for: 3)
            await self.world.advance(by: .seconds(2 * 3600 + 75 * 60), step: .seconds(60))
            #expect(self.world.status == .good(.answered))
            #expect(self.world.changes.count == 1)

            await self.world.advance(by: .milliseconds(1))
            #expect(self.world.status == .unknown(.unreachable))
            #expect(self.world.changes.last?.old == .good(.answered))

            self.world.responder.set(.answers(RevocationRecipe()), for: 3)
            await self.world.advance(by: .seconds(15 * 60), step: .seconds(60))
            #expect(self.world.status == .good(.answered))
        }
        #expect(self.world.changes.map(\.new) == [.good(.answered), .unknown(.unreachable), .good(.answered)])
    }

    @Test("After failures the pauses double from half a minute to a quarter of an hour, and a success resets them")
    func backoff() async throws {
        self.world.responder.set(.fails(.httpStatus(503)), for: 3)
        self.world.checker.note(self.world.chain)
        try await self.world.running {
            await self.world.settle()
            #expect(self.world.status == .unknown(.httpStatus(503)))
            for (count, pause) in [30, 60, 120, 240, 480, 900, 900].enumerated() {
                await self.world.advance(by: .seconds(pause) - .milliseconds(1))
                #expect(self.world.responder.questions(about: 3) == count + 1)
                await self.world.advance(by: .milliseconds(1))
                #expect(self.world.responder.questions(about: 3) == count + 2)
            }
            self.world.responder.set(.answers(RevocationRecipe()), for: 3)
            await self.world.advance(by: .seconds(900))
            #expect(self.world.status == .good(.answered))

            self.world.responder.set(.fails(.unreachable), for: 3)
            await self.world.advance(by: .seconds(900))
            let count = self.world.responder.questions(about: 3)
            await self.world.advance(by: .seconds(30))
            #expect(self.world.responder.questions(about: 3) == count + 1)
        }
    }

    @Test("An invalid answer counts as none: the chain is unknown with the reason, and the checker asks again")
    func wrongAnswer() async throws {
        var recipe = RevocationRecipe()
        recipe.isSignatureSpoiled = true
        self.world.responder.set(.answers(recipe), for: 3)
        self.world.checker.note(self.world.chain)
        try await self.world.running {
            await self.world.settle()
            #expect(self.world.status == .unknown(.signatureInvalid))
            self.world.responder.set(.answers(RevocationRecipe()), for: 3)
            await self.world.advance(by: .seconds(30))
            #expect(self.world.status == .good(.answered))
        }
    }

    @Test("The checker gives up on a responder after ten seconds")
    func timeout() async throws {
        self.world.responder.set(.hangs, for: 3)
        self.world.checker.note(self.world.chain)
        try await self.world.running {
            // Its sleep, the limit of the sleep, and the checker's own pause until the intermediate is due again.
            await self.world.until {
                self.world.responder.questions(about: 2) == 1 && self.world.clock.sleeperCount == 3
            }
            #expect(self.world.status == .unchecked)
            self.world.clock.advance(by: .milliseconds(9999))
            #expect(self.world.status == .unchecked)
            self.world.clock.advance(by: .milliseconds(1))
            await self.world.settle()
            #expect(self.world.status == .unknown(.timedOut))
        }
    }

    @Test("Silent responders do not delay other questions beyond the limit")
    func manySilent() async throws {
        let chains = try (10...20).map { try RevocationAuthority(leafSerial: $0).chain }
        for serial in 10...19 as ClosedRange<UInt8> { self.world.responder.set(.hangs, for: serial) }
        for chain in chains { self.world.checker.note(chain) }
        try await self.world.running {
            let last = try #require(chains.last)
            for _ in 0..<3 {
                await self.world.until {
                    self.world.clock.sleeperCount >= 8
                        || self.world.checker.status(of: last.id) == .good(.answered)
                }
                self.world.clock.advance(by: .seconds(10))
            }
            await self.world.until { self.world.checker.status(of: last.id) == .good(.answered) }
        }
    }

    @Test("Cancellation with a question in flight ends the checker and does not affect the certificate")
    func canceled() async throws {
        self.world.responder.set(.hangs, for: 2, 3)
        self.world.checker.note(self.world.chain)
        try await self.world.running {
            await self.world.until { self.world.clock.sleeperCount >= 4 }
        }
        #expect(self.world.clock.sleeperCount == 0)
        #expect(self.world.status == .unchecked)
        #expect(self.world.changes.isEmpty)

        self.world.responder.set(.answers(RevocationRecipe()), for: 2, 3)
        try await self.world.running { await self.world.settle() }
        #expect(self.world.status == .good(.answered))
    }

    @Test("Cancellation ends a checker without due questions")
    func idle() async throws {
        try await self.world.running { await self.world.settle() }
        #expect(self.world.changes.isEmpty)
    }
}
