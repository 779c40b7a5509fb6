/// The hourly limit of a key, as App Store Connect states it with each answer.
///
/// The header is `X-Rate-Limit: user-hour-lim:3500;user-hour-rem:100;`. Apple counts the requests of the last sixty
/// minutes of everything that uses the key.
public struct ConnectLimit: Hashable, Sendable {
    /// The longest header that is read, in bytes.
    static let longestHeader = 256

    /// How many requests Apple allows in an hour, at least one.
    public let requestsPerHour: Int
    /// How many of them are left.
    public let remaining: Int

    /// A limit; what is left lies between none and all.
    public init(requestsPerHour: Int, remaining: Int) {
        self.requestsPerHour = max(requestsPerHour, 1)
        self.remaining = min(max(remaining, 0), self.requestsPerHour)
    }

    /// Reads the header's value; `nil` without both numbers.
    ///
    /// Other parts of it are passed over.
    public init?(header: String?) {
        guard let header, header.utf8.count <= Self.longestHeader else { return nil }
        var limit: Int?
        var remaining: Int?
        for part in header.split(separator: ";") {
            let pair = part.split(separator: ":", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\t" } }
            guard pair.count == 2 else { continue }
            switch pair[0].lowercased() {
            case "user-hour-lim": limit = Self.number(pair[1])
            case "user-hour-rem": remaining = Self.number(pair[1])
            default: continue
            }
        }
        guard let limit, limit > 0, let remaining else { return nil }
        self.init(requestsPerHour: limit, remaining: remaining)
    }

    /// How many requests are left to others: a twentieth of the hour's, and at least one.
    public var reserve: Int { max(self.requestsPerHour / 20, 1) }

    /// The limit after one more request.
    var afterOne: Self { Self(requestsPerHour: self.requestsPerHour, remaining: self.remaining - 1) }

    private static func number(_ text: String) -> Int? {
        guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
