import Foundation

/// A name that means to the server what the nemesis likes, from one lookup to the next.
///
/// A library that is loaded into the server answers for this one name, out of a file; nothing in the server knows of
/// it, and nothing in its configuration trusts it more than any other name.
struct SpoofedName {
    /// What it means.
    enum Meaning: CaseIterable {
        /// Its receiver.
        case receiver
        /// An address that must never be called.
        case forbidden
        /// The receiver and the other address by turns: a client that checks one lookup and dials another connects to
        /// the wrong one.
        case receiverFirst
        /// The other and the receiver by turns.
        case forbiddenFirst
    }

    /// The library that answers for it is not there.
    struct NoLibrary: Error {
        /// Where it should be.
        let path: String
    }

    /// The name.
    static let name = "receiver.torture.example"
    /// The address that must never be called.
    static let forbidden = "127.0.0.2"
    private static let receiver = "127.0.0.1"

    private let file: String
    private let library: String

    /// The name, whose meaning lies in a file at this path; the build leaves the library beside this program.
    init(file: String) throws {
        let library = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("libSpoofedNames.so").path
        guard FileManager.default.fileExists(atPath: library) else { throw NoLibrary(path: library) }
        self.file = file
        self.library = library
    }

    /// Gives it a meaning.
    func turn(to meaning: Meaning) throws {
        let addresses =
            switch meaning {
            case .receiver: [Self.receiver]
            case .forbidden: [Self.forbidden]
            case .receiverFirst: [Self.receiver, Self.forbidden]
            case .forbiddenFirst: [Self.forbidden, Self.receiver]
            }
        let lines = addresses.map { $0 + "\n" }.joined()
        try Data(lines.utf8).write(to: URL(fileURLWithPath: self.file), options: .atomic)
    }

    /// Returns the variables that a server is started with, with this beside others.
    func environment(with others: [String: String]) -> [String: String] {
        var all = others
        all["LD_PRELOAD"] = others["LD_PRELOAD"].map { "\($0):\(self.library)" } ?? self.library
        all["SPOOFED_NAME"] = Self.name
        all["SPOOFED_NAME_FILE"] = self.file
        return all
    }
}
