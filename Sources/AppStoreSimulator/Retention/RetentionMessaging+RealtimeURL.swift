package import AppStore
import Foundation

extension RetentionMessaging {
    /// The maximum length of a realtime URL, in characters.
    private static let addressLength = 256

    /// Performs Configure Realtime URL.
    package mutating func configureRealtimeURL(_ body: [UInt8]) throws(RetentionError) {
        let request = try Self.read(RealtimeURLRequest.self, body)
        guard let address = request.realtimeURL, address.count <= Self.addressLength,
            let parts = URLComponents(string: address), !(parts.host ?? "").isEmpty, self.accepts(parts.scheme)
        else { throw .badRealtimeURL }
        guard !self.behavior.requiresPassedTest || self.passedURLs.contains(address) else { throw .noPassingTest }
        self.realtimeURL = address
    }

    /// Performs Delete Realtime URL.
    package mutating func deleteRealtimeURL() throws(RetentionError) {
        guard self.realtimeURL != nil else { throw .realtimeURLNotFound }
        self.realtimeURL = nil
    }

    /// Performs Get Realtime URL.
    package func realtimeURLAnswer() throws(RetentionError) -> RealtimeURLResponse {
        guard let address = self.realtimeURL else { throw .realtimeURLNotFound }
        return RealtimeURLResponse.with { $0.realtimeURL = address }
    }

    /// Marks a URL as tested, as a passed test in the app's sandbox does.
    package mutating func notePassedTest(of address: String) {
        self.passedURLs.insert(address)
    }

    private func accepts(_ scheme: String?) -> Bool {
        switch scheme?.lowercased() {
        case "https": true
        case "http": self.behavior.acceptsPlainURLs
        default: false
        }
    }
}
