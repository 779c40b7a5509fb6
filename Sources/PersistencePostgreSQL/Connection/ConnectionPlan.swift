import CLibPQ
import Glibc

/// The servers that a connection string names, in order, with the settings of each attempt.
///
/// libpq has no timeout for a connection that is made without blocking, and would stay with a server that accepts and
/// then sends nothing. So each server is tried by itself, in libpq's order and by libpq's rules.
struct ConnectionPlan {
    /// A value that libpq refuses after it has gathered all settings and before it connects.
    private static let stopper = "gather-settings"

    /// The settings that libpq gets for each attempt.
    private(set) var attempts: [[(keyword: String, value: String)]] = []
    /// The time limit for each server.
    private(set) var limit: Duration
    /// Whether the server must accept writes.
    let needsWritable: Bool

    /// Reads the connection string, a service file and the environment, as libpq does.
    init(_ settings: PostgreSQLSettings) throws(PostgreSQLFailure) {
        let known = try Self.gather(settings.connection)
        self.limit = settings.connectLimit
        if let seconds = known["connect_timeout"].flatMap(Int64.init), seconds > 0 {
            // libpq takes at least two seconds.
            self.limit = .seconds(max(2, seconds))
        }
        let wanted = known["target_session_attrs"]
        self.needsWritable = wanted == "read-write" || wanted == "primary"

        let limitMilliseconds = Self.milliseconds(settings.waitLimit)
        let usual = [
            ("tcp_user_timeout", String(limitMilliseconds)), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
            ("keepalives_count", "3"),
        ]
        var common = [(keyword: "dbname", value: settings.connection)]
        common += usual.filter { known[$0.0] == nil }.map { (keyword: $0.0, value: $0.1) }
        common.append(("fallback_application_name", settings.applicationName))
        common.append(("client_encoding", "UTF8"))

        let servers = try Self.servers(known)
        // With one server at a time libpq cannot prefer a standby, so all servers are tried as standbys first.
        let rounds: [String?] = wanted == "prefer-standby" && servers.count > 1 ? ["standby", "any"] : [nil]
        for round in rounds {
            for server in servers {
                let attributes = round.map { [(keyword: "target_session_attrs", value: $0)] } ?? []
                self.attempts.append(common + server + attributes)
            }
        }
    }

    /// Returns the settings that are known before a connection is made, by keyword, without the password.
    private static func gather(_ connection: String) throws(PostgreSQLFailure) -> [String: String] {
        let pairs = CStringPairs([("dbname", connection), ("channel_binding", Self.stopper)])
        guard let probe = unsafe pairs.withLists({ unsafe PQconnectStartParams($0, $1, 1) }) else {
            throw PostgreSQLFailure(.outOfResources)
        }
        defer { unsafe PQfinish(probe) }
        var known: [String: String] = [:]
        guard let options = unsafe PQconninfo(probe) else { throw PostgreSQLFailure(.outOfResources) }
        defer { unsafe PQconninfoFree(options) }
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            let name = unsafe String(cString: keyword)
            if name != "password", let value = unsafe option.pointee.val, unsafe value.pointee != 0 {
                known[name] = unsafe String(cString: value)
            }
            unsafe option += 1
        }
        guard known["channel_binding"] == Self.stopper else {
            // libpq's message may quote the string, and with it a password.
            throw PostgreSQLFailure(.invalidSettings)
        }
        return known
    }

    /// Returns the settings that identify each server.
    private static func servers(
        _ known: [String: String]
    ) throws(PostgreSQLFailure) -> [[(keyword: String, value: String)]] {
        let hosts = Self.list(known["host"])
        let addresses = Self.list(known["hostaddr"])
        let ports = Self.list(known["port"])
        let count = max(hosts.count, addresses.count, 1)
        guard hosts.isEmpty || hosts.count == count, addresses.isEmpty || addresses.count == count,
            ports.count <= 1 || ports.count == count
        else {
            throw PostgreSQLFailure(.invalidSettings, detail: "There are not as many ports or addresses as hosts.")
        }
        return (0..<count).map { index in
            var server: [(keyword: String, value: String)] = []
            if !hosts.isEmpty { server.append(("host", hosts[index])) }
            if !addresses.isEmpty { server.append(("hostaddr", addresses[index])) }
            if let port = ports.count == 1 ? ports.first : ports.isEmpty ? nil : ports[index] {
                server.append(("port", port))
            }
            return server
        }
    }

    private static func list(_ value: String?) -> [String] {
        value.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return min(seconds, 1_000_000) * 1000 + attoseconds / 1_000_000_000_000_000
    }
}

/// Keywords and values in libpq's form: two lists that end with a null pointer.
@safe struct CStringPairs: ~Copyable {
    private let keywords: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>
    private let values: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>

    /// Copies the pairs.
    init(_ pairs: [(keyword: String, value: String)]) {
        unsafe self.keywords = unsafe Self.copy(pairs.map(\.keyword))
        unsafe self.values = unsafe Self.copy(pairs.map(\.value))
    }

    deinit {
        unsafe Self.free(self.keywords)
        unsafe Self.free(self.values)
    }

    /// Calls the closure with both lists.
    func withLists<Answer>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<UnsafePointer<CChar>?>?) -> Answer
    ) -> Answer {
        unsafe body(UnsafePointer(self.keywords.baseAddress), UnsafePointer(self.values.baseAddress))
    }

    private static func copy(_ strings: [String]) -> UnsafeMutableBufferPointer<UnsafePointer<CChar>?> {
        let list = UnsafeMutableBufferPointer<UnsafePointer<CChar>?>.allocate(capacity: strings.count + 1)
        unsafe list.initialize(repeating: nil)
        for (index, string) in strings.enumerated() { unsafe list[index] = unsafe UnsafePointer(strdup(string)) }
        return unsafe list
    }

    private static func free(_ list: UnsafeMutableBufferPointer<UnsafePointer<CChar>?>) {
        for index in list.indices { unsafe Glibc.free(UnsafeMutablePointer(mutating: list[index])) }
        unsafe list.deallocate()
    }
}
