import AppStore
import Hummingbird

extension ControlRoute {
    /// Refuses a request with a parameter that this address does not know: a misspelt filter would show everything.
    func check(_ request: Request) throws(ControlError) {
        try Self.check(request, known: self.query.map(\.name))
    }

    /// Refuses a request with another parameter than these.
    static func check(_ request: Request, known: [String]) throws(ControlError) {
        for pair in (request.uri.query ?? "").split(separator: "&") {
            let name = String(pair.prefix { $0 != "=" })
            guard !known.contains(name) else { continue }
            throw ControlError(
                status: .badRequest,
                code: "unknown_parameter",
                message: "There is no parameter \(name.prefix(64)) here. \(Self.remedy(name, known: known))"
            )
        }
    }

    /// What to write instead of a name that nobody knows.
    static func remedy(_ name: String, known: [String]) -> String {
        guard !known.isEmpty else { return "This address takes none." }
        return Spelling.meant(by: name, among: known).map { "Did you mean \($0)?" }
            ?? "It takes \(known.joined(separator: ", "))."
    }
}
