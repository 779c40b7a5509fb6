import AppStore
import ArgumentParser

/// Why something is done, for whoever reads the audit log.
struct ReasonOption: ParsableArguments {
    @Option(help: "Why, for the audit log.")
    var reason: String?

    /// The members of a request and the reason, if there is one.
    func with(_ members: [JSONMember] = []) -> [JSONMember] {
        members + (self.reason.map { [JSONMember(key: "reason", value: .string($0))] } ?? [])
    }
}
