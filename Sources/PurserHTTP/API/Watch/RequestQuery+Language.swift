import Hummingbird
import PurserService

extension RequestQuery {
    /// In which language a request wants texts; English where it says nothing.
    static func language(in request: Request) throws -> PageLanguage {
        guard let word = try Self.text("language", in: request, upTo: 64) else { return .english }
        guard let language = PageLanguage(rawValue: word) else {
            throw RequestFields.choice("language", word, known: PageLanguage.allCases.map(\.rawValue))
        }
        return language
    }
}
