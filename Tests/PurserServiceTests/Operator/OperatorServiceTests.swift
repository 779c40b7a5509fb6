import Ledger
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct OperatorServiceTests {
    /// A wall clock that tests turn.
    private final class Clock: Sendable {
        let now = Mutex(Instant(milliseconds: 1_800_000_000_000))
        let bytes = Mutex(SeededGenerator(seed: 31))

        var ambient: Ambient {
            Ambient(
                now: { self.now.withLock { $0 } },
                randomBytes: { count in
                    self.bytes.withLock { generator in
                        (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
                    }
                }
            )
        }

        func pass(_ span: Span) { self.now.withLock { $0 = $0 + span } }
    }

    private static let password = "correct horse battery"
    private static let office = Browser(address: NetworkAddress("192.0.2.1"), userAgent: "Office")
    private static let elsewhere = Browser(address: NetworkAddress("198.51.100.7"), userAgent: "Elsewhere")

    private let clock = Clock()
    private let repository = InMemoryRepository()
    private let service: OperatorService

    init() {
        self.service = Self.service(
            self.repository,
            self.clock.ambient,
            PasswordHasher.Cost(rounds: 2, blockSize: 1, parallelism: 1)
        )
    }

    private static func service(
        _ repository: InMemoryRepository,
        _ ambient: Ambient,
        _ cost: PasswordHasher.Cost
    ) -> OperatorService {
        OperatorService(
            repository: repository,
            ambient: ambient,
            audit: AuditLog(repository: repository, ambient: ambient),
            secrets: WebhookSecrets(path: nil, ambient: ambient),
            passwordCost: cost
        )
    }

    private func add(_ name: String) async throws {
        let issued = try await self.service.invite(
            OperatorName(rawValue: name),
            role: .admin,
            by: RequestOrigin(name: "test")
        )
        _ = try await self.service.accept(issued.token, password: Self.password, from: Self.office)
    }

    private func signIn(
        _ name: String,
        _ password: String,
        from browser: Browser,
        by service: OperatorService? = nil
    ) async -> OperatorError? {
        do throws(OperatorError) {
            _ = try await (service ?? self.service).signIn(name, password: password, from: browser)
            return nil
        } catch {
            return error
        }
    }

    @Test("A stranger who guesses is delayed longer and longer, and the operator still enters from a known address")
    func lockOut() async throws {
        try await self.add("ada")
        var waited: [Int64] = []
        for _ in 0..<40 {
            let error = await self.signIn("ada", "guess", from: Self.elsewhere)
            guard case .delayed(let until) = error else {
                #expect(error == .refused)
                continue
            }
            let delay = until.milliseconds - self.clock.ambient.now().milliseconds
            waited.append(delay / 1000)
            #expect(await self.signIn("ada", Self.password, from: Self.elsewhere) == error, "Right or wrong.")
            #expect(await self.signIn("ada", Self.password, from: Self.office) == nil, "From the usual place.")
            self.clock.pass(Span(milliseconds: delay))
        }
        #expect(waited.prefix(4) == [2, 4, 8, 16], "\(waited)")
        #expect(waited == waited.sorted() && waited.last == 900, "\(waited)")
        #expect(await self.signIn("ada", Self.password, from: Self.elsewhere) == nil, "No delay is permanent.")
    }

    @Test("Guessing from a known address is delayed for seconds only, and other operators there are not delayed")
    func sharedAddress() async throws {
        try await self.add("ada")
        try await self.add("bert")
        for _ in 0..<60 {
            if case .delayed(let until) = await self.signIn("ada", "guess", from: Self.office) {
                let delay = until.milliseconds - self.clock.ambient.now().milliseconds
                #expect(delay <= 30_000)
                #expect(await self.signIn("bert", Self.password, from: Self.office) == nil)
                self.clock.pass(Span(milliseconds: delay))
            }
        }
        #expect(await self.signIn("ada", Self.password, from: Self.office) == nil)
    }

    @Test("Many names from one address are delayed too, known or not, and failures are forgotten after an hour")
    func manyNames() async throws {
        var refused = 0
        while await self.signIn("name\(refused)", "guess", from: Self.elsewhere) == .refused { refused += 1 }
        #expect(refused == 20)
        self.clock.pass(.hours(1))
        #expect(await self.signIn("another", "guess", from: Self.elsewhere) == .refused)
    }

    @Test("Attempts at the same time count, as if each had failed before the next")
    func concurrency() async throws {
        try await self.add("ada")
        let errors = await withTaskGroup(of: OperatorError?.self) { group in
            for _ in 0..<50 { group.addTask { await self.signIn("ada", "guess", from: Self.elsewhere) } }
            var errors: [OperatorError?] = []
            for await error in group { errors.append(error) }
            return errors
        }
        #expect(errors.count { $0 == .refused } <= 5)
        #expect(errors.allSatisfy { $0 != nil })
    }

    @Test("Strangers who keep the server busy keep no operator out, and an attempt that is refused so does not count")
    func busy() async throws {
        try await self.add("ada")
        // New hashes and those of unknown names take long; ada's own keeps its cost.
        let slow = Self.service(
            self.repository,
            self.clock.ambient,
            PasswordHasher.Cost(rounds: 1 << 15, blockSize: 8, parallelism: 1)
        )
        func browser(_ number: Int) -> Browser {
            Browser(address: NetworkAddress("198.51.100.\(number)"), userAgent: "Stranger")
        }
        let refused = await withTaskGroup(of: (Int, OperatorError?).self) { group in
            for number in 1...60 {
                let stranger = browser(number)
                group.addTask { (number, await self.signIn("name\(number)", "guess", from: stranger, by: slow)) }
            }
            var refused: [Int] = []
            for await (number, error) in group where error == .busy {
                refused.append(number)
                guard refused.count == 1 else { continue }
                let ada = await self.signIn("ada", Self.password, from: Self.office, by: slow)
                #expect(ada == nil, "From a known address there is room.")
            }
            return refused
        }
        let number = try #require(refused.first)
        for _ in 0..<5 {
            let error = await self.signIn("name\(number)", "guess", from: browser(number))
            #expect(error == .refused, "Five attempts have no delay.")
        }
        guard case .delayed = await self.signIn("name\(number)", "guess", from: browser(number)) else {
            Issue.record("The sixth one has a delay.")
            return
        }
    }

    @Test("After a correction of the clock, failures that lie in the future keep no one out", arguments: [1, 5, 20])
    func correctedClock(failures: Int) async throws {
        try await self.add("ada")
        for _ in 0..<failures {
            while case .delayed(let until) = await self.signIn("ada", "guess", from: Self.elsewhere) {
                self.clock.pass(Span(milliseconds: until.milliseconds - self.clock.ambient.now().milliseconds))
            }
        }
        self.clock.pass(Span(milliseconds: -Span.minutes(50).milliseconds))
        #expect(await self.signIn("ada", Self.password, from: Self.elsewhere) == nil)
    }

    @Test("Failures that another node counted a moment ahead delay as if it were now")
    func clockAhead() async throws {
        try await self.add("ada")
        for _ in 0..<5 { _ = await self.signIn("ada", "guess", from: Self.elsewhere) }
        self.clock.pass(Span(milliseconds: -1000))
        let now = self.clock.ambient.now()
        let error = await self.signIn("ada", Self.password, from: Self.elsewhere)
        #expect(error == .delayed(until: now + .seconds(2)))
    }

    @Test("A session ends by its id and by signing out, however many are newer, and those that wait are not listed")
    func manySessions() async throws {
        try await self.add("ada")
        let ada = OperatorName(rawValue: "ada")
        var all: [StartedSession] = []
        for _ in 0..<103 {
            all.append(try await self.service.signIn("ada", password: Self.password, from: Self.office))
            self.clock.pass(.seconds(1))
        }
        let (first, second) = (all[0], all[1])
        let newest = try await self.service.sessions(of: ada).map(\.id)
        #expect(newest.count == 100 && !newest.contains(first.session.id))
        #expect(try await self.service.goesOn(first.session))
        try await self.service.end(first.session.id, of: OperatorName(rawValue: "bert"))
        #expect(try await self.service.goesOn(first.session), "It is ada's.")
        try await self.service.end(first.session.id, of: ada)
        #expect(try await self.service.session(first.token) == nil)
        try await self.service.signOut(second.session)
        #expect(try await self.service.session(second.token) == nil)
        try await self.service.signOut(second.session)
        let ended = try await self.repository.read { view in try view.auditEntries(after: 0, limit: 999) }
            .filter { $0.action == .operatorEndSession }
        #expect(ended.compactMap { $0.details["session"] } == [first, second].map(\.session.id.rawValue))
        let half = OperatorSession(
            id: OperatorSessionID(rawValue: "ses_half"),
            digest: ContentDigest(of: Array("half".utf8)),
            operatorName: ada,
            phase: .awaitsCode,
            createdAt: self.clock.ambient.now(),
            usedAt: self.clock.ambient.now(),
            address: "192.0.2.1",
            userAgent: "Office"
        )
        try await self.repository.write { unit in try unit.add(half) }
        let listed = try await self.service.sessions(of: ada)
        #expect(listed.count == 100 && listed.first?.id == all.last?.session.id, "It waits for a code.")
    }

    @Test("A right password before a wrong code gives no further attempts at the code")
    func codeGuessing() async throws {
        try await self.add("ada")
        let started = try await self.service.signIn("ada", password: Self.password, from: Self.office)
        let current = try #require(try await self.service.session(started.token))
        let offer = try self.service.offerSecondFactor(to: current.account)
        let secret = try #require(Self.bytes(base32: offer.text))
        try await self.service.addSecondFactor(
            offer.sealed,
            code: OneTimeCode.code(secret: secret, at: self.clock.ambient.now()),
            password: Self.password,
            in: current,
            from: Self.office
        )
        var wrong = 0
        var delayed = false
        while !delayed, wrong < 100 {
            do throws(OperatorError) {
                let half = try await self.service.signIn("ada", password: Self.password, from: Self.elsewhere)
                _ = try await self.service.confirm("000000", in: half.session, from: Self.elsewhere)
            } catch {
                if error == .codeWrong { wrong += 1 } else { delayed = true }
            }
        }
        #expect(delayed && wrong <= 5, "\(wrong)")
    }

    @Test("The first invitation comes once, while no operator can sign in, and again after it has expired")
    func first() async throws {
        let first = try #require(try await self.service.inviteFirst())
        #expect(first.account.name == OperatorService.firstName && first.account.role == .admin)
        #expect(try await self.service.inviteFirst() == nil)
        self.clock.pass(OperatorAccount.Invitation.validity)
        let second = try #require(try await self.service.inviteFirst())
        _ = try await self.service.accept(second.token, password: Self.password, from: Self.office)
        self.clock.pass(.days(30))
        #expect(try await self.service.inviteFirst() == nil)
        let entries = try await self.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(
            entries.map(\.action) == [.operatorInvite, .operatorInvite, .operatorAcceptInvitation, .operatorSignIn]
        )
        #expect(entries.prefix(2).allSatisfy { $0.operatorName == "server" && $0.subject == "admin" })
    }

    @Test("The last administrator who can sign in keeps the role, until another one can")
    func lastAdministrator() async throws {
        let (ada, bert) = (OperatorName(rawValue: "ada"), OperatorName(rawValue: "bert"))
        let origin = RequestOrigin(name: "test")
        try await self.add("ada")
        let issued = try await self.service.invite(bert, role: .admin, by: origin)
        for _ in 0..<2 {
            await #expect(throws: OperatorError.lastAdministrator) { try await self.service.remove(ada, by: origin) }
            await #expect(throws: OperatorError.lastAdministrator) {
                try await self.service.change(ada, to: .finance, by: origin)
            }
            await #expect(throws: OperatorError.lastAdministrator) {
                try await self.service.invite(ada, role: .viewer, by: origin)
            }
        }
        #expect(try await self.service.change(ada, to: .admin, by: origin).role == .admin)
        _ = try await self.service.accept(issued.token, password: Self.password, from: Self.office)
        #expect(try await self.service.change(ada, to: .viewer, by: origin).role == .viewer)
        await #expect(throws: OperatorError.lastAdministrator) { try await self.service.remove(bert, by: origin) }
        #expect(try await self.service.remove(ada, by: origin).name == ada)
    }

    @Test("Failed sign-ins are in the audit log once for each operator and hour, and never with a name that none has")
    func failuresInAuditLog() async throws {
        try await self.add("ada")
        func entries() async throws -> [AuditEntry] {
            try await self.repository.read { view in try view.auditEntries(after: 0, limit: 99) }
                .filter { $0.action == .operatorFailSignIn }
        }
        for _ in 0..<4 { _ = await self.signIn("ada", "guess", from: Self.elsewhere) }
        #expect(try await entries().isEmpty)
        for _ in 0..<20 {
            for name in ["ada", "hunter2"] {
                guard case .delayed(let until) = await self.signIn(name, "guess", from: Self.elsewhere) else {
                    continue
                }
                self.clock.pass(Span(milliseconds: until.milliseconds - self.clock.ambient.now().milliseconds))
                #expect(await self.signIn(name, "guess", from: Self.elsewhere) == .refused)
            }
        }
        let noted = try await entries()
        #expect(noted.count == 1 && noted.first?.subject == "ada" && noted.first?.operatorName == "server")
        #expect(noted.first?.details["attempts"] == "5" && noted.first?.details["step"] == "password")
        self.clock.pass(SignInThrottle.Failures.memory)
        for _ in 0..<5 { _ = await self.signIn("ada", "guess", from: Self.elsewhere) }
        #expect(try await entries().count == 2)
    }

    @Test("An invitation of an existing operator replaces password and second factor only when it is used")
    func again() async throws {
        try await self.add("ada")
        let issued = try await self.service.invite(
            OperatorName(rawValue: "ada"),
            role: .admin,
            by: RequestOrigin(name: "test")
        )
        #expect(await self.signIn("ada", Self.password, from: Self.office) == nil)
        _ = try await self.service.accept(issued.token, password: "another password", from: Self.office)
        #expect(await self.signIn("ada", Self.password, from: Self.office) == .refused)
        #expect(await self.signIn("ada", "another password", from: Self.office) == nil)
        await #expect(throws: OperatorError.invitationInvalid) {
            try await self.service.accept(issued.token, password: "a third password", from: Self.office)
        }
    }

    @Test("An operator with a name of the audit log's from before signs in and is invited again; no new one gets it")
    func reservedName() async throws {
        try await self.add("ada")
        let ada = try await self.repository.read { view in try view.operatorAccount(OperatorName(rawValue: "ada")) }
        let root = OperatorAccount(
            name: OperatorName(rawValue: "root"),
            role: .support,
            password: try #require(ada?.password),
            createdAt: self.clock.ambient.now(),
            createdBy: "test"
        )
        try await self.repository.write { unit in try unit.save(root) }
        #expect(await self.signIn("root", Self.password, from: Self.office) == nil)
        let origin = RequestOrigin(name: "test")
        let again = try await self.service.invite(root.name, role: nil, by: origin)
        #expect(again.account.role == .support && !again.isNew)
        await #expect(throws: OperatorError.nameInvalid) {
            try await self.service.invite(OperatorName(rawValue: "server"), role: .support, by: origin)
        }
    }

    @Test("The database contains no password, token or secret")
    func secrets() async throws {
        try await self.add("ada")
        let started = try await self.service.signIn("ada", password: Self.password, from: Self.office)
        let account = try await self.repository.read { view in
            try view.operatorAccount(OperatorName(rawValue: "ada"))
        }
        let stored = try #require(account?.password)
        #expect(stored.hasPrefix("scrypt$2$1$1$") && !stored.contains(Self.password))
        #expect(started.session.digest == ContentDigest(of: Array(started.token.utf8)))
    }

    @Test("Codes are those of RFC 6238")
    func codes() {
        let secret = Array("12345678901234567890".utf8)
        for (seconds, code) in [
            (59, "287082"), (1_111_111_109, "081804"), (1_234_567_890, "005924"), (20_000_000_000, "353130"),
        ] as [(Int64, String)] {
            #expect(OneTimeCode.code(secret: secret, at: Instant(milliseconds: seconds * 1000)) == code)
        }
        #expect(OneTimeCode.base32(secret) == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
        #expect(OneTimeCode.base32([0xFF]) == "74")
    }

    private static func bytes(base32 text: String) -> [UInt8]? {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var bytes: [UInt8] = []
        var (buffer, bits) = (0, 0)
        for character in text {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            buffer = (buffer << 5 | value) & 0xFFFF
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
            }
        }
        return bytes
    }
}
