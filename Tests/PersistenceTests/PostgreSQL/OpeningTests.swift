import PersistencePostgreSQL
import PurserTesting
import Testing

@Suite struct OpeningTests {
    private static let one = PostgreSQLStatement("one", "SELECT 1")

    private func failure(
        _ connection: String,
        limit: Duration = TestTimeout.duration
    ) async throws -> PostgreSQLFailure? {
        try await DedicatedThread.failure {
            let settings = PostgreSQLSettings(connection: connection, connectLimit: limit)
            _ = try PostgreSQLConnection(settings, interruption: PostgreSQLInterruption())
        }
    }

    private func server() async throws -> PostgreSQLServer {
        try await DedicatedThread.run { try PostgreSQLServer.shared.get() }
    }

    @Test("A wrong password, none, and a role that is not there are refused as such, and the right one is not")
    func authentication() async throws {
        let server = try await self.server()
        let wrong = try await self.failure(server.networkConnection(role: "guarded", "password=sesame"))
        #expect(wrong?.code == .authentication)
        #expect(wrong?.state == "28P01")
        #expect(wrong?.description.contains("sesame") == false)
        #expect(try await self.failure(server.networkConnection(role: "guarded"))?.code == .authentication)
        #expect(try await self.failure(server.connection(role: "nobody"))?.code == .authentication)
        #expect(try await self.failure(server.networkConnection(role: "guarded", "password=let-me-in")) == nil)
        #expect(try await self.failure(server.connection(role: "guarded", "password=let-me-in")) == nil)
    }

    @Test("A connection may be written as a URI")
    func uri() async throws {
        let server = try await self.server()
        let uri = "postgresql://guarded:let-me-in@127.0.0.1:\(server.port)/postgres?connect_timeout=3"
        #expect(try await self.failure(uri) == nil)
        #expect(try await self.failure(uri.replacing("let-me-in", with: "sesame"))?.code == .authentication)
    }

    @Test("A missing database is reported as such")
    func noDatabase() async throws {
        let failure = try await self.failure(try await self.server().connection("nowhere"))
        #expect(failure?.code == .noDatabase)
        #expect(failure?.state == "3D000")
    }

    @Test(
        "A connection string that libpq cannot read is refused, and not quoted",
        arguments: ["hots=x", "host='secret", "service=secret"]
    )
    func invalidSettings(_ connection: String) async throws {
        let failure = try await self.failure(connection)
        #expect(failure?.code == .invalidSettings)
        #expect(failure?.description.contains("secret") == false)
    }

    @Test(
        "A server that is not there is unreachable",
        arguments: ["host=127.0.0.1 port=1", "host=/nowhere", "host=name.invalid"]
    )
    func unreachable(_ connection: String) async throws {
        #expect(try await self.failure(connection)?.code == .unreachable)
    }

    @Test("A server without TLS is refused where TLS is asked for")
    func encryption() async throws {
        let server = try await self.server()
        #expect(try await self.failure(server.networkConnection("postgres", "sslmode=require"))?.code == .encryption)
        #expect(try await self.failure(server.networkConnection("postgres", "sslmode=prefer")) == nil)
    }

    @Test("A server with TLS is taken if its certificate is the expected one, and big answers come through")
    func encrypted() async throws {
        let server = try await DedicatedThread.run { try PostgreSQLServer(encrypts: true) }
        let trusting = "host=localhost hostaddr=127.0.0.1 sslmode=verify-full sslrootcert=\(server.certificate)"
        try await DedicatedThread.run {
            let settings = PostgreSQLSettings(connection: server.networkConnection("postgres", trusting))
            let connection = try PostgreSQLConnection(settings, interruption: PostgreSQLInterruption())
            let echo = PostgreSQLStatement("echo", "SELECT $1::bytea || $1::bytea")
            let bytes = [UInt8](repeating: 9, count: 1 << 20)
            for _ in 0..<20 { try connection.enqueue(echo, [.bytes(bytes)]) }
            #expect(try connection.query(echo, [.bytes(bytes)]).bytes(row: 0, column: 0).count == 2 << 20)
            let use = PostgreSQLStatement("use", "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
            #expect(try connection.query(use).flag(row: 0, column: 0))
        }
        let other = trusting.replacing("host=localhost", with: "host=elsewhere")
        #expect(try await self.failure(server.networkConnection("postgres", other))?.code == .encryption)
        let unknown = "sslmode=verify-full sslrootcert=/nowhere"
        #expect(try await self.failure(server.networkConnection("postgres", unknown))?.code == .encryption)
    }

    @Test("A role's exhausted connection limit is reported, and a released connection can be used")
    func tooManyConnections() async throws {
        let stage = try await Stage.make()
        let role = "few_\(stage.database)"
        try await DedicatedThread.run { try stage.server.psql("CREATE ROLE \(role) LOGIN CONNECTION LIMIT 1") }
        let held = try await stage.failure(role: role) { connection in
            defer { connection.close() }
            _ = try stage.connect(role: role)
        }
        #expect(held?.code == .tooManyConnections)
        #expect(held?.state == "53300")
        // The server takes a moment to notice that the first one has gone.
        var failure = held
        while failure?.code == .tooManyConnections { failure = try await stage.failure(role: role) { _ in } }
        #expect(failure == nil)
    }

    @Test("A server that may lose what it acknowledged is refused", arguments: ["off", "local", "remote_write"])
    func unsafeCommit(_ level: String) async throws {
        let stage = try await Stage.make()
        let failure = try await stage.failure("options='-c synchronous_commit=\(level)'") { _ in }
        #expect(failure?.code == .unsafeSettings)
        #expect(failure?.detail?.contains(level) == true)
        try await DedicatedThread.run {
            try stage.server.psql("ALTER DATABASE \(stage.database) SET synchronous_commit = \(level)")
        }
        #expect(try await stage.failure { _ in }?.code == .unsafeSettings)
        // A client may request more than the database's defaults.
        #expect(try await stage.failure("options='-c synchronous_commit=on'") { _ in } == nil)
        #expect(try await stage.failure("options='-c synchronous_commit=remote_apply'") { _ in } == nil)
    }

    @Test("A server that does not sync is refused")
    func unsafeDisk() async throws {
        let failure = try await DedicatedThread.failure {
            let server = try PostgreSQLServer(["fsync": "off"])
            _ = try PostgreSQLConnection(
                PostgreSQLSettings(patient: server.connection()),
                interruption: PostgreSQLInterruption()
            )
        }
        #expect(failure?.code == .unsafeSettings)
        #expect(failure?.detail?.contains("fsync") == true)
    }

    @Test("A session that hangs in a transaction loses it, and sessions that waited for its locks continue")
    func hangs() async throws {
        try await DedicatedThread.run {
            let server = try PostgreSQLServer.shared.get()
            let settings = PostgreSQLSettings(patient: server.connection())
            let hanging = try PostgreSQLConnection(settings, interruption: PostgreSQLInterruption())
            let name = "idle_in_transaction_session_timeout"
            let show = PostgreSQLStatement("show", "SELECT current_setting('\(name)')")
            #expect(try hanging.query(show).text(row: 0, column: 0) == "10s")
            // The same, sooner.
            try hanging.query(PostgreSQLStatement("sooner", "SELECT set_config('\(name)', '50ms', false)"))
            let lock = PostgreSQLStatement("lock", "SELECT 1 FROM pg_database WHERE datname = 'postgres' FOR UPDATE")
            try hanging.enqueue(.begin)
            try hanging.query(lock)
            let waiting = try PostgreSQLConnection(settings, interruption: PostgreSQLInterruption())
            defer { waiting.close() }
            try waiting.query(.begin)
            try waiting.query(lock)
            #expect { try hanging.query(.commit) } throws: { error in
                (error as? PostgreSQLFailure)?.isConnectionLost == true
            }
        }
    }

    @Test("A session keeps what it was checked for when the server's configuration changes")
    func pinnedCommit() async throws {
        try await DedicatedThread.run {
            let server = try PostgreSQLServer()
            let connection = try PostgreSQLConnection(
                PostgreSQLSettings(patient: server.connection()),
                interruption: PostgreSQLInterruption()
            )
            try server.psql("ALTER SYSTEM SET synchronous_commit = off", "SELECT pg_reload_conf()")
            // Others see the change once the server has read it.
            while try server.psql("SHOW synchronous_commit") != "off" {}
            let show = PostgreSQLStatement("show", "SELECT current_setting('synchronous_commit')")
            let shown = try connection.query(show)
            #expect(try shown.text(row: 0, column: 0) == "on")
        }
    }

    @Test("A database that does not keep UTF-8 is refused")
    func wrongEncoding() async throws {
        let server = try await self.server()
        try await DedicatedThread.run {
            try server.psql("CREATE DATABASE western ENCODING 'LATIN1' TEMPLATE template0")
        }
        let failure = try await self.failure(server.connection("western"))
        #expect(failure?.code == .wrongEncoding)
        #expect(failure?.detail?.contains("LATIN1") == true)
    }

    @Test("The next server is tried when the first one is dead, however the failure is reported")
    func severalServers() async throws {
        let server = try await self.server()
        let hosts = "host=127.0.0.1,127.0.0.1 port=1,\(server.port) user=postgres dbname=postgres"
        #expect(try await self.failure(hosts) == nil)
        #expect(try await self.failure(hosts + " target_session_attrs=read-write") == nil)
        #expect(try await self.failure(hosts + " target_session_attrs=prefer-standby") == nil)
        #expect(try await self.failure(hosts + " target_session_attrs=standby")?.code == .readOnly)
        #expect(try await self.failure("host=127.0.0.1,127.0.0.1 port=1,2")?.code == .unreachable)
        #expect(try await self.failure("host=a,b,c port=1,2")?.code == .invalidSettings)
        // What the second one says is worth more than that the first one is dead.
        #expect(try await self.failure(hosts + " dbname=nowhere")?.code == .noDatabase)
    }

    @Test("A server that takes the connection and says nothing is passed over within the limit")
    func silentServer() async throws {
        let server = try await self.server()
        let silent = try SilentServer()
        let began = ContinuousClock.now
        let failure = try await self.failure(
            "host=127.0.0.1,127.0.0.1 port=\(silent.port),\(server.port) user=postgres dbname=postgres",
            limit: .seconds(2)
        )
        #expect(failure == nil)
        #expect(ContinuousClock.now - began >= .seconds(2))
        #expect(try await self.failure("host=127.0.0.1 port=\(silent.port)", limit: .seconds(2))?.code == .unreachable)
    }

    @Test("A read-only server refuses writes as such, and is passed over where one is wanted that writes")
    func readOnly() async throws {
        let stage = try await Stage.make("CREATE TABLE item (id bigint)")
        try await DedicatedThread.run {
            try stage.server.psql("ALTER DATABASE \(stage.database) SET default_transaction_read_only = on")
        }
        let failure = try await stage.failure { connection in
            try connection.query(PostgreSQLStatement("insert", "INSERT INTO item VALUES (1)"))
        }
        #expect(failure?.code == .readOnly)
        #expect(failure?.state == "25006")
        #expect(try await stage.failure { try $0.query(Self.one) } == nil)
        #expect(try await stage.failure("target_session_attrs=read-write") { _ in }?.code == .readOnly)
    }

    @Test("The server lists the connection under the program's name, or under the one that is given")
    func applicationName() async throws {
        let stage = try await Stage.make()
        let name = PostgreSQLStatement("name", "SELECT current_setting('application_name')")
        #expect(try await stage.run { try $0.query(name).text(row: 0, column: 0) } == "purser")
        try await DedicatedThread.run {
            let connection = try stage.connect("application_name=other")
            #expect(try connection.query(name).text(row: 0, column: 0) == "other")
        }
    }

    @Test("Settings never print what they hold")
    func discretion() {
        let settings = PostgreSQLSettings(connection: "host=h password=secret")
        #expect(!"\(settings)".contains("secret") && !String(reflecting: settings).contains("secret"))
        #expect(Mirror(reflecting: settings).children.isEmpty)
    }

    @Test("Every failure has one sentence for a person")
    func sentences() {
        for code in PostgreSQLFailure.Code.allCases {
            let sentence = PostgreSQLFailure(code).sentence
            #expect(sentence.hasSuffix(".") && sentence.count < 130, "\(code)")
        }
    }
}
