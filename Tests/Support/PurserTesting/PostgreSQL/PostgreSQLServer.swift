import Foundation
package import Glibc
import Synchronization

/// A real PostgreSQL server for one test or many, in a folder that goes when the process does.
///
/// It listens on a Unix socket in its folder and on a free port of loopback. Every role gets in without a password but
/// `guarded`, whose password is `let-me-in`. Nothing is turned off: it syncs as a server of the trade does.
package final class PostgreSQLServer: Sendable {
    /// The server that tests share which leave it as it is; each takes a database of its own.
    package static let shared = Result { try PostgreSQLServer() }

    private static let databases = Atomic<Int>(0)
    private static let servers = Atomic<Int>(0)
    private static let ports = Atomic<Int>(0)
    /// The folder of all servers of this process, with a fresh cluster in it that each server copies.
    private static let root = Result { try PostgreSQLServer.makeRoot() }

    /// The folder with the data, the log and the socket.
    package let folder: String
    /// The port on loopback, which is also the number in the socket's name.
    package let port: Int

    /// Starts a server with settings beside its own, as `["max_connections": "5"]`.
    ///
    /// One that encrypts has a certificate of its own making for `localhost`, which is at `certificate`.
    package init(_ settings: [String: String] = [:], encrypts: Bool = false) throws {
        let root = try Self.root.get()
        self.folder = root + "/" + String(Self.servers.wrappingAdd(1, ordering: .relaxed).oldValue)
        self.port = try Self.freePort()
        try Self.run(["mkdir", self.folder], asServer: true)
        try Self.run(["cp", "-a", root + "/template", self.folder + "/data"], asServer: true)
        var lines = [
            "listen_addresses = '127.0.0.1'", "port = \(self.port)", "unix_socket_directories = '\(self.folder)'",
            "shared_buffers = 16MB", "max_connections = 200",
        ]
        if encrypts {
            let key = self.folder + "/server.key"
            let command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
            try Self.run(command + ["-days", "2", "-keyout", key, "-out", self.certificate], asServer: true)
            lines += ["ssl = on", "ssl_key_file = '\(key)'", "ssl_cert_file = '\(self.certificate)'"]
        }
        lines += settings.sorted { $0.key < $1.key }.map { "\($0.key) = '\($0.value)'" }
        try Self.write(lines, to: self.folder + "/data/purser.conf")
        try self.start()
    }

    deinit { try? self.stop() }

    /// The connection string for a database and role, through the socket.
    package func connection(_ database: String = "postgres", role: String = "postgres", _ more: String = "") -> String {
        "host=\(self.folder) port=\(self.port) dbname=\(database) user=\(role) \(more)"
    }

    /// The connection string for a database and role, through loopback.
    package func networkConnection(
        _ database: String = "postgres",
        role: String = "postgres",
        _ more: String = ""
    ) -> String {
        "host=127.0.0.1 port=\(self.port) dbname=\(database) user=\(role) \(more)"
    }

    /// The file with the certificate of a server that encrypts.
    package var certificate: String { self.folder + "/server.crt" }

    /// Makes a database, empty or a copy of another without open connections, and returns its name, which no other
    /// database has.
    package func makeDatabase(like other: String = "template1") throws -> String {
        let name = "test_\(Self.databases.wrappingAdd(1, ordering: .relaxed).oldValue)"
        try self.psql("CREATE DATABASE \(name) TEMPLATE \(other)")
        return name
    }

    /// Starts the server and returns when it takes connections.
    package func start() throws {
        let data = self.folder + "/data"
        let command = [
            Self.binary("pg_ctl"), "start", "-w", "-s", "-t", "600", "-D", data, "-l", self.folder + "/log",
        ]
        do {
            try Self.run(command, asServer: true)
        } catch {
            let log = (try? String(contentsOfFile: self.folder + "/log", encoding: .utf8)) ?? ""
            throw ChildProgram.Problem(description: "PostgreSQL did not start. \(log.suffix(2000))")
        }
    }

    /// Stops the server as an administrator does who does not wait for clients.
    package func stop() throws {
        guard self.pid != nil else { return }
        let data = self.folder + "/data"
        try Self.run([Self.binary("pg_ctl"), "stop", "-w", "-s", "-m", "fast", "-D", data], asServer: true)
    }

    /// Stops the server and starts it again.
    package func restart() throws {
        try self.stop()
        try self.start()
    }

    /// Kills every process of the server at once, as a crash of the machine does.
    package func kill() throws {
        guard let pid = self.pid else { throw ChildProgram.Problem(description: "The server is not running.") }
        // Stopped first, so that it starts no process while its processes are counted.
        Glibc.kill(pid, SIGSTOP)
        let children = Self.children(of: pid)
        for process in children + [pid] { Glibc.kill(process, SIGKILL) }
        for process in children + [pid] { while Self.isRunning(process) { sched_yield() } }
        // Where no init process reaps zombies, their pids stay taken, and the next server would take them for running.
        let locks = ["/data/postmaster.pid", "/.s.PGSQL.\(self.port).lock"].map { self.folder + $0 }
        try Self.run(["rm", "-f"] + locks, asServer: true)
    }

    /// Holds every process of the server still, as a machine that hangs, or lets them go on.
    package func freeze(_ isFrozen: Bool) throws {
        guard let pid = self.pid else { throw ChildProgram.Problem(description: "The server is not running.") }
        for process in [pid] + Self.children(of: pid) { Glibc.kill(process, isFrozen ? SIGSTOP : SIGCONT) }
    }

    /// Runs SQL from outside, each statement by itself, and returns what `psql` prints without ornament.
    @discardableResult
    package func psql(_ statements: String..., database: String = "postgres") throws -> String {
        let commands = statements.flatMap { ["-c", $0] }
        return try Self.run(
            [
                Self.binary("psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.folder, "-p",
                String(self.port), "-U", "postgres", "-d", database,
            ] + commands
        )
    }

    /// Runs a script of `pgbench` with its arguments, in a database that it finds as it is, and returns what that
    /// prints.
    package func pgbench(_ arguments: [String], script: String, database: String = "postgres") throws -> String {
        let command =
            [Self.binary("pgbench"), "-n", "-f", "/dev/stdin", "-h", self.folder, "-p", String(self.port)]
            + ["-U", "postgres"]
        return try Self.run(command + arguments + [database], input: script)
    }

    /// The number of the server's first process while it runs.
    package var pid: pid_t? {
        guard let text = try? String(contentsOfFile: self.folder + "/data/postmaster.pid", encoding: .utf8),
            let pid = text.split(separator: "\n").first.flatMap({ pid_t($0) }), Self.isRunning(pid)
        else { return nil }
        return pid
    }

    // MARK: Files and processes

    private static func makeRoot() throws -> String {
        let root = NSTemporaryDirectory() + "purser-postgresql-\(getpid())"
        try Self.run(["mkdir", "-m", "755", root])
        if geteuid() == 0 { try Self.run(["chown", "postgres:", root]) }
        try Self.watch(root)
        let template = root + "/template"
        try Self.run(
            [
                Self.binary("initdb"), "--no-sync", "--no-instructions", "-U", "postgres", "-A", "trust",
                "--encoding=UTF8", "--locale=C", "-D", template,
            ],
            asServer: true
        )
        try Self.write(["include = 'purser.conf'"], to: template + "/postgresql.conf")
        let rules = ["local", "host"].flatMap { kind -> [String] in
            let address = kind == "host" ? "127.0.0.1/32" : ""
            return ["\(kind) all guarded \(address) scram-sha-256", "\(kind) all all \(address) trust"]
        }
        try Self.write(rules + ["local replication all trust"], to: template + "/pg_hba.conf")
        let single = [Self.binary("postgres"), "--single", "-D", template, "-c", "config_file=\(template)/single.conf"]
        try Self.write(["fsync = off"], to: template + "/single.conf")
        try Self.run(single + ["postgres"], input: "CREATE ROLE guarded LOGIN PASSWORD 'let-me-in'\n", asServer: true)
        return root
    }

    /// Starts a process that ends the servers and removes the folder when this one is gone, however it goes.
    private static func watch(_ root: String) throws {
        let script = """
            read -r line
            for file in "$0"/*/data/postmaster.pid; do
                [ -f "$file" ] || continue
                pid=$(head -n 1 "$file")
                [ "$(cat "/proc/$pid/comm" 2>/dev/null)" = postgres ] && kill -QUIT "$pid"
            done
            rm -rf "$0"
            """
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw ChildProgram.Problem(description: "There is no pipe.") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let output = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        // In a session of its own, so that an interrupt of the tests does not interrupt it.
        _ = try ChildProgram.start(["setsid", "sh", "-c", script, root], input: ends[0], output: output)
        // The other end is closed by nothing but the end of this process.
        close(ends[0])
        close(output)
    }

    private static func write(_ lines: [String], to path: String) throws {
        try Self.run(["tee", path], input: lines.map { $0 + "\n" }.joined(), asServer: true)
    }

    /// A port on which nothing listens, from below those that the system gives to outgoing connections: one of these
    /// could take it before the server listens.
    private static func freePort() throws -> Int {
        let count = 16_000
        let first = Int(getpid()) * 131 + Self.ports.wrappingAdd(1, ordering: .relaxed).oldValue
        for candidate in first..<(first + count) {
            let port = 16_000 + candidate % count
            if Self.isFree(port) { return port }
        }
        throw ChildProgram.Problem(description: "There is no free port on loopback.")
    }

    private static func isFree(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return unsafe withUnsafeBytes(of: &address) { bytes in
            guard let place = unsafe bytes.assumingMemoryBound(to: sockaddr.self).baseAddress else { return false }
            return unsafe bind(descriptor, place, length) == 0
        }
    }

    /// The newest of a program's releases.
    private static func binary(_ name: String) -> String {
        let folder = "/usr/lib/postgresql"
        let releases = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let newest = releases.compactMap(Int.init).max().map { "\(folder)/\($0)/bin/\(name)" }
        return newest ?? name
    }

    private static func isRunning(_ pid: pid_t) -> Bool {
        guard let (state, _) = Self.stateAndParent(of: pid) else { return false }
        return state != "Z"
    }

    private static func children(of parent: pid_t) -> [pid_t] {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.compactMap { pid_t($0) }.filter { Self.stateAndParent(of: $0)?.parent == parent }
    }

    private static func stateAndParent(of pid: pid_t) -> (state: String, parent: pid_t)? {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        let words = text[end...].split(separator: " ")
        guard words.count > 2, let parent = pid_t(words[2]) else { return nil }
        return (String(words[1]), parent)
    }

    /// Runs a program and returns what it prints; the server's own never run as root.
    @discardableResult
    private static func run(_ command: [String], input: String = "", asServer: Bool = false) throws -> String {
        let role = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--"]
        return try ChildProgram.run((asServer && geteuid() == 0 ? role : []) + command, input: input)
    }
}
