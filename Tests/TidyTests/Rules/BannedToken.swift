/// A piece of code that is not written here, with what to write instead.
struct BannedToken: Hashable, Sendable {
    /// The piece, as it is spelled in code.
    let spelling: String
    /// The remedy, as a sentence.
    let remedy: String
    /// The places where it is allowed: files, folders with a trailing slash, or file names.
    let allowed: [String]

    /// A piece that may stand nowhere but in these places.
    init(_ spelling: String, remedy: String, allowed: [String] = []) {
        self.spelling = spelling
        self.remedy = remedy
        self.allowed = allowed
    }

    /// Whether this file may hold it.
    func isAllowed(in file: SourceFile) -> Bool {
        self.allowed.contains { place in file.isAt(place) || file.stem + ".swift" == place }
    }

    // Where the live surroundings are made.
    private static let live = ["Ambient+Live.swift", "AppStoreTime+Live.swift"]
    private static let terminal = ["Tools/benchmark/"]

    private static let time = "Take the instant as a parameter; services ask their Ambient for the time now."
    private static let chance = "Draw from the Ambient, or in tests from a seeded generator whose seed is printed."
    private static let waiting = "Wait on the injected clock: `try await clock.sleep(for:)`."
    private static let output = "Log to the Logger; only the terminal's own folder writes to standard output."
    private static let failure = "Throw a typed error; for a programmer's mistake, preconditionFailure with a sentence."
    private static let races = "Make the type Sendable by its parts; Mutex guards small shared state."

    /// The banned tokens of this project.
    static let project = [
        BannedToken("Date()", remedy: Self.time, allowed: Self.live),
        BannedToken("Date.init()", remedy: Self.time, allowed: Self.live),
        BannedToken("Date.now", remedy: Self.time, allowed: Self.live),
        BannedToken("Date(timeIntervalSinceNow", remedy: Self.time),
        BannedToken("timeIntervalSinceNow", remedy: Self.time),
        BannedToken("gettimeofday(", remedy: Self.time, allowed: Self.live),
        BannedToken("CLOCK_REALTIME", remedy: Self.time, allowed: Self.live),
        BannedToken("UUID()", remedy: Self.chance, allowed: Self.live),
        BannedToken(".random(", remedy: Self.chance, allowed: Self.live),
        BannedToken(".randomElement()", remedy: Self.chance),
        BannedToken(".shuffled()", remedy: Self.chance),
        BannedToken(".shuffle()", remedy: Self.chance),
        BannedToken(
            "SystemRandomNumberGenerator",
            remedy: Self.chance,
            allowed: Self.live + ["SystemRandomness.swift"]
        ),
        BannedToken("Task.sleep(", remedy: Self.waiting),
        BannedToken("usleep(", remedy: Self.waiting),
        BannedToken("Thread.sleep(", remedy: Self.waiting),
        BannedToken("print(", remedy: Self.output, allowed: Self.terminal),
        BannedToken("debugPrint(", remedy: Self.output, allowed: Self.terminal),
        BannedToken("dump(", remedy: Self.output, allowed: Self.terminal),
        BannedToken("try!", remedy: Self.failure),
        BannedToken("as!", remedy: "Cast with `as?` and say what happens when it does not hold."),
        BannedToken("fatalError(", remedy: Self.failure),
        BannedToken("@unchecked Sendable", remedy: Self.races),
        BannedToken("nonisolated(unsafe)", remedy: Self.races),
        BannedToken("@preconcurrency import", remedy: "Use the module's Sendable types, or confine it to one actor."),
        BannedToken("HTTPClient.shared", remedy: "Take the client through `init`, so that its limits are known."),
        BannedToken(
            "removingPercentEncoding",
            remedy: "Foundation drops a byte order mark; RequestTargetMiddleware has decoded what addresses name.",
            allowed: ["Sources/AppStoreSimulator/", "Tests/Support/PurserTesting/"]
        ),
        BannedToken("@testable", remedy: "Give the declaration `package` access; tests are part of the package."),
        BannedToken("import XCTest", remedy: "Write it with swift-testing: `import Testing`, `@Test`."),
    ]
}
