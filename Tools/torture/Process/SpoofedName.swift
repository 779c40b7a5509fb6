import Foundation

/// A name whose address the nemesis can change from one lookup to the next.
///
/// A library that is loaded into the server resolves this one name, from a file; the server has no code for it, and
/// its configuration trusts it no more than any other name.
struct SpoofedName {
    /// The addresses of the name.
    enum Meaning: CaseIterable {
        /// The address of its receiver.
        case receiver
        /// An address that must never be called.
        case forbidden
        /// The receiver and the other address by turns: a client that checks one lookup and dials another connects to
        /// the wrong one.
        case receiverFirst
        /// The two by turns, the forbidden one first.
        case forbiddenFirst
    }

    /// The library that answers for the name is missing.
    struct NoLibrary: Error {
        /// The expected path of the library.
        let path: String
    }

    /// The name.
    static let name = "receiver.torture.example"
    /// The address that must never be called.
    static let forbidden = "127.0.0.2"
    private static let receiver = "127.0.0.1"

    private let file: String
    private let library: String

    /// Creates the name, whose address is in a file at this path; the build puts the library beside this program.
    init(file: String) throws {
        let library = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("libSpoofedNames.so").path
        guard FileManager.default.fileExists(atPath: library) else { throw NoLibrary(path: library) }
        self.file = file
        self.library = library
    }

    /// Sets the address.
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

    /// Returns the variables for starting a server, added to others.
    func environment(with others: [String: String]) -> [String: String] {
        var all = others
        all["LD_PRELOAD"] = others["LD_PRELOAD"].map { "\($0):\(self.library)" } ?? self.library
        all["SPOOFED_NAME"] = Self.name
        all["SPOOFED_NAME_FILE"] = self.file
        return all
    }
}
